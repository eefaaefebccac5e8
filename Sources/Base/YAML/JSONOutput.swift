/// JSON text that can be cut off again, in contrast to that of a `JSONWriter`.
struct JSONOutput {
    private(set) var bytes: [UInt8] = []
    private var needsComma = false

    var count: Int { bytes.count }

    mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

    mutating func open(_ bracket: Unicode.Scalar) {
        beginValue()
        bytes.append(UInt8(ascii: bracket))
        needsComma = false
    }

    mutating func close(_ bracket: Unicode.Scalar) {
        bytes.append(UInt8(ascii: bracket))
        needsComma = true
    }

    mutating func raw(_ text: some Collection<UInt8>) {
        beginValue()
        bytes.append(contentsOf: text)
        needsComma = true
    }

    mutating func key(_ text: UnsafeBufferPointer<UInt8>) {
        string(text)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    mutating func string(_ text: UnsafeBufferPointer<UInt8>) {
        beginValue()
        bytes.append(UInt8(ascii: "\""))
        var start = 0
        for place in 0..<text.count {
            let byte = text[place]
            guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else {
                continue
            }
            bytes.append(contentsOf: text[start..<place])
            escape(byte)
            start = place + 1
        }
        bytes.append(contentsOf: text[start...])
        bytes.append(UInt8(ascii: "\""))
        needsComma = true
    }

    private mutating func escape(_ byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x20...: bytes.append(byte)
        default:
            bytes.append(contentsOf: "u00".utf8)
            for digit in [byte >> 4, byte & 15] {
                bytes.append(digit < 10 ? 0x30 + digit : 0x57 + digit)
            }
        }
    }

    private mutating func beginValue() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
    }

    /// The bytes from `start` on, without the comma before them.
    func tail(from start: Int) -> ArraySlice<UInt8> {
        let tail = bytes[start...]
        return tail.first == UInt8(ascii: ",") ? tail.dropFirst() : tail
    }

    /// Takes back what was written after ``count`` was `start`.
    mutating func cut(to start: Int) {
        bytes.removeLast(bytes.count - start)
        needsComma = bytes.last != UInt8(ascii: "{") && bytes.last != UInt8(ascii: "[")
    }
}
