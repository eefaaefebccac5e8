internal import MockPostlyCrypto
internal import MockPostlyFaults
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyPatching
internal import MockPostlyStubs
internal import MockPostlyText
internal import MockPostlyWorld

extension StubResponse: MadeOfMembers {
    static let table = ownAnswer + PatchMembers.rows() + further

    private static let ownAnswer: [Member<StubResponse>] = [
        .value(
            "status",
            \.status,
            .int(Fault.statuses),
            "status of the answer; default: 200, or the real one"
        )
        .named("StubStatus").option("STATUS"),
        .part("headers", .any("object"), "a text, or a list of texts, for each name").named(
            "StubHeaders"
        ).details(
            """
            Fields that the server writes itself are refused: `Connection`, `Content-Length`, \
            `Date`, `Keep-Alive`, `Transfer-Encoding`, `Upgrade`. Of the real answer, they take the \
            place of fields with their names, and `null` removes one.
            """
        ),
        .part("body", .any("string"), "the body as a text")
            .option("TEXT", "body of the answer, JSON or text"),
        .part("json", .any(), "the body as JSON"),
        .part("base64", .any("string"), "the body in base64, with padding"),
    ]

    private static let further: [Member<StubResponse>] = [
        .part("real", .any("boolean"), "whether the real system answers").details(
            """
            True with `patch` and `remove`. `status`, `headers` and `delay` beside it are those of \
            the real answer.
            """
        ),
        .value(
            "delay",
            \.delay,
            .time(upTo: .seconds(3600), fromZero: true, "The longest is 1h.")
                .schema(("type", "\"string\"")),
            "the time before the answer is sent, at most 1h"
        ).named("StubDelay"),
    ]

    /// Reads the members of an answer; `order` may have others as well.
    init(_ order: ControlBody) throws(Problem) {
        self.init()
        try readMembers(order)
        real = try Self.change(order)
        let given = ["body", "json", "base64"].filter(order.has)
        if real != nil {
            try Self.check(order, given)
            return
        }
        for change in try order.fieldChanges(removes: false) {
            fields += change.values.map { .init(change.name, $0) }
        }
        guard given.count < 2 else {
            throw .conflict(
                order.fullName(given[0]),
                order.fullName(given[1]),
                hint: "Each of them is the whole body."
            )
        }
        if let text = try order.text("body") {
            setBody(Array(text.utf8), "text/plain; charset=utf-8")
        } else if let value = order.value("json") {
            setBody(value.asWritten, "application/json")
        } else if let text = try order.text("base64"), let value = order.value("base64") {
            guard let bytes = Base64.decode(text) else {
                let hint = "Send base64 with padding and without line breaks (RFC 4648, section 4)."
                throw order.badValue("base64", value, hint: hint)
            }
            setBody(bytes, "application/octet-stream")
        }
        if Response.isBodiless(status), !body.isEmpty, let name = given.first {
            throw .badValue(
                "There is \(order.place(name)), but an answer with status \(status) has no body.",
                "Leave it out, or send another status."
            )
        }
    }

    /// What is changed in the real answer; nil for an answer of the stub's own.
    private static func change(_ order: ControlBody) throws(Problem) -> AnswerPatch? {
        let document = try order.documentPatch()
        let isReal = try order.bool("real")
        guard document != nil || isReal == true else { return nil }
        if isReal == false, let value = order.value("real") {
            throw order.badValue("real", value, hint: "Only a real answer can be changed.")
        }
        var change = AnswerPatch()
        change.document = document
        change.fields = try order.fieldChanges(removes: true)
        if order.has("status") {
            change.status = try order.int("status", in: 200...599).map { Int($0) }
        }
        return change
    }

    /// Refuses what a real answer cannot have; `given` are the members for a body.
    private static func check(_ order: ControlBody, _ given: [String]) throws(Problem) {
        let cause = ["patch", "remove", "real"].first(where: order.has) ?? "real"
        if let other = given.first {
            throw .conflict(
                order.fullName(cause),
                order.fullName(other),
                hint: "The body is that of the real answer, which 'patch' and 'remove' change."
            )
        }
        guard cause != "real", let status = try order.int("status", in: 200...599),
            Response.isBodiless(Int(status))
        else { return }
        throw .badValue(
            "There is \(order.place(cause)), but an answer with status \(status) has no body.",
            "Leave it out, or send another status."
        )
    }

    private mutating func setBody(_ bytes: [UInt8], _ mediaType: String) {
        body = bytes
        let hasType = fields.contains { $0.name.lowercased() == "content-type" }
        if !hasType { fields.append(.init("Content-Type", mediaType)) }
    }
}

extension Response.Field {
    /// The fields that the server writes itself, because they must fit the bytes that it sends.
    private static let ownNames = [
        "connection", "content-length", "date", "keep-alive", "transfer-encoding", "upgrade",
    ]

    /// Why no answer can have this field; nil when one can.
    var fault: (words: String, hint: String)? {
        guard hasValidName else {
            return (
                "is not the name of a header field",
                "Names have letters, digits and some signs such as '-', and no spaces (RFC 9110)."
            )
        }
        guard hasValidValue else {
            return ("has a control character", "Send a value of one line.")
        }
        guard !Self.ownNames.contains(name.lowercased()) else {
            return (
                "is a field that the server writes itself",
                "Leave it out; faults can make a length or a framing wrong on purpose."
            )
        }
        return nil
    }
}

extension JSONValue {
    /// The value as JSON without needless spaces.
    var asWritten: [UInt8] {
        var json = JSONWriter(escaping: .utf8)
        json.value(self)
        return json.finish()
    }
}
