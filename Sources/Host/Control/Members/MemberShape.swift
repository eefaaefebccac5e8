internal import MockPostlyJSON

/// What is known of a member without its order: for options, descriptions and types of clients.
package struct MemberShape: Sendable {
    /// As in JSON; unique in its order.
    package let name: String
    /// What the value does, in one line without a capital letter and without a full stop, as an
    /// option's.
    package var summary: String
    /// Whole sentences for the description; empty for none.
    package var details = ""
    /// Which values there are.
    package var type: MemberType
    /// How a command of the command line takes it; nil when none does.
    package var option: MemberOption?
    /// The name of its schema in the description; nil when it stands in that of its order.
    var schemaName: String?
    /// The name that it had in the version before, and may still have; nil for none.
    var formerName: String?
    /// Whether an order has to have it.
    var isRequired = false
    /// Other members that it needs, each with the only value that it goes with; nil for any.
    var needs: [(member: String, value: String?, hint: String)] = []

    init(_ name: String, _ summary: String, _ type: MemberType) {
        (self.name, self.summary, self.type) = (name, summary, type)
    }

    /// The same with values of another type.
    func with(_ type: MemberType) -> MemberShape {
        var shape = self
        shape.type = type
        return shape
    }

    /// Refuses the member without what it needs.
    func check(_ body: ControlBody) throws(Problem) {
        guard !needs.isEmpty, let value = body.value(name) else { return }
        for (member, wanted, hint) in needs {
            guard let other = body.value(member) else {
                let words = wanted == nil ? "It needs \(body.place(member))." : hint
                throw body.badValue(name, value, hint: words)
            }
            guard wanted.map({ other.string?.isIdentical(to: $0) == true }) ?? true else {
                throw body.badValue(name, value, hint: hint)
            }
        }
    }
}

/// How a command takes a member: `--name PLACEHOLDER`.
package struct MemberOption: Sendable {
    package var placeholder: String
    /// One line for help.
    package var summary: String
    /// Whole sentences for the long help; empty for none.
    package var details: String
    /// What a shell completes in place of the value.
    package var words: [String]
}

/// The values that a member can have.
package struct MemberType: Sendable {
    /// The members of its JSON Schema, each with a value in JSON.
    var schema: [(name: String, value: String)]
    /// The texts of a command line, in words that follow "expected".
    package var expected: String
    /// The JSON for a text of a command line; nil for one that is not allowed.
    package var json: @Sendable (String) -> [UInt8]?
    /// What a shell completes unless told otherwise.
    package var words: [String] = []

    init(
        _ schema: [(name: String, value: String)],
        expected: String = "a text that is not empty",
        json: @escaping @Sendable (String) -> [UInt8]? = MemberType.text
    ) {
        (self.schema, self.expected, self.json) = (schema, expected, json)
    }

    /// The schema of this name in the description.
    static func named(_ name: String) -> MemberType {
        MemberType([("$ref", quotedJSON("#/components/schemas/\(name)"))])
    }

    /// A schema that is that of this name.
    static func reference(_ name: String) -> String { named(name).schemaText }

    /// Any value, or those of `type`.
    static func any(_ type: String? = nil) -> MemberType {
        MemberType(type.map { [("type", quotedJSON($0))] } ?? [])
    }

    /// One of these texts.
    static func words(_ words: [String]) -> MemberType {
        let list = words.map(quotedJSON).joined(separator: ", ")
        var type = MemberType([("type", "\"string\""), ("enum", "[\(list)]")])
        type.words = words
        return type
    }

    /// A value of one of the schemas of these names.
    static func oneOf(_ names: String...) -> MemberType {
        MemberType([("oneOf", "[\(names.map(reference).joined(separator: ", "))]")])
    }

    /// A number of an entry of the journal, or 0.
    static let number = MemberType([("type", "\"integer\""), ("minimum", "0")])

    /// A number of an entry of the journal or 0, or `now` for the last one.
    static let placeInJournal = MemberType([
        (
            "anyOf",
            """
            [{"type": "integer", "minimum": 0}, {"type": "string", "enum": ["now"]}]
            """
        )
    ])

    /// A list of one or more values.
    static func list(of type: MemberType) -> MemberType {
        MemberType([("type", "\"array\""), ("minItems", "1"), ("items", type.schemaText)])
    }

    /// Any value; a command line has a text, of which `change` makes another one.
    static func anyWord(_ change: @escaping @Sendable (String) -> String) -> MemberType {
        MemberType([]) { text in MemberType.text(change(text)) }
    }

    /// The same, or null.
    var orNull: MemberType {
        var type = self
        if schema.first?.name == "oneOf" { return type }
        if schema.first?.name == "type", let value = schema.first?.value {
            type.schema[0].value = "[\(value), \"null\"]"
        } else {
            type.schema = [("anyOf", "[\(schemaText), {\"type\": \"null\"}]")]
        }
        return type
    }

    /// Its JSON Schema.
    var schemaText: String {
        "{" + schema.map { "\"\($0.name)\": \($0.value)" }.joined(separator: ", ") + "}"
    }

    /// A text that is not empty, in quotes.
    @Sendable private static func text(_ text: String) -> [UInt8]? {
        text.isEmpty ? nil : Array(quotedJSON(text).utf8)
    }
}

/// `text` as a value of JSON.
package func quotedJSON(_ text: String) -> String {
    var json = JSONWriter(escaping: .utf8)
    json.string(text)
    return String(decoding: json.finish(), as: UTF8.self)
}
