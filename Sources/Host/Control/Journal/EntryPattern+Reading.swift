internal import MockPostlyDialect
internal import MockPostlyJSON
internal import MockPostlyJournal
internal import MockPostlyMatching

extension EntryPattern: MadeOfMembers {
    static let table: [Member<EntryPattern>] = [
        .condition(
            "status",
            .any(),
            "a status such as 404, `4xx` for all of its kind, or a list of them"
        ) { body, value, pattern throws(Problem) in
            for text in value.kind == .array ? value.elements : [value] {
                guard let range = EntryPattern.statuses(text.asText) else {
                    throw body.badValue("status", text, hint: hintForStatus)
                }
                pattern.statuses.append(range)
            }
        }.details(ofAnswers).option("STATUS", "only those answered so, such as 404 or 4xx"),
        .value("fault", \.fault, .text, "the name of the fault that was applied, `*` for any")
            .details(ofAnswers),
        .value("stub", \.stub, .count(from: 1), "the number of the stub that answered")
            .details(ofAnswers),
        .value(
            "unknown",
            \.unknown,
            .flag,
            "whether nothing owns the request: no route takes it, no stub answers"
        ).details(ofAnswers),
    ]

    private static let ofAnswers = "For requests of the journal alone."

    /// The members of a pattern of requests with their answers.
    static let shapes = RequestPattern.shapes + table.map(\.shape)
    static let members = shapes.map(\.name)
    static let formerNames = shapes.formerNames

    /// Reads the members of a pattern.
    init(_ body: ControlBody, dialects: [String]) throws(Problem) {
        self.init()
        request = try RequestPattern(body, dialects: dialects)
        try readMembers(body)
    }

    static let hintForStatus = "Send a status such as 404, '4xx' for all of its kind, or a list."

    /// The statuses that `404` or `4xx` means.
    static func statuses(_ text: String) -> ClosedRange<Int>? {
        if let status = Int(text), (100...999).contains(status) { return status...status }
        let bytes = Array(text.utf8)
        guard bytes.count == 3, (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(bytes[0]),
            bytes.dropFirst().allSatisfy({ $0 | 0x20 == UInt8(ascii: "x") })
        else { return nil }
        let hundred = Int(bytes[0] - UInt8(ascii: "0")) * 100
        return hundred...hundred + 99
    }
}
