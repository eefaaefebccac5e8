internal import MockPostlyDialect
internal import MockPostlyJSON
internal import MockPostlyJournal
internal import MockPostlyMatching

extension EntryPattern {
    /// The members of a pattern of requests with their answers.
    static let members = RequestPattern.members + ["status", "fault", "stub"]

    /// Reads the members of a pattern.
    init(_ body: ControlBody, dialects: [String]) throws(Problem) {
        self.init()
        request = try RequestPattern(body, dialects: dialects)
        if let value = body.value("status") {
            let texts = value.kind == .array ? value.elements : [value]
            for text in texts {
                guard let range = Self.statuses(text.asText) else {
                    throw body.badValue("status", text, hint: Self.hintForStatus)
                }
                statuses.append(range)
            }
        }
        fault = try body.text("fault")
        stub = try body.int("stub", in: 1...Int64(Int32.max)).map { Int($0) }
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
