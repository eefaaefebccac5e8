internal import MockPostlyCrypto
internal import MockPostlyFaults
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyStubs
internal import MockPostlyWorld

extension StubResponse: MadeOfMembers {
    static let table: [Member<StubResponse>] = [
        .value("status", \.status, .int(Fault.statuses), "status of the answer; default: 200")
            .named("StubStatus").option("STATUS"),
        .part("headers", .any("object"), "a text, or a list of texts, for each name").named(
            "StubHeaders"
        ).details(
            """
            Fields that the server writes itself are refused: `Connection`, `Content-Length`, \
            `Date`, `Keep-Alive`, `Transfer-Encoding`, `Upgrade`.
            """
        ),
        .part("body", .any("string"), "the body as a text"),
        .part("json", .any(), "the body as JSON"),
        .part("base64", .any("string"), "the body in base64, with padding"),
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
        fields = try Self.fields(order)
        let given = ["body", "json", "base64"].filter(order.has)
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

    private mutating func setBody(_ bytes: [UInt8], _ mediaType: String) {
        body = bytes
        let hasType = fields.contains { $0.name.lowercased() == "content-type" }
        if !hasType { fields.append(.init("Content-Type", mediaType)) }
    }

    private static func fields(_ order: ControlBody) throws(Problem) -> [Response.Field] {
        guard let headers = try order.object("headers") else { return [] }
        var fields: [Response.Field] = []
        for (name, value) in headers.members {
            let member = "headers.\(shortened(name))"
            let values = value.kind == .array ? value.elements : [value]
            for value in values {
                guard let text = value.string else {
                    throw order.wrongType(
                        member,
                        value,
                        wanted: "a text or a list of texts",
                        hint: "Put it in quotes."
                    )
                }
                let field = Response.Field(name, text)
                if let fault = field.fault {
                    throw .badValue("\(order.capitalPlace(member)) \(fault.words).", fault.hint)
                }
                fields.append(field)
            }
        }
        return fields
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
