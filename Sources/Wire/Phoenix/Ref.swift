package import MockPostlyJSON

/// A client's identifier for a message or a join: any JSON value, mostly a string or a number.
///
/// Its text is sent back as it came, so a string stays a string and `7` stays `7`. A ref of up to
/// 15 bytes needs no allocation.
package struct Ref: Sendable, Equatable {
    /// The JSON text, including the quotes of a string.
    package let text: String

    /// The ref of messages without one.
    package static let null = Ref(text: "null")

    /// The ref with the text of `value` as the client wrote it.
    package init(_ value: JSONValue) {
        text = String(decoding: value.rawText, as: UTF8.self)
    }

    /// The ref whose JSON text is `string` in quotes, escaped where needed.
    package init(string: String) {
        var writer = JSONWriter(escaping: .utf8)
        writer.string(string)
        text = String(decoding: writer.finish(), as: UTF8.self)
    }

    private init(text: String) {
        self.text = text
    }

    /// Also true for the JSON `null` that a client has sent.
    package var isNull: Bool { text == "null" }

    /// Whether both have the same text, or are strings that differ only in escapes.
    package static func == (left: Ref, right: Ref) -> Bool {
        if left.text.utf8.elementsEqual(right.text.utf8) { return true }
        guard let left = left.unescaped, let right = right.unescaped else { return false }
        return left.utf8.elementsEqual(right.utf8)
    }

    private var unescaped: String? {
        guard text.utf8.first == UInt8(ascii: "\"") else { return nil }
        return (try? JSON(parsing: Array(text.utf8)))?.root.string
    }
}
