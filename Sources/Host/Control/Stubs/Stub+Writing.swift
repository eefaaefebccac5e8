internal import MockPostlyJSON
internal import MockPostlyStubs
internal import MockPostlyText

extension StubTable.Entry {
    /// The members of an order that a list repeats as they were sent.
    private static let repeated = Stub.members.filter { $0 != "id" && $0 != "priority" }

    func write(_ json: inout JSONWriter) {
        json.beginObject()
        json.field("number", number)
        json.field("id", stub.id)
        json.field("priority", stub.priority)
        if let sent = try? JSON(parsing: stub.definition.text).root {
            switch stub.definition.format {
            case .own:
                for name in Self.repeated {
                    guard let value = sent[name] else { continue }
                    json.key(name)
                    if name == "match" { json.requests(value) } else { json.value(value) }
                }
            case .wireMock:
                json.key("mapping")
                json.value(sent)
            }
        }
        json.field("used", used)
        json.key("left")
        if let left { json.int(left) } else { json.null() }
        json.endObject()
    }
}

extension JSONWriter {
    /// A pattern of requests as an object, if it was sent as a text.
    fileprivate mutating func requests(_ sent: JSONValue) {
        guard let line = sent.string.flatMap({ RequestLine($0) }) else { return value(sent) }
        raw(ControlBody(line.members).objectText)
    }
}

extension Problem {
    /// The status and the words for `refusal`.
    init(_ refusal: StubRefusal) {
        let megabytes: (Int) -> String = { "\($0 / 1024 / 1024) MB" }
        let hint = "Delete some: DELETE /__mockpostly/v1/stubs deletes all of a world."
        switch refusal {
        case .tooMany(let count):
            self.init(
                429,
                "Too many stubs",
                detail: "A world has at most \(count) stubs.",
                hint: hint
            )
        case .worldFull(let bytes):
            self.init(
                429,
                "Too many stubs",
                detail: "The stubs of a world take at most \(megabytes(bytes)).",
                hint: hint
            )
        case .serverFull(let bytes):
            self.init(
                429,
                "Too many stubs",
                detail: "The stubs of all worlds together take at most \(megabytes(bytes)).",
                hint: hint
            )
        case .exists(let id):
            self.init(
                409,
                "Stub exists",
                detail: "The world has a stub '\(id)' already.",
                hint: "Choose another id, leave it out, or replace that stub by PUT."
            )
        case .unknown(let name, let known):
            self.init(
                404,
                "Unknown stub",
                detail: "The world has no stub '\(shortened(name))'.",
                hint: known.isEmpty ? "It has no stubs." : "Its stubs are: \(enumerated(known))."
            )
        }
    }
}
