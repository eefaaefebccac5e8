extension XPath {
    /// Why a text is no path that is read here.
    package struct Fault: Error, Sendable, Equatable {
        /// As the end of a sentence, with the place.
        package var words: String
    }

    /// A longer text is refused, in bytes.
    package static let longest = 4096
    /// Conditions and brackets inside of one another.
    static let deepest = 16

    /// Reads `text`.
    ///
    /// `prefixes` are the URIs of prefixes. With them, names without a prefix are those in no namespace;
    /// when nil, prefixes of the document are left out of account, but where all is `//name`, which takes
    /// names as they stand in the document: so Java does it.
    ///
    /// - Throws: ``Fault`` for what is not supported or leads to no nodes, such as `count(//a)`.
    package init(_ text: String, _ prefixes: [String: String]?) throws(Fault) {
        guard text.utf8.count <= Self.longest else {
            throw Fault(words: "is longer than \(Self.longest) bytes")
        }
        var parser = XPathParser(tokens: try XPathToken.all(in: text), prefixes: prefixes)
        expression = try parser.whole()
        guard expression.kind == .nodes else {
            throw Fault(words: "must lead to nodes, as in /a[count(b) = 2]: alone it is no path")
        }
        self.text = text
        hasNamespaces = prefixes != nil
    }
}

/// Reads the words of a path, each operator below those that bind less.
struct XPathParser {
    let tokens: [XPathToken]
    let prefixes: [String: String]?
    var at = 0
    private var depth = 0

    init(tokens: [XPathToken], prefixes: [String: String]?) {
        (self.tokens, self.prefixes) = (tokens, prefixes)
    }

    var next: XPathToken { tokens[min(at, tokens.count - 1)] }

    func fault(_ words: String) -> XPath.Fault {
        XPath.Fault(words: "\(words) at byte \(next.offset)")
    }

    /// The refusal of what stands next.
    func unexpected() -> XPath.Fault {
        next.isEnd ? fault("ends too early") : fault("has '\(next.text)', which is not supported,")
    }

    mutating func skip(_ sign: String) -> Bool {
        guard next.isSign(sign) else { return false }
        at += 1
        return true
    }

    mutating func whole() throws(XPath.Fault) -> XPath.Expression {
        let expression = try expression()
        guard next.isEnd else { throw unexpected() }
        return expression
    }

    mutating func expression() throws(XPath.Fault) -> XPath.Expression {
        depth += 1
        defer { depth -= 1 }
        guard depth <= XPath.deepest else {
            throw fault("has more than \(XPath.deepest) brackets inside of one another")
        }
        return try operation(0)
    }

    /// Operators from those that bind least.
    private static let levels: [[XPath.Operator]] = [
        [.or], [.and], [.equal, .unequal], [.less, .lessOrEqual, .greater, .greaterOrEqual],
        [.plus, .minus], [.times, .div, .mod],
    ]

    private mutating func operation(_ level: Int) throws(XPath.Fault) -> XPath.Expression {
        guard level < Self.levels.count else { return try negative() }
        var left = try operation(level + 1)
        var length = 0
        while let sign = Self.levels[level].first(where: { next.isOperator($0.rawValue) }) {
            at += 1
            length += 1
            guard length <= 100 else { throw fault("has too many operators") }
            left = .binary(sign, left, try operation(level + 1))
        }
        return left
    }

    private mutating func negative() throws(XPath.Fault) -> XPath.Expression {
        guard skip("-") else { return try union() }
        depth += 1
        defer { depth -= 1 }
        guard depth <= XPath.deepest else { throw fault("has too many '-'") }
        return .negative(try negative())
    }

    private mutating func union() throws(XPath.Fault) -> XPath.Expression {
        var left = try path()
        var length = 0
        while next.isSign("|") {
            guard left.kind == .nodes else { throw fault("has '|' beside what are no nodes,") }
            at += 1
            length += 1
            guard length <= 100 else { throw fault("has too many operators") }
            let right = try path()
            guard right.kind == .nodes else { throw fault("has '|' beside what are no nodes,") }
            left = .binary(.union, left, right)
        }
        return left
    }

    // MARK: Values

    private mutating func path() throws(XPath.Fault) -> XPath.Expression {
        guard let primary = try primary() else { return try location() }
        let conditions = try conditions()
        let steps = try steps(isFirst: false)
        guard !conditions.isEmpty || !steps.isEmpty else { return primary }
        guard primary.kind == .nodes else { throw fault("has a step from what are no nodes") }
        return .path(.nodes(primary, conditions), steps)
    }

    /// A literal, a number, a call or what is in brackets; nil for a path.
    private mutating func primary() throws(XPath.Fault) -> XPath.Expression? {
        switch next.kind {
        case .literal:
            at += 1
            return .literal(tokens[at - 1].text)
        case .number:
            at += 1
            return .number(XPathNumber.read(tokens[at - 1].text))
        case .sign where next.isSign("("):
            at += 1
            let inner = try expression()
            guard skip(")") else { throw unexpected() }
            return inner
        case .name where tokens[at + 1].isSign("(") && !XPathToken.nodeTypes.contains(next.text):
            return try call()
        default: return nil
        }
    }

    private mutating func call() throws(XPath.Fault) -> XPath.Expression {
        guard let function = XPath.Function(rawValue: next.text) else {
            throw fault("has the function '\(next.text)', which is not supported,")
        }
        let place = at
        at += 2
        var arguments: [XPath.Expression] = []
        while !next.isSign(")") {
            if !arguments.isEmpty, !skip(",") { throw unexpected() }
            arguments.append(try expression())
        }
        at += 1
        guard function.arguments.contains(arguments.count) else {
            at = place
            throw fault("has '\(next.text)' with a wrong number of values,")
        }
        if function.takesNodes, let first = arguments.first, first.kind != .nodes {
            at = place
            throw fault("has '\(next.text)' of what are no nodes,")
        }
        return .call(function, arguments)
    }

    mutating func conditions() throws(XPath.Fault) -> [XPath.Expression] {
        var conditions: [XPath.Expression] = []
        while skip("[") {
            conditions.append(try expression())
            guard skip("]") else { throw unexpected() }
        }
        return conditions
    }
}
