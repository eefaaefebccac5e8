package import MockPostlyJavaScript

/// How a row is known in the database: by its id as text, or by its number if it has none.
struct RowKey {
    /// The id as text, or `#` and the number; an id that begins with `#` has one more.
    let stored: String

    init(stored: String) { self.stored = stored }

    init(_ id: IDText) {
        stored = id.text.utf8.first == UInt8(ascii: "#") ? "#" + id.text : id.text
    }

    init(ordinal: Int) { stored = "#\(ordinal)" }

    /// The key of an object of the file.
    static let singular = RowKey(stored: "")

    /// The number of a row without an id; nil for a row with one.
    var ordinal: Int? {
        guard stored.utf8.first == UInt8(ascii: "#") else { return nil }
        return Int(stored.dropFirst())
    }

    /// The id; nil for a row without one.
    var id: IDText? {
        guard stored.utf8.first == UInt8(ascii: "#") else { return IDText(stored) }
        return stored.hasPrefix("##") ? IDText(String(stored.dropFirst())) : nil
    }

    /// As people see it.
    var shown: String { id?.text ?? stored }
}

/// An id as text, which is compared by its bytes.
package struct IDText: Hashable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }

    /// The text of an id; nil for undefined and null, which are none.
    package init?(_ id: JSValue) {
        guard !id.isNullish else { return nil }
        text = id.text
    }

    package static func == (left: IDText, right: IDText) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
