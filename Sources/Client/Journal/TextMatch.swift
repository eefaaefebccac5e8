internal import MockPostlyJSON

extension MockServer {
    /// A condition on a text; a literal is compared as it is: `"2"`, `7`, `true`, `nil` for none.
    public enum TextMatch: Sendable, Hashable {
        case equals(String)
        case contains(String)
        /// A regular expression as those of Perl and Java, which matches the whole text.
        case matches(String)
        case present
        case absent

        var json: JSON {
            switch self {
            case .equals(let text): .string(text)
            case .contains(let text): ["contains": .string(text)]
            case .matches(let expression): ["matches": .string(expression)]
            case .present: ["present": true]
            case .absent: .null
            }
        }
    }
}

extension MockServer.TextMatch: ExpressibleByStringLiteral, ExpressibleByStringInterpolation,
    ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral,
    CustomStringConvertible
{
    /// The text itself.
    public init(stringLiteral text: String) { self = .equals(text) }
    /// A number as it is written.
    public init(integerLiteral number: Int) { self = .equals("\(number)") }
    /// `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .equals("\(value)") }
    /// No text.
    public init(nilLiteral: ()) { self = .absent }

    /// The condition in words: `'2'`, `a text that contains 'x'`.
    public var description: String {
        switch self {
        case .equals(let text): "'\(text)'"
        case .contains(let text): "a text that contains '\(text)'"
        case .matches(let expression): "a text that matches '\(expression)'"
        case .present: "present"
        case .absent: "absent"
        }
    }
}
