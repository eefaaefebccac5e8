internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyText

/// Prints values as `JSON.stringify(value, null, 2)` does: no line end at the end, `[]` and `{}` on
/// one line.
struct PrettyJSON {
    private(set) var bytes: [UInt8] = []
    /// How many arrays and objects are open.
    private var level = 0

    init(reserving count: Int = 1024) {
        bytes.reserveCapacity(count)
    }

    /// Prints the value `value` would have after `JSON.parse`.
    mutating func write(_ value: JSONValue) {
        switch value.kind {
        case .object: if !writeAsItStands(value) { write(JSValue(value)) }
        case .number:
            // Whole numbers that doubles have exactly are written alike, but for -0.
            let text = value.rawText
            if value.isIntegerLiteral, text.count <= 15, !text.elementsEqual("-0".utf8) {
                bytes += text
            } else {
                write(JSValue(value))
            }
        case .array: writeList(value.elements) { $0.write($1) }
        case .null, .bool: bytes += value.rawText
        case .string:
            let text = value.rawText
            // Mostly there is nothing to escape, and nothing that is escaped without need.
            if text.contains(UInt8(ascii: "\\")) {
                write(text: value.string ?? "")
            } else {
                bytes += text
            }
        }
    }

    /// Prints an object whose members are in JavaScript's order already, which saves making it a
    /// value; returns false, and prints nothing, for others.
    private mutating func writeAsItStands(_ value: JSONValue) -> Bool {
        let (start, outside) = (bytes.count, level)
        var names: [String] = []
        var isInOrder = true
        begin("{")
        value.forEachMember { name, inner in
            let first = name.utf8.first ?? 0
            // Names that may be indices come first; of equal names the last counts.
            isInOrder =
                isInOrder && !first.isDigit
                && names.count < Self.mostNames && !names.contains(name)
            guard isInOrder else { return }
            member(name, isFirst: names.isEmpty)
            names.append(name)
            write(inner)
        }
        guard isInOrder else {
            bytes.removeSubrange(start...)
            level = outside
            return false
        }
        endObject(isEmpty: names.isEmpty)
        return true
    }

    /// Up to so many names each is compared with those before it.
    private static let mostNames = 16

    mutating func write(_ value: JSValue) {
        switch value {
        case .undefined, .null: put("null")
        case .bool(let isTrue): put(isTrue ? "true" : "false")
        case .number(let number): number.isFinite ? put(javaScriptText(of: number)) : put("null")
        case .long(let number): put(number.text)
        case .string(let text): write(text: text)
        case .array(let elements): writeList(elements) { $0.write($1) }
        case .object(let object): write(object)
        }
    }

    /// Prints a list, each element by `write`.
    mutating func writeList<Element>(
        _ elements: [Element],
        _ write: (inout PrettyJSON, Element) throws -> Void
    ) rethrows {
        guard !elements.isEmpty else { return put("[]") }
        begin("[")
        for (place, element) in elements.enumerated() {
            beginLine(isFirst: place == 0)
            try write(&self, element)
        }
        end("]")
    }

    /// Begins an object whose members follow by ``member(_:isFirst:)``.
    mutating func beginObject() { begin("{") }

    /// Prints the name of a member, after which its value is to be printed.
    mutating func member(_ name: String, isFirst: Bool) {
        beginLine(isFirst: isFirst)
        write(text: name)
        put(": ")
    }

    mutating func endObject(isEmpty: Bool) {
        if isEmpty {
            level -= 1
            put("}")
        } else {
            end("}")
        }
    }

    private mutating func write(_ object: JSObject) {
        let members = object.members.filter { $0.value != .undefined }
        guard !members.isEmpty else { return put("{}") }
        begin("{")
        for (place, one) in members.enumerated() {
            member(one.name, isFirst: place == 0)
            write(one.value)
        }
        end("}")
    }

    private mutating func write(text: String) {
        let isPlain = text.utf8.allSatisfy {
            $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
        guard !isPlain else {
            bytes.append(UInt8(ascii: "\""))
            bytes += text.utf8
            bytes.append(UInt8(ascii: "\""))
            return
        }
        var writer = JSONWriter(escaping: .utf8)
        writer.string(text)
        bytes += writer.finish()
    }

    private mutating func put(_ text: String) { bytes += text.utf8 }

    private mutating func begin(_ bracket: String) {
        put(bracket)
        level += 1
    }

    private mutating func end(_ bracket: String) {
        level -= 1
        newLine()
        put(bracket)
    }

    private mutating func beginLine(isFirst: Bool) {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        newLine()
    }

    private mutating func newLine() {
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: level * 2))
    }
}
