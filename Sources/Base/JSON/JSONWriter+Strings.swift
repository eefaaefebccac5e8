internal import MockPostlyText

extension JSONWriter {
    /// Writes a string in quotes, with the writer's escaping.
    ///
    /// Costs one copy where nothing must be escaped.
    package mutating func string(_ text: String) {
        let written: Void? = text.utf8.withContiguousStorageIfAvailable { string(utf8: $0) }
        if written == nil {
            var copy = text
            copy.withUTF8 { string(utf8: $0) }
        }
    }

    /// Writes a string that is given as UTF-8.
    ///
    /// Invalid bytes become U+FFFD with ``Escaping/ascii`` and are copied unchanged with
    /// ``Escaping/utf8``.
    package mutating func string(utf8 text: UnsafeBufferPointer<UInt8>) {
        beginValue(text.count &+ Self.slack)
        put(UInt8(ascii: "\""))
        if let start = text.baseAddress {
            let plain = copyPlain(start, text.count, to: base + count)
            count &+= plain
            if plain < text.count { escapeRest(start + plain, text.count - plain) }
        }
        put(UInt8(ascii: "\""))
    }

    /// Writes a string that is given as UTF-8, or `null` for nil.
    package mutating func string(utf8 text: UnsafeBufferPointer<UInt8>?) {
        if let text { string(utf8: text) } else { null() }
    }

    /// Writes a string in which nothing has to be escaped, such as base64.
    ///
    /// Costs one copy; bytes that need an escape would make the document invalid.
    package mutating func plainString(_ text: [UInt8]) {
        beginValue(text.count + 2)
        put(UInt8(ascii: "\""))
        text.withUnsafeBufferPointer { text in
            if let start = text.baseAddress { put(start, text.count) }
        }
        put(UInt8(ascii: "\""))
    }

    /// Bytes to reserve beyond the text itself.
    ///
    /// Two quotes, one escape of at most twelve bytes, and the part of an eight-byte store that is
    /// not text.
    private static var slack: Int { 24 }

    /// Copies `length` bytes and escapes those that need it, with the writer's escaping.
    @inline(never)
    private mutating func escapeRest(_ source: UnsafePointer<UInt8>, _ length: Int) {
        switch escaping {
        case .ascii: escape(source, length, ByteScan.escapesAndNonPrintable(in:))
        case .utf8: escape(source, length, ByteScan.escapes(in:))
        }
    }

    /// Copies `length` bytes and escapes those that `marked` finds.
    ///
    /// There is always room reserved for the rest of the text and the slack, so copying needs no
    /// checks: bytes are stored in words, and those before the first mark are counted; after an
    /// escape, in large blocks while these are plain.
    @inline(__always)
    private mutating func escape(
        _ source: UnsafePointer<UInt8>,
        _ length: Int,
        _ marked: (UInt64) -> UInt64
    ) {
        let end = source + length
        var read = source
        var write = base + count
        while true {
            // In the last word, or in that with the first mark, some bytes do not count.
            var clear = 8
            while clear == 8, read < end {
                let rest = end - read
                let word =
                    rest >= 8
                    ? ByteScan.word(at: read)
                    : ByteScan.lastWord(before: end, rest: rest, of: length)
                UnsafeMutableRawPointer(write)
                    .storeBytes(of: word.littleEndian, as: UInt64.self)
                clear = min(ByteScan.clear(before: marked(word)), rest)
                read += clear
                write += clear
            }
            count = write - base
            if read == end { return }
            repeat {
                read +=
                    read[0] < 0x80
                    ? escapeASCII(read[0]) : escapeScalar(read, available: end - read)
                reserve(end - read &+ Self.slack)
            } while read < end && needsEscape(read[0])
            let plain = copyPlain(read, end - read, to: base + count)
            read += plain
            write = base + count + plain
        }
    }

    /// Copies plain bytes, in blocks of which the last two may overlap, and returns how many.
    ///
    /// All of a plain text of four bytes or more, else those before the first block that is not.
    /// Nothing is written behind `length` bytes.
    @inline(__always)
    private func copyPlain(
        _ source: UnsafePointer<UInt8>,
        _ length: Int,
        to place: UnsafeMutablePointer<UInt8>
    ) -> Int {
        guard length >= 16 else { return copyFewPlain(source, length, to: place) }
        var plain = 0
        while length - plain >= 32 {
            let first = copyTwoWords(from: source + plain, to: place + plain)
            let second = copyTwoWords(from: source + plain + 16, to: place + plain + 16)
            guard ByteScan.isPlain(first, second) else { return plain }
            plain += 32
        }
        if length - plain > 16 {
            let words = copyTwoWords(from: source + plain, to: place + plain)
            guard ByteScan.isPlain(words) else { return plain }
            plain += 16
        }
        if plain == length { return length }
        let last = length - 16
        let words = copyTwoWords(from: source + last, to: place + last)
        return ByteScan.isPlain(words) ? length : plain
    }

    /// Copies a text of at most 15 bytes if it is plain and not too short; returns how many bytes.
    @inline(__always)
    private func copyFewPlain(
        _ source: UnsafePointer<UInt8>,
        _ length: Int,
        to place: UnsafeMutablePointer<UInt8>
    ) -> Int {
        let (source, place) = (UnsafeRawPointer(source), UnsafeMutableRawPointer(place))
        if length >= 8 {
            let first = source.loadUnaligned(as: UInt64.self)
            let last = source.loadUnaligned(fromByteOffset: length - 8, as: UInt64.self)
            guard ByteScan.isPlain(SIMD2(first, last)) else { return 0 }
            place.storeBytes(of: first, as: UInt64.self)
            place.storeBytes(of: last, toByteOffset: length - 8, as: UInt64.self)
            return length
        }
        guard length >= 4 else { return 0 }
        let first = source.loadUnaligned(as: UInt32.self)
        let last = source.loadUnaligned(fromByteOffset: length - 4, as: UInt32.self)
        let both = UInt64(first) | UInt64(last) << 32
        guard ByteScan.escapesAndNonPrintable(in: both) == 0 else { return 0 }
        place.storeBytes(of: first, as: UInt32.self)
        place.storeBytes(of: last, toByteOffset: length - 4, as: UInt32.self)
        return length
    }

    @inline(__always)
    private func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
            || byte >= 0x7F && escaping == .ascii
    }

    @inline(__always)
    private func copyTwoWords(
        from source: UnsafePointer<UInt8>,
        to place: UnsafeMutablePointer<UInt8>
    ) -> SIMD2<UInt64> {
        let words = UnsafeRawPointer(source).loadUnaligned(as: SIMD2<UInt64>.self)
        UnsafeMutableRawPointer(place).storeBytes(of: words, as: SIMD2<UInt64>.self)
        return words
    }

    /// Writes the escape of an ASCII character; returns 1, how many bytes it has.
    private mutating func escapeASCII(_ byte: UInt8) -> Int {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): putEscape(byte)
        case 0x08: putEscape(UInt8(ascii: "b"))
        case 0x09: putEscape(UInt8(ascii: "t"))
        case 0x0A: putEscape(UInt8(ascii: "n"))
        case 0x0C: putEscape(UInt8(ascii: "f"))
        case 0x0D: putEscape(UInt8(ascii: "r"))
        default: putUnit(UInt32(byte))
        }
        return 1
    }

    /// Writes the escape of the character at `source`, which is not ASCII; returns how many bytes
    /// that character has.
    @inline(__always)
    private mutating func escapeScalar(_ source: UnsafePointer<UInt8>, available: Int) -> Int {
        let length = utf8SequenceLength(source, available: available)
        func tail(_ index: Int) -> UInt32 { UInt32(source[index] & 0x3F) }
        switch length {
        case 2:
            putUnit(UInt32(source[0] & 0x1F) << 6 | tail(1))
        case 3:
            putUnit(UInt32(source[0] & 0x0F) << 12 | tail(1) << 6 | tail(2))
        case 4:
            let scalar =
                UInt32(source[0] & 0x07) << 18 | tail(1) << 12 | tail(2) << 6 | tail(3)
            putUnit(0xD7C0 + scalar >> 10)
            putUnit(0xDC00 + scalar & 0x3FF)
        default:
            putUnit(0xFFFD)
            return 1
        }
        return length
    }

    @inline(__always)
    private mutating func putEscape(_ letter: UInt8) {
        put(UInt8(ascii: "\\"))
        put(letter)
    }

    /// Writes `\uXXXX`.
    @inline(__always)
    private mutating func putUnit(_ unit: UInt32) {
        let place = UnsafeMutableRawPointer(base + count)
        // The bytes of `\u`, the first in the lowest bits.
        place.storeBytes(of: UInt16(0x755C).littleEndian, as: UInt16.self)
        (place + 2).storeBytes(of: hexadecimal(unit).littleEndian, as: UInt32.self)
        count &+= 6
    }
}

/// The four hexadecimal digits of the lowest 16 bits in lower case, the first in the lowest bits.
///
/// All four are made at once: one digit at a time takes three times the instructions.
@inline(__always)
private func hexadecimal(_ value: UInt32) -> UInt32 {
    let bytes = (value & 0xFF) << 16 | value >> 8 & 0xFF
    let digits = (bytes & 0x000F_000F) << 8 | bytes >> 4 & 0x000F_000F
    // 1 in each byte whose digit is a letter.
    let letters = (digits &+ 0x0606_0606) >> 4 & 0x0101_0101
    return digits &+ 0x3030_3030 &+ letters &* 39
}
