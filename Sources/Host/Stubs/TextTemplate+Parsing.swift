internal import MockPostlyJSON
internal import MockPostlyMatching
internal import MockPostlyWorld
internal import MockPostlyXML

extension TextTemplate {
    /// Why a text is no template that can be filled in.
    package struct Fault: Error, Sendable, Equatable {
        /// As the end of a sentence: `has '{{#if …}}', which is not supported`.
        package var words: String
    }

    /// Reads `text`.
    ///
    /// - Throws: ``Fault`` for blocks, values and helpers that are not known.
    package init(_ text: String) throws(Fault) {
        var reader = PartReader(rest: text[...])
        parts = try reader.parts(of: nil).parts
    }
}

/// Reads the parts of a template, and those inside of blocks.
private struct PartReader {
    var rest: Substring
    /// The names of elements that are known in the present block.
    var names: Set<String> = []
    var depth = 0

    /// The parts up to the end of a block, or of the text; and the tag before the end, `else` or
    /// the closing one.
    mutating func parts(
        of block: String?
    ) throws(TextTemplate.Fault) -> (parts: [TextTemplate.Part], end: Substring) {
        var parts: [TextTemplate.Part] = []
        var plain = ""
        while let letter = rest.popFirst() {
            guard letter == "{", rest.first == "{" else {
                plain.append(letter)
                continue
            }
            let tag = try tag()
            if tag.first == "!" { continue }
            if !plain.isEmpty { parts.append(.text(plain)) }
            plain = ""
            if let block, tag == "/\(block)" || tag == "^" || tag.isElse { return (parts, tag) }
            if tag.first == "#" {
                parts.append(.block(try self.block(tag.dropFirst())))
            } else {
                var reader = TemplateReader(tag, names)
                parts.append(.value(try reader.whole()))
            }
        }
        if let block { throw .init(words: "has a '{{#\(block)}}' without a '{{/\(block)}}'") }
        if !plain.isEmpty { parts.append(.text(plain)) }
        return (parts, "")
    }

    /// What stands in the braces; the first one of them is read.
    private mutating func tag() throws(TextTemplate.Fault) -> Substring {
        rest.removeFirst()
        let isTriple = rest.first == "{"
        if isTriple { rest.removeFirst() }
        guard let inside = rest.prefix(through: isTriple ? "}}}" : "}}") else {
            throw .init(words: "has a '{{' without a '}}'")
        }
        rest = rest[inside.end...]
        // Inside of JSON, quotes have a backslash in front.
        let text = inside.text.filter { $0 != "\\" }.drop(while: \.isWhitespace)
        return text.lastIndex { !$0.isWhitespace }.map { text[...$0] } ?? ""
    }

    private mutating func block(
        _ tag: Substring
    ) throws(TextTemplate.Fault) -> TextTemplate.Block {
        let word = String(tag.prefix { $0.isLetter })
        var reader = TemplateReader(tag, names)
        var block = try reader.block()
        guard depth < 16 else { throw .init(words: "has too many blocks inside one another") }
        let outer = names
        depth += 1
        if block.kind == .each {
            names.formUnion(["this", "@index", "@first", "@last", "@key"])
            if let name = block.name { names.insert(name) }
        }
        var inside = try parts(of: word)
        block.parts = inside.parts
        names = outer
        if inside.end.isElse, inside.end != "else" {
            // `else if …` is a block inside, which ends with this one.
            let nested = inside.end.dropFirst(4).drop(while: \.isWhitespace)
            guard nested.hasPrefix("if "), word == "if" else {
                throw .init(words: "has '{{\(inside.end)}}', which is not supported")
            }
            block.otherwise = [.block(try self.block(nested))]
        } else if inside.end == "else" || inside.end == "^" {
            inside = try parts(of: word)
            guard inside.end == "/\(word)" else {
                throw .init(words: "has a second '{{else}}' in '{{#\(word)}}'")
            }
            block.otherwise = inside.parts
        }
        depth -= 1
        return block
    }
}

extension Substring {
    fileprivate var isElse: Bool { self == "else" || hasPrefix("else ") }
}

extension Substring {
    /// What stands before the first `mark`, and where it ends; nil without one.
    fileprivate func prefix(through mark: String) -> (text: Substring, end: Index)? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(mark) {
                return (self[..<start], index(start, offsetBy: mark.count))
            }
            start = index(after: start)
        }
        return nil
    }
}

/// Reads what stands between the braces of a template.
private struct TemplateReader {
    private let text: String
    private var rest: Substring
    /// The names of elements that are known here.
    private let names: Set<String>
    /// How many brackets are open.
    private var depth = 0

    init(_ text: some StringProtocol, _ names: Set<String>) {
        (self.text, self.names) = (String(text), names)
        rest = self.text[...]
    }

    /// The beginning of a block, after its `#`.
    mutating func block() throws(TextTemplate.Fault) -> TextTemplate.Block {
        let word = String(rest.prefix { $0.isLetter })
        if word == "eq" || word == "neq" { return .init(kind: .if, subject: try whole()) }
        guard let kind = TextTemplate.Block.Kind(rawValue: word) else { throw fault() }
        rest = rest.dropFirst(word.count)
        skipSpaces()
        var block = TextTemplate.Block(kind: kind, subject: try value())
        skipSpaces()
        if kind == .each, rest.hasPrefix("as |"), rest.last == "|" {
            let name = rest.dropFirst(4).dropLast()
            guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
            else { throw fault() }
            block.name = String(name)
            rest = ""
        }
        guard rest.isEmpty else { throw fault() }
        if kind == .each, !block.subject.isSequence {
            throw fault(", which needs a jsonPath or xPath")
        }
        guard block.subject.isCondition else { throw fault(", whose type is not known") }
        return block
    }

    mutating func whole() throws(TextTemplate.Fault) -> TextTemplate.Expression {
        skipSpaces()
        let expression = try call()
        skipSpaces()
        guard rest.isEmpty else { throw fault() }
        return expression
    }

    private func fault(_ more: String = "") -> TextTemplate.Fault {
        let helpers = Self.finders + TextTemplate.Helper.allCases.map(\.rawValue)
        return TextTemplate.Fault(
            words: "has '{{\(shortened(text))}}'\(more); supported are {{request.…}} with "
                + TemplateValues.members.joined(separator: ", ")
                + ", {{parameters.…}}, " + helpers.joined(separator: ", ")
                + ", and the blocks #if, #unless, #each, #eq, #neq"
        )
    }

    /// The helpers that look for a part of a document.
    private static let finders = ["jsonPath", "xPath", "soapXPath"]

    private func shortened(_ text: String) -> String {
        text.count > 60 ? text.prefix(60) + "…" : text
    }

    private mutating func skipSpaces() { rest = rest.drop(while: \.isWhitespace) }

    /// A helper with its arguments, or a value alone.
    private mutating func call() throws(TextTemplate.Fault) -> TextTemplate.Expression {
        guard let first = rest.first, first != "'", first != "\"" else { return try value() }
        let name = String(rest.prefix { $0.isLetter || $0.isNumber })
        let isHelper = Self.finders.contains(name) || TextTemplate.Helper(rawValue: name) != nil
        guard isHelper else { return try value() }
        rest = rest.dropFirst(name.count)
        var arguments: [TextTemplate.Expression] = []
        var options: [String: TextTemplate.Expression] = [:]
        skipSpaces()
        while let next = rest.first, next != ")" {
            let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "-" }
            if !word.isEmpty, rest.dropFirst(word.count).first == "=" {
                rest = rest.dropFirst(word.count + 1)
                options[String(word)] = try value()
            } else {
                arguments.append(try value())
            }
            skipSpaces()
        }
        return try expression(name, arguments, options)
    }

    private func expression(
        _ name: String,
        _ arguments: [TextTemplate.Expression],
        _ options: [String: TextTemplate.Expression]
    ) throws(TextTemplate.Fault) -> TextTemplate.Expression {
        guard let helper = TextTemplate.Helper(rawValue: name) else {
            if name != "jsonPath" { return try xPath(name, arguments, options) }
            guard arguments.count == 2, case .literal(let path) = arguments[1],
                options.keys.allSatisfy({ $0 == "default" })
            else { throw fault(", which needs a document and a path in quotes") }
            do throws(JSONPath.Fault) {
                return .jsonPath(arguments[0], try JSONQuery(path), fallback: options["default"])
            } catch {
                throw fault(", whose path \(error.words)")
            }
        }
        for option in options.keys.sorted() where !helper.options.contains(option) {
            throw fault(", whose option '\(option)' is not supported")
        }
        try check(helper, options)
        if helper == .eq || helper == .neq {
            guard arguments.count == 2 else { throw fault(", which compares two values") }
            guard arguments.allSatisfy(\.isComparable) else {
                throw fault(", which compares what may be a list: write request.query.x.[0]")
            }
            return .helper(helper, arguments, options)
        }
        let takesNone = [.now, .randomValue, .randomInt].contains(helper)
        guard takesNone == arguments.isEmpty, helper == .pickRandom || arguments.count < 2 else {
            throw fault(", with a wrong number of values")
        }
        return .helper(helper, arguments, options)
    }

    private func xPath(
        _ name: String,
        _ arguments: [TextTemplate.Expression],
        _ options: [String: TextTemplate.Expression]
    ) throws(TextTemplate.Fault) -> TextTemplate.Expression {
        guard arguments.count == 2, case .literal(let path) = arguments[1], options.isEmpty else {
            throw fault(", which needs a document and a path in quotes")
        }
        do throws(XPath.Fault) {
            let start = name == "soapXPath" ? "/Envelope/Body/" : ""
            return .xPath(arguments[0], try XPath(start + path, nil))
        } catch {
            throw fault(", whose path \(error.words)")
        }
    }

    /// Throws for options that would not mean what they mean in WireMock.
    private func check(
        _ helper: TextTemplate.Helper,
        _ options: [String: TextTemplate.Expression]
    ) throws(TextTemplate.Fault) {
        func literal(_ name: String) -> String? {
            switch options[name] {
            case .literal(let text)?, .plain(let text)?: text
            default: nil
            }
        }
        if let offset = literal("offset"), TimeOffset.read(offset) == nil {
            throw fault(", whose offset is not such as '3 days'")
        }
        if let zone = literal("timezone"), !["UTC", "GMT", "Z"].contains(zone) {
            throw fault(", whose timezone can be UTC alone")
        }
        if let format = literal("format"), format != "epoch", format != "unix",
            JavaDateFormat(format) == nil
        {
            throw fault(", whose format has letters that are not supported")
        }
        if let type = literal("type"), type != "UUID", RandomLetters(rawValue: type) == nil {
            throw fault(", whose type is not known")
        }
    }

    /// A text in quotes, a number, a call in brackets, or a path.
    private mutating func value() throws(TextTemplate.Fault) -> TextTemplate.Expression {
        guard let first = rest.first else { throw fault() }
        if first == "(" {
            depth += 1
            defer { depth -= 1 }
            guard depth <= 16 else { throw fault(", with too many brackets inside one another") }
            rest.removeFirst()
            skipSpaces()
            let inner = try call()
            skipSpaces()
            guard rest.popFirst() == ")" else { throw fault() }
            return inner
        }
        if first == "'" || first == "\"" {
            rest.removeFirst()
            let text = rest.prefix { $0 != first }
            guard text.endIndex < rest.endIndex else { throw fault() }
            rest = rest[rest.index(after: text.endIndex)...]
            return .literal(String(text))
        }
        let word = rest.prefix { !$0.isWhitespace && $0 != ")" }
        rest = rest.dropFirst(word.count)
        if Int(word) != nil || word == "true" || word == "false" { return .plain(String(word)) }
        let steps = try path(word)
        return names.contains(steps[0]) ? .local(steps) : .path(steps)
    }

    /// `request.headers.[X-Key].1` as its steps.
    private func path(_ word: Substring) throws(TextTemplate.Fault) -> [String] {
        var steps: [String] = []
        var rest = word
        while !rest.isEmpty {
            let isBracketed = rest.first == "["
            if isBracketed { rest.removeFirst() }
            let step = rest.prefix { isBracketed ? $0 != "]" : $0 != "." && $0 != "[" }
            guard !step.isEmpty else { throw fault() }
            rest = rest.dropFirst(step.count)
            if isBracketed, rest.popFirst() != "]" { throw fault() }
            steps.append(String(step))
            if rest.first == "." { rest.removeFirst() }
        }
        // As templates before WireMock 2.30 call it: `request.requestLine.path`.
        if steps.starts(with: ["request", "requestLine"]) { steps.remove(at: 1) }
        if let first = steps.first, names.contains(first) { return steps }
        let isKnown =
            steps.count > 1
            && (steps[0] == "parameters"
                || steps[0] == "request" && TemplateValues.members.contains(steps[1]))
        guard isKnown else { throw fault() }
        return steps
    }
}
