/// Reads a text as V8's `JSON.parse` does, and fails where V8 fails.
///
/// `JSON` of this package is stricter: it refuses ill-formed UTF-8, lone surrogates and depth.
struct JSONReader {
    /// How many arrays and objects inside one another are kept.
    static let depthLimit = 1000

    /// Whether more was nested than is kept: the text is checked then, and its value is `null`.
    private(set) var isTooDeep = false

    let units: [UInt16]
    var at = 0
    private var open: [Container] = []

    init(_ units: [UInt16]) { self.units = units }

    /// An array or object that is not closed yet.
    private enum Container {
        case array([JSValue])
        /// The members so far, and the name of the next one.
        case object([(String, JSValue)], name: String)
    }

    /// The value of the whole text.
    mutating func read() throws(JSONFault) -> JSValue {
        while true {
            guard var value = try beginValue() else { continue }
            // What is closed is itself a value of the container around it.
            while true {
                guard let container = open.popLast() else {
                    if next() != nil { throw fault(.textAfterValue) }
                    return isTooDeep ? .null : value
                }
                guard let closed = try add(value, to: container) else { break }
                value = closed
            }
        }
    }

    /// Reads a scalar or an empty container; nil when a container with more in it was opened.
    private mutating func beginValue() throws(JSONFault) -> JSValue? {
        guard let first = next() else { throw fault(.unexpected) }
        switch first {
        case UInt16(ascii: "\""): return .string(try string())
        case UInt16(ascii: "-"), UInt16(ascii: "0")...UInt16(ascii: "9"): return try number()
        case UInt16(ascii: "t"): return try word("true", .bool(true))
        case UInt16(ascii: "f"): return try word("false", .bool(false))
        case UInt16(ascii: "n"): return try word("null", .null)
        case UInt16(ascii: "["):
            at += 1
            if take(UInt16(ascii: "]")) { return .array([]) }
            push(.array([]))
            return nil
        case UInt16(ascii: "{"):
            at += 1
            if take(UInt16(ascii: "}")) { return .object(JSObject()) }
            push(.object([], name: try name(.expectedNameOrBrace)))
            return nil
        default: throw fault(.unexpected)
        }
    }

    private mutating func push(_ container: Container) {
        open.append(container)
        if open.count > Self.depthLimit { isTooDeep = true }
    }

    /// Adds `value` to a container taken off `open`; gives the container when it ends there.
    private mutating func add(
        _ value: JSValue,
        to container: consuming Container
    ) throws(JSONFault) -> JSValue? {
        switch consume container {
        case .array(var elements):
            if !isTooDeep { elements.append(value) }
            if take(UInt16(ascii: ",")) {
                open.append(.array(elements))
                return nil
            }
            guard take(UInt16(ascii: "]")) else { throw fault(.expectedCommaOrBracket) }
            return .array(elements)
        case .object(var members, let name):
            if !isTooDeep { members.append((name, value)) }
            if take(UInt16(ascii: ",")) {
                open.append(.object(members, name: try self.name(.expectedQuotedName)))
                return nil
            }
            guard take(UInt16(ascii: "}")) else { throw fault(.expectedCommaOrBrace) }
            return .object(JSObject(members))
        }
    }

    /// Reads a member's name and the colon behind it.
    private mutating func name(_ reason: JSONFault.Reason) throws(JSONFault) -> String {
        guard next() == UInt16(ascii: "\"") else { throw fault(reason) }
        let name = try string()
        guard take(UInt16(ascii: ":")) else { throw fault(.expectedColon) }
        return name
    }

    /// The unit after white space, where the reader then stands; nil at the end.
    private mutating func next() -> UInt16? {
        while at < units.count, isSpace(units[at]) { at += 1 }
        return at < units.count ? units[at] : nil
    }

    private mutating func take(_ unit: UInt16) -> Bool {
        guard next() == unit else { return false }
        at += 1
        return true
    }

    func fault(_ reason: JSONFault.Reason) -> JSONFault {
        JSONFault(offset: at, reason: reason)
    }
}
