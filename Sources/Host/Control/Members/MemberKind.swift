internal import MockPostlyFaults
internal import MockPostlyJSON
internal import MockPostlyText
internal import MockPostlyWorld

/// How values of a member are read from JSON and written, and which there are.
struct MemberKind<Value: Sendable>: Sendable {
    var type: MemberType
    /// Nil when the member is absent.
    let read: @Sendable (ControlBody, String) throws(Problem) -> Value?
    let write: @Sendable (Value, inout JSONWriter) -> Void

    init(
        _ type: MemberType,
        read: @escaping @Sendable (ControlBody, String) throws(Problem) -> Value?,
        write: @escaping @Sendable (Value, inout JSONWriter) -> Void
    ) {
        (self.type, self.read, self.write) = (type, read, write)
    }

    /// The same, or null for no value.
    var orNull: MemberKind<Value?> {
        MemberKind<Value?>(type.orNull) { body, name throws(Problem) in
            if body.value(name)?.isNull == true { return .some(nil) }
            return try read(body, name).map { .some($0) }
        } write: { value, json in
            if let value { write(value, &json) } else { json.null() }
        }
    }

    /// The same with another schema.
    func schema(_ schema: (name: String, value: String)...) -> MemberKind {
        var kind = self
        kind.type.schema = schema
        return kind
    }
}

extension MemberKind where Value == Int {
    /// A whole number.
    static func int(_ range: ClosedRange<Int>) -> MemberKind {
        let wide = Int64(range.lowerBound)...Int64(range.upperBound)
        return MemberKind(.int(range)) { body, name throws(Problem) in
            try body.int(name, in: wide).map { Int($0) }
        } write: { value, json in
            json.int(value)
        }
    }

    /// How many requests, from `least`.
    static func count(from least: Int) -> MemberKind { int(least...Int(Int32.max)) }
}

extension MemberType {
    static func int(_ range: ClosedRange<Int>) -> MemberType {
        let bounds = [("minimum", "\(range.lowerBound)"), ("maximum", "\(range.upperBound)")]
        return MemberType(
            [("type", "\"integer\"")] + bounds,
            expected: "a whole number from \(range.lowerBound) to \(range.upperBound)"
        ) { text in
            guard isDigits(text), let number = Int(text), range.contains(number) else { return nil }
            return Array("\(number)".utf8)
        }
    }

    static func isDigits(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(\.isDigit)
    }

    /// A JSON object.
    package static let object = object("Object")

    /// A JSON object with the members of the schema `name`.
    static func object(_ name: String) -> MemberType {
        MemberType(named(name).schema, expected: "a JSON object") { text in
            let bytes = Array(text.utf8)
            return (try? JSON(parsing: bytes))?.root.kind == .object ? bytes : nil
        }
    }
}

extension MemberKind where Value == Double {
    /// A number from 0 to 1.
    static let chance = MemberKind(
        MemberType(
            [("type", "\"number\""), ("minimum", "0"), ("maximum", "1")],
            expected: "a number from 0 to 1"
        ) { text in
            guard let number = Double(text), number >= 0, number <= 1 else { return nil }
            return Array("\(number)".utf8)
        }
    ) { body, name throws(Problem) in
        guard let number = try body.double(name), let value = body.value(name) else { return nil }
        guard number >= 0, number <= 1 else {
            throw body.badValue(name, value, hint: "Send a number from 0, never, to 1, always.")
        }
        return number
    } write: { value, json in
        json.double(value)
    }
}

extension MemberKind where Value == Bool {
    static let flag = MemberKind(.any("boolean")) { body, name throws(Problem) in
        try body.bool(name)
    } write: { value, json in
        json.bool(value)
    }
}

extension MemberKind where Value == String {
    static let text = read { body, name throws(Problem) in try body.text(name) }

    /// A text of 1 to 200 bytes.
    static let shortText = read { body, name throws(Problem) in
        guard let text = try body.text(name), let value = body.value(name) else { return nil }
        guard 1...200 ~= text.utf8.count else {
            throw body.badValue(name, value, hint: "Send 1 to 200 bytes.")
        }
        return text
    }.schema(("type", "\"string\""), ("minLength", "1"), ("maxLength", "200"))

    /// The name of a fault or a stub; one of digits alone is refused with `hint`.
    static func name(notOfDigits hint: String) -> MemberKind {
        read { body, name throws(Problem) in
            guard let value = body.value(name), let text = try body.name(name) else { return nil }
            guard !text.utf8.allSatisfy(\.isDigit) else {
                throw body.badValue(name, value, hint: hint)
            }
            return text
        }
    }

    private static func read(
        _ read: @escaping @Sendable (ControlBody, String) throws(Problem) -> String?
    ) -> MemberKind {
        MemberKind(.any("string"), read: read) { value, json in json.string(value) }
    }
}

extension MemberKind where Value: RawRepresentable<String> & CaseIterable {
    /// One of the cases; the refusal of another text names the nearest one.
    static var choice: MemberKind {
        let names = Value.allCases.map(\.rawValue)
        return MemberKind(.words(names)) { body, name throws(Problem) in
            try body.suggested(name, Value.self)
        } write: { value, json in
            json.string(value.rawValue)
        }
    }
}

extension MemberKind where Value == Duration {
    /// A time of up to `longest`, refused with `hint`; of no length only `fromZero`.
    static func time(upTo longest: Duration, fromZero: Bool = false, _ hint: String) -> MemberKind {
        time { body, name throws(Problem) in
            guard let value = body.value(name), let time = try body.duration(name) else {
                return nil
            }
            guard time <= longest, fromZero || time > .zero else {
                throw body.badValue(name, value, hint: hint)
            }
            return time
        }
    }

    /// How long something lives; the command line's `never` is null.
    static let lifetime: MemberKind = {
        var kind = time { body, name throws(Problem) in
            guard let value = body.value(name), let time = try body.duration(name) else {
                return nil
            }
            guard time > .zero else {
                throw body.badValue(name, value, hint: "Send a longer time, or null for no end.")
            }
            return time
        }
        kind.type.expected = "a duration such as 10m, 1h or 2h30m, or never"
        kind.type.words = ["10m", "1h", "never"]
        kind.type.json = { text in
            if text.isIdentical(to: "never") { return Array("null".utf8) }
            guard let time = parseDuration(text), time > .zero else { return nil }
            return Array(quotedJSON(text).utf8)
        }
        return kind
    }()

    private static func time(
        _ read: @escaping @Sendable (ControlBody, String) throws(Problem) -> Duration?
    ) -> MemberKind {
        MemberKind(.named("Duration"), read: read) { value, json in
            json.string(formatDuration(value))
        }
    }
}
