internal import MockPostlyJSON

extension MockServer {
    /// A condition on one value of a JSON document; a literal is the value itself, of its type:
    /// `1` is not `"1"`, and `nil` is `null`, which is not the same as none.
    public enum ValueMatch: Sendable, Hashable {
        case equals(JSON)
        /// The same text, whatever the type: `looselyEquals("1")` takes `1` and `"1"`.
        case looselyEquals(String)
        /// A text with this in it; of other types their JSON.
        case contains(String)
        /// A regular expression for the whole text; of other types for their JSON.
        case matches(String)
        /// Any value, `null` too.
        case present
        /// No value at all.
        case absent

        var json: JSON {
            switch self {
            case .equals(let value): ["equals": value]
            case .looselyEquals(let text): ["looselyEquals": .string(text)]
            case .contains(let text): ["contains": .string(text)]
            case .matches(let expression): ["matches": .string(expression)]
            case .present: ["present": true]
            case .absent: ["absent": true]
            }
        }
    }
}

extension MockServer.ValueMatch: ExpressibleByStringLiteral, ExpressibleByStringInterpolation,
    ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByNilLiteral, CustomStringConvertible
{
    /// A text.
    public init(stringLiteral text: String) { self = .equals(.string(text)) }
    /// A whole number.
    public init(integerLiteral number: Int) { self = .equals(.integer(Int64(number))) }
    /// A number.
    public init(floatLiteral number: Double) { self = .equals(.number(number)) }
    /// `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .equals(.bool(value)) }
    /// `null`.
    public init(nilLiteral: ()) { self = .equals(.null) }

    /// The condition in words: `1`, `"1"`, `a text that contains 'x'`.
    public var description: String {
        switch self {
        case .equals(let value): value.text
        case .looselyEquals(let text): "'\(text)' of any type"
        case .contains(let text): "a text that contains '\(text)'"
        case .matches(let expression): "a text that matches '\(expression)'"
        case .present: "present"
        case .absent: "absent"
        }
    }
}
