internal import MockPostlyJSON
internal import MockPostlyJavaScript

/// A JSON value with words in it for what an answer puts there, such as
/// `{"data": $rows, "total": $count}`.
///
/// A word is written bare; in quotes it is a text as any other.
struct Template: Sendable, Equatable {
    /// As it was given.
    let text: String
    /// With ``mark(_:)`` in the places of the words.
    private let value: JSValue

    /// Nil for a text that is no JSON object with the first of `words`, which begin with `$`.
    init?(_ text: String, words: [String]) {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        var isInText = false
        while let byte = rest.first {
            if !isInText, let word = words.first(where: { rest.starts(with: $0.utf8) }) {
                bytes += "\"\\u0000\(word.dropFirst())\"".utf8
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
        guard let needed = words.first, Self.has(Self.mark(needed), value) else { return nil }
        (self.text, self.value) = (text, value)
    }

    /// A text that nobody writes.
    private static func mark(_ word: String) -> String { "\u{0}" + word.dropFirst() }

    private static func has(_ mark: String, _ value: JSValue) -> Bool {
        switch value {
        case .string(let text): text == mark
        case .array(let elements): elements.contains { has(mark, $0) }
        case .object(let object): object.members.contains { has(mark, $0.value) }
        default: false
        }
    }

    /// The text of a template in a JSON file, where the words are texts of their own: `"$rows"`.
    static func bare(_ json: some Sequence<UInt8>) -> String {
        var bytes = Array(json)[...]
        var result: [UInt8] = []
        while let byte = bytes.popFirst() {
            let letters = bytes.dropFirst().prefix { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
            guard byte == UInt8(ascii: "\""), bytes.first == UInt8(ascii: "$"), !letters.isEmpty,
                letters.endIndex < bytes.endIndex, bytes[letters.endIndex] == byte
            else {
                result.append(byte)
                continue
            }
            result += bytes[..<letters.endIndex]
            bytes = bytes[(letters.endIndex + 1)...]
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Prints the value; `fill` prints what stands for a word, and returns false for others.
    func write(
        _ text: inout PrettyJSON,
        _ fill: (_ word: String, inout PrettyJSON) throws -> Bool
    ) rethrows {
        try write(value, &text, fill)
    }

    private func write(
        _ value: JSValue,
        _ text: inout PrettyJSON,
        _ fill: (_ word: String, inout PrettyJSON) throws -> Bool
    ) rethrows {
        switch value {
        case .string(let mark):
            guard mark.utf8.first == 0, try fill("$" + mark.dropFirst(), &text) else {
                text.write(value)
                return
            }
        case .array(let elements): try text.writeList(elements) { try write($1, &$0, fill) }
        case .object(let object):
            text.beginObject()
            for (place, (name, inner)) in object.members.enumerated() {
                text.member(name, isFirst: place == 0)
                try write(inner, &text, fill)
            }
            text.endObject(isEmpty: object.count == 0)
        default: text.write(value)
        }
    }
}
