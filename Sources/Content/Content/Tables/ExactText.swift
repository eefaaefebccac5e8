/// A text that is compared byte for byte, as the database does.
///
/// `String` treats two Unicode spellings of a letter as equal.
package struct ExactText: Hashable, Sendable {
    /// As it was given; not normalised.
    package let text: String

    package init(_ text: String) {
        self.text = text
    }

    /// Compares the bytes of UTF-8.
    package static func == (left: ExactText, right: ExactText) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        let hashed: Void? = text.utf8.withContiguousStorageIfAvailable {
            hasher.combine(bytes: UnsafeRawBufferPointer($0))
        }
        if hashed == nil { for byte in text.utf8 { hasher.combine(byte) } }
    }
}
