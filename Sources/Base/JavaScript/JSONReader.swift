/// Reads a text like V8's `JSON.parse`, and fails where V8 fails.
///
/// `JSON` of this package is stricter: it refuses invalid UTF-8, lone surrogates and deep nesting.
struct JSONReader {
    /// How many nested arrays and objects are kept.
    static let depthLimit = 1000

    /// Whether the nesting exceeds the limit; then the text is only checked and its value is
    /// `null`.
    private(set) var isTooDeep = false

    let units: [UInt16]
    var at = 0
    private var open: [Container] = []
    /// The elements and members of all open containers, those of the innermost one last.
    private var values: [JSValue] = []
    private var names: [String] = []

    init(_ units: [UInt16]) { self.units = units }

    /// An open array or object, and where its values and names start.
    private struct Container {
        var isArray: Bool
        var values: Int
        var names: Int
    }

    /// Reads the whole text as one value.
    mutating func read() throws(JSONFault) -> JSValue {
        while true {
            guard var value = try beginValue() else { continue }
            // A closed container is itself a value of the container around it.
            while let container = open.last {
                if !isTooDeep { values.append(value) }
                guard let closed = try goOn(in: container) else { break }
                value = closed
            }
            if open.isEmpty {
                if next() != nil { throw fault(.textAfterValue) }
                return isTooDeep ? .null : value
            }
        }
    }

    /// Reads a scalar or an empty container; nil when a container was opened that is not empty.
    private mutating func beginValue() throws(JSONFault) -> JSValue? {
        guard let first = next() else { throw fault(.unexpected) }
        switch first {
        case UInt16(ascii: "\""): return .string(try string())
        case UInt16(ascii: "-"), UInt16(ascii: "0")...UInt16(ascii: "9"): return try number()
        case UInt16(ascii: "t"): return try word("true", .bool(true))
        case UInt16(ascii: "f"): return try word("false", .bool(false))
        case UInt16(ascii: "n"): return try word("null", .null)
        case UInt16(ascii: "["):
            enter()
            if consume(UInt16(ascii: "]")) { return .array([]) }
            push(isArray: true)
            return nil
        case UInt16(ascii: "{"):
            enter()
            if consume(UInt16(ascii: "}")) { return .object(JSObject()) }
            push(isArray: false)
            try name(.expectedNameOrBrace)
            return nil
        default: throw fault(.unexpected)
        }
    }

    private mutating func push(isArray: Bool) {
        open.append(Container(isArray: isArray, values: values.count, names: names.count))
    }

    /// Moves after an opening bracket and counts the nesting.
    private mutating func enter() {
        at += 1
        if open.count >= Self.depthLimit { isTooDeep = true }
    }

    /// Continues after a value of the innermost container; returns that container if it ends here.
    private mutating func goOn(in container: Container) throws(JSONFault) -> JSValue? {
        if consume(UInt16(ascii: ",")) {
            if !container.isArray { try name(.expectedQuotedName) }
            return nil
        }
        if container.isArray {
            guard consume(UInt16(ascii: "]")) else { throw fault(.expectedCommaOrBracket) }
        } else {
            guard consume(UInt16(ascii: "}")) else { throw fault(.expectedCommaOrBrace) }
        }
        open.removeLast()
        guard !isTooDeep else { return .null }
        let inside = Self.takeLast(values.count - container.values, of: &values)
        if container.isArray { return .array(inside) }
        let own = Self.takeLast(names.count - container.names, of: &names)
        return .object(JSObject(Array(zip(own, inside))))
    }

    private static func takeLast<Element>(_ count: Int, of list: inout [Element]) -> [Element] {
        let taken = Array(list.suffix(count))
        list.removeLast(count)
        return taken
    }

    /// Reads the name of a member and the colon after it.
    private mutating func name(_ reason: JSONFault.Reason) throws(JSONFault) {
        guard next() == UInt16(ascii: "\"") else { throw fault(reason) }
        let name = try string()
        guard consume(UInt16(ascii: ":")) else { throw fault(.expectedColon) }
        if !isTooDeep { names.append(name) }
    }

    /// Skips white space and returns the unit after it, without using it; nil at the end.
    private mutating func next() -> UInt16? {
        while at < units.count, isSpace(units[at]) { at += 1 }
        return at < units.count ? units[at] : nil
    }

    private mutating func consume(_ unit: UInt16) -> Bool {
        guard next() == unit else { return false }
        at += 1
        return true
    }

    func fault(_ reason: JSONFault.Reason) -> JSONFault {
        JSONFault(offset: at, reason: reason)
    }
}
