package import MockPostlyRegex

/// A path of XPath 1.0 to nodes of a document, as Java reads it, which WireMock uses:
/// `/order/item[@id='7']/text()`, `//*[local-name()='Body']`.
///
/// Names without a prefix mean any namespace, unless prefixes are given; see ``init(_:_:)``.
package struct XPath: Sendable {
    /// The text that it was made from.
    package let text: String
    let expression: Expression
    /// Whether prefixes are looked at.
    let hasNamespaces: Bool

    /// A part of an expression that has a value.
    indirect enum Expression: Sendable {
        case number(Double)
        case literal(String)
        case call(Function, [Expression])
        case binary(Operator, Expression, Expression)
        case negative(Expression)
        case path(Start, [Step])
    }

    enum Operator: String, Sendable {
        case or, and
        case equal = "="
        case unequal = "!="
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
        case plus = "+"
        case minus = "-"
        case times = "*"
        case div, mod
        case union = "|"
    }

    /// Where the steps of a path begin.
    indirect enum Start: Sendable {
        case root
        case context
        /// At nodes of an expression that meet conditions.
        case nodes(Expression, [Expression])
    }

    struct Step: Sendable {
        var axis: Axis
        var test: Test
        var conditions: [Expression] = []

        /// What `//` stands for.
        static let below = Step(axis: .descendantOrSelf, test: .any)

        var isBelow: Bool {
            guard axis == .descendantOrSelf, conditions.isEmpty, case .any = test else {
                return false
            }
            return true
        }
    }

    enum Axis: String, Sendable, CaseIterable {
        case child, descendant, parent, ancestor, attribute
        case same = "self"
        case descendantOrSelf = "descendant-or-self"
        case ancestorOrSelf = "ancestor-or-self"
        case followingSibling = "following-sibling"
        case precedingSibling = "preceding-sibling"
    }

    /// Which nodes of an axis a step takes.
    enum Test: Sendable {
        /// `node()`
        case any
        case text, comment
        case instruction(String?)
        /// `*`
        case named
        /// `p:*`
        case inNamespace(String)
        /// A name, in a namespace or in none.
        case name(String, in: String?)
        /// A part of a name behind its prefix, whatever that is.
        case localName(String)
        /// A name as it stands in the document, with its prefix.
        case wholeName(String)
    }

    /// The functions of the core library without `id` and `lang`.
    enum Function: String, Sendable, CaseIterable {
        case last, position, count
        case localName = "local-name"
        case namespaceURI = "namespace-uri"
        case name, string, concat
        case startsWith = "starts-with"
        case contains
        case substringBefore = "substring-before"
        case substringAfter = "substring-after"
        case substring
        case stringLength = "string-length"
        case normalizeSpace = "normalize-space"
        case translate, boolean, not
        case yes = "true"
        case no = "false"
        case number, sum, floor, ceiling, round

        /// How many arguments it takes.
        var arguments: ClosedRange<Int> {
            switch self {
            case .last, .position, .yes, .no: 0...0
            case .count, .boolean, .not, .sum, .floor, .ceiling, .round: 1...1
            case .localName, .namespaceURI, .name, .string, .stringLength, .normalizeSpace, .number:
                0...1
            case .concat: 2...32
            case .startsWith, .contains, .substringBefore, .substringAfter: 2...2
            case .substring: 2...3
            case .translate: 3...3
            }
        }

        /// Whether its argument must be nodes.
        var takesNodes: Bool {
            [.count, .sum, .localName, .namespaceURI, .name].contains(self)
        }
    }

    /// The nodes that it leads to, in the order of the document; nil when `budget` does not allow to
    /// find that out.
    ///
    /// None in a document that has prefixes without a URI, when prefixes are looked at. Each node that
    /// is looked at counts for `budget`, each value more, and each 16 bytes of a text.
    package func nodes(in document: XMLDocument, _ budget: MatchBudget) -> [Int]? {
        if hasNamespaces, document.hasUnknownPrefix { return [] }
        var evaluation = XPathEvaluation(
            document: document,
            budget: budget,
            text: text,
            hasNamespaces: hasNamespaces
        )
        guard case .nodes(let nodes) = evaluation.value(of: expression, at: .root) else {
            return nil
        }
        return evaluation.isOver ? nil : nodes
    }
}

extension XPath.Expression {
    /// What kind of value it has.
    enum Kind: Sendable {
        case nodes, number, text, flag
    }

    var kind: Kind {
        switch self {
        case .number, .negative: return .number
        case .literal: return .text
        case .path: return .nodes
        case .binary(let sign, _, _):
            switch sign {
            case .union: return .nodes
            case .plus, .minus, .times, .div, .mod: return .number
            default: return .flag
            }
        case .call(let function, _):
            switch function {
            case .last, .position, .count, .stringLength, .number, .sum, .floor, .ceiling, .round:
                return .number
            case .boolean, .not, .yes, .no, .startsWith, .contains: return .flag
            default: return .text
            }
        }
    }

    /// Whether Java takes it, as a condition, for one that may ask where a node is among others.
    var isAboutPlace: Bool {
        switch self {
        case .binary(.equal, let left, let right), .binary(.less, let left, let right),
            .binary(.lessOrEqual, let left, let right), .binary(.greater, let left, let right),
            .binary(.greaterOrEqual, let left, let right):
            !left.isPlain || !right.isPlain
        case .number, .literal: true
        default: !isPlain
        }
    }

    /// Whether it is a value, a path, or a function of such that asks for no place.
    private var isPlain: Bool {
        switch self {
        case .number, .literal, .path(.root, _), .path(.context, _): true
        case .call(let function, let arguments):
            function != .last && function != .position && arguments.allSatisfy(\.isPlain)
        default: false
        }
    }
}
