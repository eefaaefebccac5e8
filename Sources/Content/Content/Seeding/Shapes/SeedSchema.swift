internal import MockPostlySQLite
internal import MockPostlyWorld

/// The JSON Schema of seed files, draft 2020-12, made from the descriptions by which they are read.
///
/// Files with `"exact": true` have a schema of their own in it, because more is right in them.
package enum SeedSchema {
    /// The schema of seeds with these parts.
    ///
    /// - Parameter parts: in the order of the documentation.
    /// - Returns: JSON with two spaces per level and a newline at its end.
    package static func json(_ parts: [any SeedPart.Type]) -> [UInt8] {
        let members = parts.map { $0.described } + [exact, filledAt, schema]
        let seed = SeedShape("seed", "A seed.", members)
        let shapes = [seed] + shapes(in: members)
        var writer = SeedWriter()
        writer.beginObject()
        writer.field("$schema", text: "https://json-schema.org/draft/2020-12/schema")
        writer.field("title", text: "Seed of mockpostly")
        writer.field("description", text: "People and what they did: the content of a new world.")
        writer.condition()
        writer.key("$defs")
        writer.beginObject()
        for isExact in [false, true] {
            for shape in shapes {
                writer.key(named: shape.definition(isExact))
                writer.schema(of: shape, isExact)
            }
        }
        writer.endObject()
        writer.endObject()
        return writer.finish()
    }

    /// Members of every seed.
    private static let exact = SeedMember(
        "exact",
        .flag,
        "Whether everything that the systems could have made is right, as in an export.",
        usual: .bool(false)
    )
    private static let filledAt = SeedMember(
        "filledAt",
        .date,
        "In an export: when the world was filled, to which relative dates in the file of your API"
            + " belong. They do not move then."
    )
    private static let schema = SeedMember("$schema", .text, "Where this schema is, for editors.")

    /// All shapes in the members, each once, in the order in which they are met.
    static func shapes(in members: [SeedMember]) -> [SeedShape] {
        var found: [SeedShape] = []
        func collect(_ kind: SeedKind) {
            switch kind {
            case .list(let inner), .own(let inner): collect(inner)
            case .either(let kinds): for kind in kinds { collect(kind) }
            case .object(let shape):
                if let known = found.first(where: { $0.title == shape.title }) {
                    precondition(known.names == shape.names, "two shapes named \(shape.title)")
                    return
                }
                found.append(shape)
                for member in shape.members { collect(member.kind) }
            case .text, .form, .lines, .number, .flag, .date, .dayDate, .null, .real, .fields, .any:
                break
            }
        }
        for member in members { collect(member.kind) }
        return found
    }
}

extension SeedShape {
    /// The name of its definition.
    fileprivate func definition(_ isExact: Bool) -> String { isExact ? "exact-\(title)" : title }
}

extension SeedWriter {
    fileprivate mutating func field(_ name: StaticString, text: String) {
        key(name)
        self.text(text)
    }

    private mutating func texts(_ name: StaticString, _ texts: [String]) {
        key(name)
        beginArray()
        for text in texts {
            element()
            self.text(text)
        }
        endArray()
    }

    private mutating func object(_ name: StaticString, _ body: (inout SeedWriter) -> Void) {
        key(name)
        beginObject()
        body(&self)
        endObject()
    }

    /// Which of the two definitions of a seed a file is held to.
    fileprivate mutating func condition() {
        object("if") { writer in
            writer.field("type", text: "object")
            writer.object("properties") { writer in
                writer.object("exact") { writer in
                    writer.key("const")
                    writer.flag(true)
                }
            }
            writer.texts("required", ["exact"])
        }
        object("then") { $0.field("$ref", text: "#/$defs/exact-seed") }
        object("else") { $0.field("$ref", text: "#/$defs/seed") }
    }

    fileprivate mutating func schema(of shape: SeedShape, _ isExact: Bool) {
        beginObject()
        field("description", text: shape.words)
        fields(shape.members, isExact)
        if !shape.alternatives.isEmpty {
            key("anyOf")
            beginArray()
            for names in shape.alternatives {
                element()
                beginObject()
                texts("required", names)
                endObject()
            }
            endArray()
        }
        if !shape.isOpen {
            key("additionalProperties")
            flag(false)
        }
        endObject()
    }

    /// The keywords of an object with these members, into an object that is begun.
    private mutating func fields(_ members: [SeedMember], _ isExact: Bool) {
        field("type", text: "object")
        key("properties")
        beginObject()
        for member in members {
            key(named: member.name)
            beginObject()
            if !member.words.isEmpty { field("description", text: member.words) }
            keywords(of: member.kind, isExact)
            usual(member)
            endObject()
        }
        endObject()
        let required = members.filter(\.isRequired).map(\.name)
        if !required.isEmpty { texts("required", required) }
    }

    private mutating func usual(_ member: SeedMember) {
        guard member.usual != .null else { return }
        key("default")
        switch (member.usual, member.kind) {
        case (.integer(let number), .flag): flag(number == 1)
        case (.integer(let number), .date), (.integer(let number), .dayDate): date(number)
        case (.integer(let number), _): self.number(number)
        default: text(member.usual.shown)
        }
    }

    private mutating func kind(_ kind: SeedKind, _ isExact: Bool) {
        beginObject()
        keywords(of: kind, isExact)
        endObject()
    }

    private mutating func kinds(_ name: StaticString, _ kinds: [SeedKind], _ isExact: Bool) {
        key(name)
        beginArray()
        for inner in kinds {
            element()
            kind(inner, isExact)
        }
        endArray()
    }

    /// The keywords of a kind, into an object that is begun.
    private mutating func keywords(of kind: SeedKind, _ isExact: Bool) {
        switch kind {
        case .text: field("type", text: "string")
        case .form(let form):
            if form.takesNull {
                texts("type", ["string", "null"])
            } else {
                field("type", text: "string")
            }
            let isFree = form.isFreeInExact && isExact
            if !isFree, !form.pattern.isEmpty { field("pattern", text: form.pattern) }
        case .lines(let form): keywords(of: .list(.form(form)), isExact)
        case .number(let range):
            field("type", text: "integer")
            field("minimum", range.lowerBound)
            field("maximum", range.upperBound)
        case .flag: field("type", text: "boolean")
        case .date, .dayDate: date(isExact)
        case .null: field("type", text: "null")
        case .real: field("type", text: "number")
        case .list(let inner):
            field("type", text: "array")
            key("items")
            self.kind(inner, isExact)
        case .object(let shape): field("$ref", text: "#/$defs/\(shape.definition(isExact))")
        case .fields(let members): fields(members, isExact)
        case .either(let kinds): self.kinds("anyOf", kinds, isExact)
        case .own(let kind): keywords(of: kind, isExact)
        case .any: break
        }
    }

    private static var date: String {
        "^[0-9]{4}-[0-9]{2}-[0-9]{2}([Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,6})?"
            + "([Zz]|[+-][0-9]{2}:[0-9]{2}))?$"
    }

    /// A date beyond the years of RFC 3339 is a number in an exact seed.
    private mutating func date(_ isExact: Bool) {
        if isExact {
            texts("type", ["string", "integer"])
        } else {
            field("type", text: "string")
        }
        field("pattern", text: "\(Self.date)|\(RelativeDate.pattern)")
    }
}
