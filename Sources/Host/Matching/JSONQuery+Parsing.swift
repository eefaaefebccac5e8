internal import MockPostlyJSON
internal import MockPostlyRegex

extension JSONQuery {
    /// The path `text`; spaces around it count for nothing, and `$.` in front may be left out.
    ///
    /// - Throws: ``JSONPath/Fault`` for a text of more than 1,024 bytes, more than two `..`, and what
    ///   Jayway's JsonPath has and this has not.
    package init(_ text: String) throws(JSONPath.Fault) {
        guard text.utf8.count <= 1024 else {
            throw JSONPath.Fault(words: "is longer than 1024 bytes")
        }
        var reader = JSONQueryReader(text)
        reader.skipSpaces()
        if let first = reader.first, !"$@[.".utf8.contains(first) {
            self = try reader.path(text, startsWithName: true)
        } else {
            if !reader.skip("$") { _ = reader.skip("@") }
            self = try reader.path(text)
        }
        reader.skipSpaces()
        guard reader.isAtEnd else {
            throw JSONPath.Fault(words: "has something else than '.' or '[' after a step")
        }
        guard (steps.count { if case .below = $0 { true } else { false } }) <= 2 else {
            throw JSONPath.Fault(words: "has more than two '..'")
        }
    }

    fileprivate init(_ text: String, _ steps: [Step], _ function: Function?) {
        (self.text, self.steps, self.function) = (text, steps, function)
    }
}

/// Reads a path and the conditions in it from the front of a text.
struct JSONQueryReader {
    private var rest: ArraySlice<UInt8>
    /// How many filters and brackets are open.
    private var depth = 0

    init(_ text: String) {
        rest = Array(text.utf8)[...]
    }

    var first: UInt8? { rest.first }
    var isAtEnd: Bool { rest.isEmpty }

    mutating func skip(_ text: StaticString) -> Bool {
        let isThere = text.withUTF8Buffer { rest.starts(with: $0) }
        if isThere { rest = rest.dropFirst(text.utf8CodeUnitCount) }
        return isThere
    }

    mutating func skipSpaces() {
        rest = rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    }

    /// Bytes from the front for which `isPart` is true.
    mutating func text(while isPart: (UInt8) -> Bool) -> String {
        let part = rest.prefix(while: isPart)
        rest = rest.dropFirst(part.count)
        return String(decoding: part, as: UTF8.self)
    }

    // MARK: Paths

    /// The steps up to where no step begins; `text` is the whole path for messages.
    mutating func path(
        _ text: String,
        startsWithName: Bool = false
    ) throws(JSONPath.Fault) -> JSONQuery {
        var steps: [JSONQuery.Step] = []
        if startsWithName { steps.append(.names([try name()])) }
        while true {
            if skip("..") {
                steps.append(.below)
                steps.append(first == UInt8(ascii: "[") ? try bracket() : try nameOrAll())
            } else if skip(".") {
                if first == UInt8(ascii: "[") {
                    steps.append(try bracket())
                } else if let function = try function() {
                    return JSONQuery(text, steps, function)
                } else {
                    steps.append(try nameOrAll())
                }
            } else if first == UInt8(ascii: "[") {
                steps.append(try bracket())
            } else {
                return JSONQuery(text, steps, nil)
            }
        }
    }

    private mutating func nameOrAll() throws(JSONPath.Fault) -> JSONQuery.Step {
        if skip("*") { return .all }
        return .names([try name()])
    }

    private mutating func name() throws(JSONPath.Fault) -> String {
        let name = text { $0 > 0x20 && !".[]()@?,=!<>&|".utf8.contains($0) }
        guard !name.isEmpty else {
            throw JSONPath.Fault(words: "has a '.' without a name after it")
        }
        if let next = first, next == 0x20 || "(@?,".utf8.contains(next), depth == 0 {
            let rest = self.rest.drop { $0 == 0x20 }
            guard rest.isEmpty else {
                throw JSONPath.Fault(
                    words:
                        "has a name with a space or one of '()@?,', which is a text in brackets only"
                )
            }
        }
        return name
    }

    /// The function at the end of a path; nil when there is a name.
    private mutating func function() throws(JSONPath.Fault) -> JSONQuery.Function? {
        let name = rest.prefix { $0 > 0x20 && !".[]()".utf8.contains($0) }
        guard rest.dropFirst(name.count).first == UInt8(ascii: "(") else { return nil }
        let text = String(decoding: name, as: UTF8.self)
        rest = rest.dropFirst(name.count)
        guard let function = JSONQuery.Function(rawValue: text), skip("()") else {
            let known = JSONQuery.Function.allCases.map { "\($0.rawValue)()" }
            throw JSONPath.Fault(
                words: "has the function '\(text)(…)'; there is \(known.joined(separator: ", "))"
            )
        }
        guard first != UInt8(ascii: "."), first != UInt8(ascii: "[") else {
            throw JSONPath.Fault(words: "has a step after the function '\(text)()'")
        }
        return function
    }

    private mutating func bracket() throws(JSONPath.Fault) -> JSONQuery.Step {
        _ = skip("[")
        skipSpaces()
        let step: JSONQuery.Step
        if skip("*") {
            step = .all
        } else if skip("?") {
            skipSpaces()
            guard skip("(") else { throw JSONPath.Fault(words: "has a '[?' without a '('") }
            step = .filter(try alternatives())
            guard skip(")") else { throw JSONPath.Fault(words: "has no ')' for its '[?('") }
        } else if first == UInt8(ascii: "'") || first == UInt8(ascii: "\"") {
            var names = [try quoted()]
            while skipComma() { names.append(try quoted()) }
            step = .names(names)
        } else {
            step = try numbers()
        }
        skipSpaces()
        guard skip("]") else { throw JSONPath.Fault(words: "has no ']' for its '['") }
        return step
    }

    private mutating func skipComma() -> Bool {
        skipSpaces()
        defer { skipSpaces() }
        return skip(",")
    }

    private mutating func numbers() throws(JSONPath.Fault) -> JSONQuery.Step {
        var numbers = [number()]
        if skip(":") {
            let end = number()
            return .slice(numbers[0], end)
        }
        while skipComma() { numbers.append(number()) }
        let indexes = numbers.compactMap { $0 }
        guard indexes.count == numbers.count else {
            throw JSONPath.Fault(words: "has brackets without a number, a quoted name, '*' or '?('")
        }
        return .indexes(indexes)
    }

    private mutating func number() -> Int? {
        skipSpaces()
        defer { skipSpaces() }
        return Int(text { "-0123456789".utf8.contains($0) })
    }

    /// A text in single or double quotes, in which a backslash stands before what is meant as such.
    mutating func quoted() throws(JSONPath.Fault) -> String {
        guard let quote = rest.popFirst(),
            quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"")
        else { throw JSONPath.Fault(words: "has a name in brackets without quotes") }
        var bytes: [UInt8] = []
        while let byte = rest.popFirst() {
            if byte == quote { return String(decoding: bytes, as: UTF8.self) }
            if byte == UInt8(ascii: "\\"), let next = rest.popFirst() {
                bytes.append(next)
            } else {
                bytes.append(byte)
            }
        }
        throw JSONPath.Fault(words: "has a text in quotes that does not end")
    }

    // MARK: Conditions

    private mutating func alternatives() throws(JSONPath.Fault) -> JSONFilter {
        depth += 1
        defer { depth -= 1 }
        guard depth <= 16 else {
            throw JSONPath.Fault(words: "has more than 16 conditions in each other")
        }
        var parts = [try conjunction()]
        while skip("||") { parts.append(try conjunction()) }
        return parts.count == 1 ? parts[0] : .any(parts)
    }

    private mutating func conjunction() throws(JSONPath.Fault) -> JSONFilter {
        var parts = [try condition()]
        while skip("&&") { parts.append(try condition()) }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private mutating func condition() throws(JSONPath.Fault) -> JSONFilter {
        skipSpaces()
        defer { skipSpaces() }
        if skip("!") { return .not(try condition()) }
        if skip("(") {
            let inner = try alternatives()
            guard skip(")") else { throw JSONPath.Fault(words: "has no ')' for a '('") }
            return inner
        }
        let left = try operand()
        skipSpaces()
        if skip("=~") { return .matches(left, try expression()) }
        guard let comparison = try comparison() else { return .exists(left) }
        return .compared(left, comparison, try operand())
    }

    private mutating func comparison() throws(JSONPath.Fault) -> JSONFilter.Operator? {
        guard let first, !")&|".utf8.contains(first) else { return nil }
        let word =
            "=!<>".utf8.contains(first)
            ? text { "=!<>".utf8.contains($0) } : text { $0 > 0x20 && !"('\"[".utf8.contains($0) }
        // '===' and '!==' are '==' and '!=' for values of one kind.
        let name = ["===": "==", "!==": "!="][word] ?? word
        if let found = JSONFilter.Operator(rawValue: name) { return found }
        let known = JSONFilter.Operator.allCases.map(\.rawValue)
        throw JSONPath.Fault(
            words: "compares with '\(word)'; there is \(known.joined(separator: ", ")), =~"
        )
    }

    private mutating func operand() throws(JSONPath.Fault) -> JSONFilter.Operand {
        skipSpaces()
        if skip("@") { return .inside(try path("@")) }
        if skip("$") { return .anywhere(try path("$")) }
        return .literal(try literal())
    }

    private mutating func literal() throws(JSONPath.Fault) -> JSON {
        var text = ""
        switch first {
        case UInt8(ascii: "'"), UInt8(ascii: "\""):
            var json = JSONWriter(escaping: .utf8)
            json.string(try quoted())
            text = String(decoding: json.finish(), as: UTF8.self)
        case UInt8(ascii: "["):
            _ = skip("[")
            var elements: [String] = []
            skipSpaces()
            while first != UInt8(ascii: "]"), !isAtEnd {
                let element = try literal()
                elements.append(element.root.asJSON)
                guard skipComma() else { break }
            }
            skipSpaces()
            guard skip("]") else { throw JSONPath.Fault(words: "has a list that does not end") }
            text = "[\(elements.joined(separator: ","))]"
        default: text = self.text { $0 > 0x20 && !")],&|=!<>".utf8.contains($0) }
        }
        guard let value = try? JSON(parsing: Array(text.utf8)) else {
            throw JSONPath.Fault(words: "has '\(text)' in a condition, which is no value")
        }
        return value
    }

    private mutating func expression() throws(JSONPath.Fault) -> RegularExpression {
        skipSpaces()
        guard skip("/") else { throw JSONPath.Fault(words: "has a '=~' without a '/' after it") }
        var bytes: [UInt8] = []
        var isEnded = false
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "/") {
                isEnded = true
                break
            }
            bytes.append(byte)
            if byte == UInt8(ascii: "\\"), let next = rest.popFirst() { bytes.append(next) }
        }
        let flags = text { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
        guard isEnded, flags.utf8.allSatisfy({ "imsx".utf8.contains($0) }) else {
            throw JSONPath.Fault(
                words:
                    "has an expression without a '/' at its end, or with other flags than i, m, s and x"
            )
        }
        let text = (flags.isEmpty ? "" : "(?\(flags))") + String(decoding: bytes, as: UTF8.self)
        do throws(RegularExpression.Fault) {
            return try RegularExpression(text)
        } catch {
            throw JSONPath.Fault(words: "has no regular expression after '=~': \(error.words)")
        }
    }
}
