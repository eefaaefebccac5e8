extension QRCode {
    /// The codewords of `text` in the order in which they are drawn, in the smallest version that
    /// holds them.
    static func codewords(of text: [UInt8]) -> (version: QRVersion, words: [UInt8])? {
        let bits = Bits(of: text)
        guard let version = QRVersion.all.first(where: { bits.count <= 8 * $0.dataWords }) else {
            return nil
        }
        let data = bits.padded(to: version.dataWords)
        // The last blocks are longer by one when the words do not come out even.
        let (length, rest) = data.count.quotientAndRemainder(dividingBy: version.blocks)
        var start = 0
        let blocks = (0..<version.blocks).map { index in
            let end = start + length + (index < version.blocks - rest ? 0 : 1)
            defer { start = end }
            return Array(data[start..<end])
        }
        let corrections = blocks.map { correction(of: $0, count: version.correction) }
        return (version, interleaved(blocks) + interleaved(corrections))
    }

    /// The first bytes of all blocks, then the second ones, and so on.
    private static func interleaved(_ blocks: [[UInt8]]) -> [UInt8] {
        (0..<(blocks.map(\.count).max() ?? 0)).flatMap { index in
            blocks.compactMap { index < $0.count ? $0[index] : nil }
        }
    }

    /// The remainder of `data` as a polynomial when it is divided by the generator: Reed-Solomon
    /// with the field of the standard (modulus 0x11D).
    private static func correction(of data: [UInt8], count: Int) -> [UInt8] {
        let generator = generator(degree: count)
        var remainder = [UInt8](repeating: 0, count: count)
        for byte in data {
            let factor = byte ^ remainder.removeFirst()
            remainder.append(0)
            for index in 0..<count {
                remainder[index] ^= product(generator[index], factor)
            }
        }
        return remainder
    }

    /// The coefficients of the product of all x - 2^i for i below `degree`, without the first, 1.
    private static func generator(degree: Int) -> [UInt8] {
        var coefficients = [UInt8](repeating: 0, count: degree)
        coefficients[degree - 1] = 1
        var root: UInt8 = 1
        for _ in 0..<degree {
            for index in 0..<degree {
                let next = index + 1 < degree ? coefficients[index + 1] : 0
                coefficients[index] = product(coefficients[index], root) ^ next
            }
            root = product(root, 2)
        }
        return coefficients
    }

    private static func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
        var result = 0
        for bit in (0..<8).reversed() {
            result = result << 1 ^ (result >> 7) * 0x11D
            if b >> bit & 1 == 1 { result ^= Int(a) }
        }
        return UInt8(truncatingIfNeeded: result)
    }
}

/// The bits of a text: mode, length, and digits in threes or bytes.
private struct Bits {
    private var bits: [Bool] = []

    var count: Int { bits.count }

    init(of text: [UInt8]) {
        let digits = text.compactMap { byte in
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? Int(byte & 15) : nil
        }
        guard !text.isEmpty, digits.count == text.count else {
            append(0b0100, count: 4)
            append(text.count, count: 8)
            for byte in text { append(Int(byte), count: 8) }
            return
        }
        append(0b0001, count: 4)
        append(digits.count, count: 10)
        for start in stride(from: 0, to: digits.count, by: 3) {
            let group = digits[start..<min(start + 3, digits.count)]
            append(group.reduce(0) { 10 * $0 + $1 }, count: 3 * group.count + 1)
        }
    }

    private mutating func append(_ number: Int, count: Int) {
        for bit in (0..<count).reversed() { bits.append(number >> bit & 1 == 1) }
    }

    /// The bits as bytes with an end mark, and with the standard's filling up to `count` bytes.
    func padded(to count: Int) -> [UInt8] {
        var padded = self
        padded.append(0, count: min(4, 8 * count - bits.count))
        padded.append(0, count: (8 - padded.count % 8) % 8)
        var bytes = stride(from: 0, to: padded.count, by: 8).map { start in
            padded.bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
        }
        while bytes.count < count {
            bytes.append(0xEC)
            if bytes.count < count { bytes.append(0x11) }
        }
        return bytes
    }
}
