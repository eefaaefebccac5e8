internal import MockPostlyJSON
internal import MockPostlyJavaScript

/// The object in which lists are answered, such as `{"data": $rows, "total": $count}`.
package struct Envelope: Sendable, Equatable {
    /// As it was given.
    package let text: String
    /// The object, with texts that nobody writes in the places of the words.
    private let value: JSValue

    private static let rows = "\u{0}rows"
    private static let count = "\u{0}count"

    /// Nil for a text that is no JSON object with the word `$rows` in it.
    package init?(_ text: String) {
        let words = [("$rows", Self.rows), ("$count", Self.count)]
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        var isInText = false
        while let byte = rest.first {
            if !isInText, let (word, mark) = words.first(where: { rest.starts(with: $0.0.utf8) }) {
                bytes += "\"\\u0000\(mark.dropFirst())\"".utf8
                rest = rest.dropFirst(word.utf8.count)
                continue
            }
            if byte == UInt8(ascii: "\"") { isInText.toggle() }
            bytes.append(byte)
            rest = rest.dropFirst()
            if isInText, byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() {
                bytes.append(escaped)
            }
        }
        guard let json = try? JSON(parsing: bytes), json.root.kind == .object else { return nil }
        let value = JSValue(json.root)
        guard Self.has(value) else { return nil }
        (self.text, self.value) = (text, value)
    }

    private static func has(_ value: JSValue) -> Bool {
        switch value {
        case .string(let text): text == rows
        case .array(let elements): elements.contains(where: has)
        case .object(let object): object.members.contains { has($0.value) }
        default: false
        }
    }

    /// Prints the object with the rows, which `writeRows` prints, and their number before slicing.
    func write(
        _ text: inout PrettyJSON,
        count: Int,
        _ writeRows: (inout PrettyJSON) throws -> Void
    ) rethrows {
        try write(value, &text, count, writeRows)
    }

    private func write(
        _ value: JSValue,
        _ text: inout PrettyJSON,
        _ count: Int,
        _ writeRows: (inout PrettyJSON) throws -> Void
    ) rethrows {
        switch value {
        case .string(Self.rows): try writeRows(&text)
        case .string(Self.count): text.write(.number(Double(count)))
        case .array(let elements):
            try text.writeList(elements) { try write($1, &$0, count, writeRows) }
        case .object(let object):
            text.beginObject()
            for (place, (name, inner)) in object.members.enumerated() {
                text.member(name, isFirst: place == 0)
                try write(inner, &text, count, writeRows)
            }
            text.endObject(isEmpty: object.count == 0)
        default: text.write(value)
        }
    }
}
