package import MockPostlyJSON

/// A client's name for a message or a join: any JSON value, most often a string or a number.
///
/// Its text goes back as it came, so that a string stays a string and `7` stays `7`. A ref of up
/// to 15 bytes takes no memory of its own.
package struct Ref: Sendable, Equatable {
    /// The JSON text, the quotes of a string included.
    package let text: String

    package static let null = Ref(text: "null")

    package init(_ value: JSONValue) {
        text = String(decoding: value.rawText, as: UTF8.self)
    }

    /// The ref that is `string` as a JSON string.
    package init(string: String) {
        var writer = JSONWriter(escaping: .utf8)
        writer.string(string)
        text = String(decoding: writer.finish(), as: UTF8.self)
    }

    private init(text: String) {
        self.text = text
    }

    package var isNull: Bool { text == "null" }

    /// Whether both are written alike, or are strings that differ in escapes only.
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
