extension JSONWriter {
    /// Writes a string in quotes, with the writer's escaping.
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
        beginValue(text.count + Self.slack)
        put(UInt8(ascii: "\""))
        if let start = text.baseAddress {
            switch escaping {
            case .ascii: escape(start, text.count, ByteScan.escapesAndNonPrintable(in:))
            case .utf8: escape(start, text.count, ByteScan.escapes(in:))
            }
        }
        put(UInt8(ascii: "\""))
    }

    /// Writes a string in which nothing has to be escaped, such as base64.
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

    /// Copies `length` bytes and escapes those that `marked` finds.
    ///
    /// There is always room reserved for the rest of the text and the slack, so copying needs no
    /// checks: eight bytes are stored, and those before the first mark are counted.
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
            var marks: UInt64 = 0
            while end - read >= 8 {
                let word = ByteScan.word(at: read)
                UnsafeMutableRawPointer(write)
                    .storeBytes(of: word.littleEndian, as: UInt64.self)
                marks = marked(word)
                // A constant step first, so that the next load does not have to wait for the marks.
                guard marks == 0 else {
                    let clear = ByteScan.clear(before: marks)
                    read += clear
                    write += clear
                    break
                }
                read += 8
                write += 8
            }
            if marks == 0 {
                while read < end, !needsEscape(read[0]) {
                    write[0] = read[0]
                    read += 1
                    write += 1
                }
            }
            count = write - base
            if read == end { return }
            repeat {
                read += escapeOne(read, available: end - read)
                reserve(end - read + Self.slack)
            } while read < end && needsEscape(read[0])
            write = base + count
        }
    }

    @inline(__always)
    private func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
            || byte >= 0x7F && escaping == .ascii
    }

    /// Writes the escape of the character at `source`; returns how many bytes that character has.
    private mutating func escapeOne(_ source: UnsafePointer<UInt8>, available: Int) -> Int {
        let byte = source[0]
        guard byte < 0x80 else { return escapeScalar(source, available: available) }
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
        putEscape(UInt8(ascii: "u"))
        put(hexadecimal(unit >> 12))
        put(hexadecimal(unit >> 8))
        put(hexadecimal(unit >> 4))
        put(hexadecimal(unit))
    }
}

/// The hexadecimal digit of the lowest four bits, in lower case.
@inline(__always)
private func hexadecimal(_ value: UInt32) -> UInt8 {
    let digit = UInt8(truncatingIfNeeded: value & 0xF)
    return digit < 10 ? UInt8(ascii: "0") &+ digit : UInt8(ascii: "a") &- 10 &+ digit
}
