/// Folds the case of texts, so that two that differ in case only become the same bytes.
///
/// Each character becomes the lower case of its upper case, where both are one character; so ſ is
/// s, ς is σ, and ß stays itself. That is what a case-insensitive regular expression compares in
/// the backend this mirrors.
enum CaseFolding {
    /// The folded UTF-8 of `text`.
    static func fold(_ text: some Sequence<UInt8>) -> [UInt8] {
        var folded: [UInt8] = []
        folded.reserveCapacity(text.underestimatedCount)
        var decoder = UTF8()
        var bytes = text.makeIterator()
        while case .scalarValue(let scalar) = decoder.decode(&bytes) {
            if scalar.isASCII {
                folded.append(fold(ascii: UInt8(scalar.value)))
            } else {
                folded.append(
                    contentsOf: UTF8.encode(fold(scalar)) ?? UTF8.encodedReplacementCharacter
                )
            }
        }
        return folded
    }

    /// The folded UTF-8 of a text that the database lends.
    static func fold(_ text: LentText) -> [UInt8] {
        let isASCII = text.allSatisfy { $0 < 0x80 }
        guard isASCII else { return fold(AnySequence(text)) }
        return [UInt8](unsafeUninitializedCapacity: text.count) { folded, count in
            for index in 0..<text.count { folded[index] = fold(ascii: text[index]) }
            count = text.count
        }
    }

    @inline(__always)
    private static func fold(ascii byte: UInt8) -> UInt8 {
        byte &- 0x41 < 26 ? byte | 0x20 : byte
    }

    private static func fold(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        // Its lower case is two characters; the simple mapping, which matching uses, is one.
        if scalar == "\u{130}" { return "i" }
        let upper = single(scalar.properties.uppercaseMapping) ?? scalar
        return single(upper.properties.lowercaseMapping) ?? upper
    }

    private static func single(_ mapping: String) -> Unicode.Scalar? {
        let scalars = mapping.unicodeScalars
        return scalars.count == 1 ? scalars.first : nil
    }
}

/// Whether `text` has `part` in it, byte for byte.
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
