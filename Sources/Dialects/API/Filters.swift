internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyRegex

/// One condition of a list, such as `price_gte=10`: a row must meet it for one of its values.
struct Filter {
    private enum Test {
        case equal, different
        /// Whether the value must be above the bound, and whether it may be equal to it.
        case range(isAtLeast: Bool, takesEqual: Bool)
        case like([RegularExpression])
    }

    /// The member whose value is tested.
    let path: FieldPath
    private let test: Test
    private let values: [JSValue]

    /// The operators, which stand at the ends of names.
    private static let operators = ["_lte", "_gte", "_ne", "_like"]
    /// Those that the original does not know.
    private static let moreOperators = ["_lt", "_gt"]

    /// The operator at the end of a name; nil for a name without one.
    static func operation(of name: String, isOriginal: Bool) -> String? {
        operators.first { name.hasSuffix($0) }
            ?? (isOriginal ? nil : moreOperators.first { name.hasSuffix($0) })
    }

    init(_ name: String, _ value: JSValue, isOriginal: Bool) throws(Failure) {
        if case .array(let several) = value { values = several } else { values = [value] }
        let operation = Self.operation(of: name, isOriginal: isOriginal)
        path = FieldPath(String(name.dropLast(operation?.count ?? 0)))
        switch operation {
        case "_ne": test = .different
        case "_gte": test = .range(isAtLeast: true, takesEqual: true)
        case "_lte": test = .range(isAtLeast: false, takesEqual: true)
        case "_gt": test = .range(isAtLeast: true, takesEqual: false)
        case "_lt": test = .range(isAtLeast: false, takesEqual: false)
        case "_like":
            var expressions: [RegularExpression] = []
            for value in values {
                expressions.append(try Self.expression(value.text, isOriginal: isOriginal))
            }
            test = .like(expressions)
        default: test = .equal
        }
    }

    /// A JavaScript expression with the flag `i`, made to match a text as a whole.
    private static func expression(
        _ text: String,
        isOriginal: Bool
    ) throws(Failure) -> RegularExpression {
        do throws(RegularExpression.Fault) {
            // By itself first: in the middle of another one, a bracket too many would be no error.
            _ = try RegularExpression(text)
            return try RegularExpression("(?s:.*?)(?i-s:\(text))(?s:.*)")
        } catch {
            throw Failure(
                isOriginal ? 500 : 400,
                "Invalid regular expression: /\(text)/i: \(error.words)"
            )
        }
    }

    /// Whether a value of ``path`` meets the condition; a missing or null value meets none.
    func takes(_ value: JSValue?, _ budget: MatchBudget) throws(Failure) -> Bool {
        guard let value, !value.isNullish else { return false }
        switch test {
        case .equal:
            let text = value.text.utf8
            return values.contains { $0.string.map { text.elementsEqual($0.utf8) } ?? false }
        case .different:
            let text = value.text.utf8
            return values.allSatisfy { !($0.string.map { text.elementsEqual($0.utf8) } ?? false) }
        case .range(let isAtLeast, let takesEqual):
            return values.contains { bound in
                let (low, high) = isAtLeast ? (bound, value) : (value, bound)
                return takesEqual ? isAtMost(low, high) : isLess(low, high)
            }
        case .like(let expressions):
            let text = Array(value.text.utf8)
            for expression in expressions {
                guard let isMatch = expression.matchesWhole(text, budget) else {
                    throw Failure(400, "the pattern \(expression.text) takes too long")
                }
                if isMatch { return true }
            }
            return false
        }
    }
}

/// The result of JavaScript's `a <= b`.
private func isAtMost(_ a: JSValue, _ b: JSValue) -> Bool {
    // Not the contrary of `b < a`: where one is no number, both are false.
    if isLess(a, b) { return true }
    if a.isText, b.isText { return !isLess(b, a) }
    return a.number == b.number && !isLess(b, a)
}

extension JSValue {
    /// Whether it is compared as text with another text.
    fileprivate var isText: Bool {
        switch self {
        case .string, .array, .object: true
        case .undefined, .null, .bool, .number, .long: false
        }
    }
}

/// The search of `q`: a text anywhere in the values of a row, whatever the case.
struct TextSearch {
    private let wanted: [UInt8]
    private let isASCII: Bool

    init(_ text: String) {
        wanted = Array(text.lowercased().utf8)
        isASCII = wanted.allSatisfy { $0 < 0x80 }
    }

    func takes(_ row: JSONValue) -> Bool {
        switch row.kind {
        case .object:
            var isFound = false
            row.forEachMember { _, value in isFound = isFound || has(value) }
            return isFound
        case .array: return row.elements.contains(where: has)
        // The original looks at each letter by itself.
        case .string: return (row.string ?? "").contains { has(text: String($0)) }
        case .null, .bool, .number: return false
        }
    }

    /// Values that are falsy are not found.
    private func has(_ value: JSONValue) -> Bool {
        switch value.kind {
        case .object, .array: takes(inside: value)
        case .string: value.string.map { !$0.isEmpty && has(text: $0) } ?? false
        case .null: false
        case .bool: value.bool == true && has(text: "true")
        case .number: JSValue(value).isTrue && has(text: JSValue(value).text)
        }
    }

    private func takes(inside value: JSONValue) -> Bool {
        if value.kind == .array { return value.elements.contains(where: has) }
        return takes(value)
    }

    func has(text: String) -> Bool {
        var text = text
        guard isASCII, text.utf8.allSatisfy({ $0 < 0x80 }) else {
            return find(Array(text.lowercased().utf8))
        }
        return text.withUTF8 { find($0) }
    }

    private func find(_ bytes: some RandomAccessCollection<UInt8>) -> Bool {
        guard let first = wanted.first else { return true }
        guard bytes.count >= wanted.count else { return false }
        var start = bytes.startIndex
        let last = bytes.index(bytes.endIndex, offsetBy: -wanted.count)
        while start <= last {
            if Self.small(bytes[start]) == first {
                var place = start
                var length = 0
                while length < wanted.count, Self.small(bytes[place]) == wanted[length] {
                    length += 1
                    place = bytes.index(after: place)
                }
                if length == wanted.count { return true }
            }
            start = bytes.index(after: start)
        }
        return false
    }

    private static func small(_ byte: UInt8) -> UInt8 {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
    }
}
