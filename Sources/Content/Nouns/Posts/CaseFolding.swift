internal import MockPostlyContent

/// Case folding of text: two texts that differ only in case have the same folded bytes.
///
/// Each character is replaced by the lower case of its upper case, when both are one character: ſ
/// becomes s, ς becomes σ, and ß stays ß. The original's case-insensitive regular expression
/// compares in this way.
enum CaseFolding {
    /// The folded UTF-8 of `text`; invalid bytes become U+FFFD.
    static func fold(_ text: some Collection<UInt8>) -> [UInt8] {
        text.withContiguousStorageIfAvailable { fold($0) }
            ?? Array(text).withUnsafeBufferPointer { fold($0) }
    }

    /// The folded UTF-8 of a text from the database.
    static func fold(_ text: LentText) -> [UInt8] {
        // Folding makes no character more than half as long again, and each invalid byte becomes
        // the three bytes of U+FFFD.
        [UInt8](unsafeUninitializedCapacity: text.count * 3) { folded, count in
            var read = 0
            while read < text.count {
                if text[read] < 0x80 {
                    folded[count] = fold(ascii: text[read])
                    read += 1
                    count += 1
                } else {
                    for byte in foldCharacter(text, &read) {
                        folded[count] = byte
                        count += 1
                    }
                }
            }
        }
    }

    /// Folds the character at `start`, which is not ASCII, and moves `start` behind it.
    private static func foldCharacter(
        _ text: LentText,
        _ start: inout Int
    ) -> Unicode.UTF8.EncodedScalar {
        var decoder = UTF8()
        let rest = UnsafeBufferPointer(rebasing: text[start..<min(start + 4, text.count)])
        var bytes = rest.makeIterator()
        guard case .scalarValue(let scalar) = decoder.decode(&bytes), scalar != "\u{FFFD}" else {
            // A real U+FFFD of three bytes, or one byte that begins no character.
            start +=
                text[start] == 0xEF && rest.starts(with: UTF8.encodedReplacementCharacter) ? 3 : 1
            return UTF8.encodedReplacementCharacter
        }
        start += UTF8.width(scalar)
        return UTF8.encode(fold(scalar)) ?? UTF8.encodedReplacementCharacter
    }

    @inline(__always)
    private static func fold(ascii byte: UInt8) -> UInt8 {
        byte &- 0x41 < 26 ? byte | 0x20 : byte
    }

    private static func fold(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard scalar.properties.changesWhenCaseMapped else { return scalar }
        // The full mapping of İ gives two characters; regular expressions use the simple one, `i`.
        if scalar == "\u{130}" { return "i" }
        let upper = single(scalar.properties.uppercaseMapping) ?? scalar
        return single(upper.properties.lowercaseMapping) ?? upper
    }

    private static func single(_ mapping: String) -> Unicode.Scalar? {
        let scalars = mapping.unicodeScalars
        return scalars.count == 1 ? scalars.first : nil
    }
}

/// Whether `text` contains the bytes of `part`.
///
/// An empty part is in every text.
func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
    guard let first = part.first else { return true }
    guard text.count >= part.count else { return false }
    return text.withUnsafeBufferPointer { text in
        part.withUnsafeBufferPointer { part in
            let last = text.count - part.count
            var start = 0
            while start <= last {
                while start <= last, text[start] != first { start += 1 }
                guard start <= last else { return false }
                var length = 1
                while length < part.count, text[start + length] == part[length] { length += 1 }
                if length == part.count { return true }
                start += 1
            }
            return false
        }
    }
}
