internal import MockPostlyJSON

extension MockServer {
    /// A JSON value, written as a literal: `["title": "Low Tide", "tags": ["sea"], "draft": false]`.
    ///
    /// Two objects with the same members are equal, in whatever order they stand; they are sent in
    /// the order of the literal.
    public enum JSON: Sendable {
        case null
        case bool(Bool)
        /// A whole number.
        case integer(Int64)
        /// A number with a fraction, or one beyond 64 bits.
        case number(Double)
        case string(String)
        case array([JSON])
        case object([Member])

        /// A member of an object.
        public struct Member: Sendable, Hashable {
            /// Its name.
            public var name: String
            /// Its value.
            public var value: JSON

            /// A member with this name and value.
            public init(_ name: String, _ value: JSON) {
                (self.name, self.value) = (name, value)
            }
        }

        /// Parses a JSON text.
        ///
        /// Throws a ``Failure`` when it is not JSON (RFC 8259).
        public init(text: String) throws {
            try self.init(bytes: Array(text.utf8))
        }

        /// Parses the bytes of a JSON text.
        ///
        /// Throws a ``Failure`` when they are not JSON (RFC 8259).
        public init(bytes: [UInt8]) throws {
            do throws(JSONError) {
                self.init(try MockPostlyJSON.JSON(parsing: bytes).root)
            } catch {
                throw Failure("not JSON at byte \(error.offset)")
            }
        }
    }
}

extension MockServer.JSON {
    /// The member of an object with this name; nil when there is none.
    public subscript(_ name: String) -> Self? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }

    /// The element of an array at this place, counted from 0; nil when there is none.
    public subscript(_ place: Int) -> Self? {
        guard case .array(let elements) = self, elements.indices.contains(place) else { return nil }
        return elements[place]
    }

    /// The text of a string; nil for other kinds.
    public var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The whole number; nil for other kinds.
    public var integer: Int64? {
        guard case .integer(let number) = self else { return nil }
        return number
    }

    /// The value of `true` or `false`; nil for other kinds.
    public var bool: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    /// The elements of an array; nil for other kinds.
    public var elements: [Self]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    /// The value as a JSON text without white space.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    var bytes: [UInt8] {
        var json = JSONWriter(escaping: .utf8)
        json.value(self)
        return json.finish()
    }

    init(_ value: JSONValue) {
        switch value.kind {
        case .null: self = .null
        case .bool: self = .bool(value.bool ?? false)
        case .number:
            self = value.int.map { .integer($0) } ?? .number(value.double ?? .infinity)
        case .string: self = .string(value.string ?? "")
        case .array: self = .array(value.elements.map { Self($0) })
        case .object: self = .object(value.members.map { Member($0.name, Self($0.value)) })
        }
    }
}

extension MockServer.JSON: Hashable {
    /// Whether both have the same value; the order of members does not matter.
    public static func == (one: Self, other: Self) -> Bool {
        switch (one, other) {
        case (.null, .null): true
        case (.bool(let one), .bool(let other)): one == other
        case (.integer(let one), .integer(let other)): one == other
        case (.number(let one), .number(let other)): one == other
        case (.integer(let whole), .number(let number)), (.number(let number), .integer(let whole)):
            Double(whole) == number
        case (.string(let one), .string(let other)): one == other
        case (.array(let one), .array(let other)): one == other
        case (.object(let one), .object(let other)):
            one.count == other.count && one.sorted(by: isBefore) == other.sorted(by: isBefore)
        default: false
        }
    }

    /// Hashes the value; the order of members does not matter.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let value): hasher.combine(value)
        case .integer(let number): hasher.combine(Double(number))
        case .number(let number): hasher.combine(number)
        case .string(let text): hasher.combine(text)
        case .array(let elements): hasher.combine(elements)
        case .object(let members): hasher.combine(members.sorted(by: Self.isBefore))
        }
    }

    private static func isBefore(_ one: Member, _ other: Member) -> Bool { one.name < other.name }
}

extension MockServer.JSON: ExpressibleByStringLiteral, ExpressibleByStringInterpolation,
    ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
    CustomStringConvertible
{
    /// A string.
    public init(stringLiteral text: String) { self = .string(text) }
    /// A whole number.
    public init(integerLiteral number: Int64) { self = .integer(number) }
    /// A number.
    public init(floatLiteral number: Double) { self = .number(number) }
    /// `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// `null`.
    public init(nilLiteral: ()) { self = .null }
    /// An array.
    public init(arrayLiteral elements: Self...) { self = .array(elements) }
    /// An object, with its members in the order of the literal.
    public init(dictionaryLiteral members: (String, Self)...) {
        self = .object(members.map { Member($0.0, $0.1) })
    }

    /// The value as a JSON text.
    public var description: String { text }
}

extension JSONWriter {
    /// Writes a value.
    mutating func value(_ value: MockServer.JSON) {
        switch value {
        case .null: null()
        case .bool(let value): bool(value)
        case .integer(let number): int(number)
        case .number(let number): double(number)
        case .string(let text): string(text)
        case .array(let elements):
            beginArray()
            for element in elements { self.value(element) }
            endArray()
        case .object(let members):
            beginObject()
            for member in members {
                key(member.name)
                self.value(member.value)
            }
            endObject()
        }
    }
}
