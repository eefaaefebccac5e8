package import MockPostlyJavaScript

/// The types that a value may have.
package struct SchemaTypes: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let null = SchemaTypes(rawValue: 1)
    package static let boolean = SchemaTypes(rawValue: 2)
    package static let object = SchemaTypes(rawValue: 4)
    package static let array = SchemaTypes(rawValue: 8)
    /// Numbers that are not whole.
    package static let fraction = SchemaTypes(rawValue: 16)
    package static let string = SchemaTypes(rawValue: 32)
    package static let integer = SchemaTypes(rawValue: 64)
    package static let number: SchemaTypes = [.fraction, .integer]
    package static let all = SchemaTypes(rawValue: 127)

    /// The type of a value; nothing for undefined.
    package init(of value: JSValue) {
        self =
            switch value {
            case .undefined: []
            case .null: .null
            case .bool: .boolean
            case .number(let number): number == number.rounded() ? .integer : .fraction
            case .long: .integer
            case .string: .string
            case .array: .array
            case .object: .object
            }
    }

    static let names: [(name: String, type: SchemaTypes)] = [
        ("null", .null), ("boolean", .boolean), ("object", .object), ("array", .array),
        ("number", .number), ("string", .string), ("integer", .integer),
    ]

    /// The type that is called `name`; nil for an unknown one.
    package init?(named name: String) {
        guard let type = Self.names.first(where: { $0.name == name })?.type else { return nil }
        self = type
    }

    /// `string`, `integer or null`.
    package var words: String {
        let known = Self.names.filter { name, type in
            isSuperset(of: type) && (name != "integer" || !contains(.fraction))
        }
        return known.map(\.name).joined(separator: " or ")
    }
}

/// What a schema demands, after its references and its `allOf`.
///
/// `@unchecked`: changed only while it is made, by one thread.
package final class SchemaRules: @unchecked Sendable {
    package struct Property: Sendable {
        package let name: String
        package let schema: Schema

        package init(name: String, schema: Schema) {
            (self.name, self.schema) = (name, schema)
        }
    }

    /// What members without a description of their own may be.
    package enum Additional: Sendable {
        case anything, nothing
        case of(Schema)
    }

    /// The schemas of an `anyOf` or `oneOf`.
    package struct Alternatives: Sendable {
        package let schemas: [Schema]
        /// Whether it is a `oneOf`.
        package let isExclusive: Bool
    }

    package struct Discriminator: Sendable {
        package let member: String
        /// The values of the member, each with the schema that it chooses and the name of that, in the
        /// order of the description.
        package let mapping: [(value: String, component: String?, schema: Schema)]
        /// The number of the document that says it.
        let document: Int
    }

    /// Bounds of numbers, lengths and counts.
    package struct Bounds: Sendable, Equatable {
        package var least: Double?
        package var most: Double?
        /// For numbers: whether the bounds themselves are refused.
        package var excludesLeast = false
        package var excludesMost = false
    }

    package init() {}

    package internal(set) var component: String?
    /// Without null, which ``isNullable`` is about; nil for any.
    package var types: SchemaTypes?
    package var isNullable = false
    /// In the order of the description.
    package internal(set) var properties: [Property] = []
    private var places: [String: Int] = [:]
    package var required: [String] = []
    package var additional = Additional.anything
    /// Whether it says itself that members which are not described are allowed.
    package internal(set) var isOpen = false
    package internal(set) var patternProperties: [(pattern: String, schema: Schema)] = []
    package var items: Schema?
    package internal(set) var prefixItems: [Schema] = []
    package internal(set) var number = Bounds()
    package internal(set) var multipleOf: Double?
    package internal(set) var length = Bounds()
    /// The number of elements.
    package internal(set) var count = Bounds()
    package internal(set) var areItemsUnique = false
    /// The number of members.
    package internal(set) var size = Bounds()
    /// The values of `enum` or `const`; nil for any.
    package internal(set) var choices: [JSValue]?
    /// Whether ``choices`` is a `const`.
    package internal(set) var isConstant = false
    package var format: String?
    /// All of them must be found in a text.
    package internal(set) var patterns: [String] = []
    package internal(set) var isReadOnly = false
    package internal(set) var isWriteOnly = false
    package internal(set) var defaultValue: JSValue?
    package internal(set) var examples: [JSValue] = []
    /// All of them must fit too: what a reference and `allOf` of JSON Schema say.
    package internal(set) var all: [Schema] = []
    /// Of each, one must fit; choices for null alone are left out (``isNullable``).
    package internal(set) var alternatives: [Alternatives] = []
    package internal(set) var discriminator: Discriminator?
    package internal(set) var excluded: [Schema] = []
    /// Whether no value fits: the schema `false`.
    package internal(set) var refusesAll = false
    package internal(set) var title: String?
    package internal(set) var description: String?

    /// The schema of the member `name`; nil where it is not described.
    package func property(_ name: String) -> Schema? {
        places[name].map { properties[$0].schema }
    }

    /// Whether it describes members of objects.
    package var isObject: Bool {
        types.map { $0.contains(.object) } ?? !properties.isEmpty
    }

    /// Whether it describes lists.
    package var isArray: Bool {
        types.map { $0.contains(.array) } ?? (items != nil)
    }

    /// Describes the member `name` by `schema` instead of as before.
    package func set(_ name: String, _ schema: Schema) {
        if let place = places[name] {
            properties[place] = Property(name: name, schema: schema)
        } else {
            places[name] = properties.count
            properties.append(Property(name: name, schema: schema))
        }
    }
}
