/// The values of a certificate's extensions in DER (X.690), each with its tag and its length.
enum DER {
    static func sequence(_ parts: [[UInt8]]) -> [UInt8] { value(0x30, parts.flatMap(\.self)) }

    static func octets(_ bytes: [UInt8]) -> [UInt8] { value(0x04, bytes) }

    static let yes = value(0x01, [0xFF])

    /// A number below 128.
    static func number(_ number: UInt8) -> [UInt8] { value(0x02, [number]) }

    /// Bits of one byte, given as their places from the highest on.
    static func bits(_ places: [Int]) -> [UInt8] {
        let byte = places.reduce(into: UInt8(0)) { $0 |= 0x80 >> UInt8($1) }
        return value(0x03, [UInt8(byte.trailingZeroBitCount), byte])
    }

    /// An object identifier, already encoded.
    static func identifier(_ bytes: [UInt8]) -> [UInt8] { value(0x06, bytes) }

    /// A value whose tag its place gives: `[number]` of a choice or an optional part.
    static func tagged(_ number: UInt8, _ bytes: [UInt8]) -> [UInt8] {
        value(0x80 | number, bytes)
    }

    private static func value(_ tag: UInt8, _ bytes: [UInt8]) -> [UInt8] {
        let count = bytes.count
        if count < 0x80 { return [tag, UInt8(count)] + bytes }
        var length: [UInt8] = []
        var rest = count
        while rest > 0 {
            length.insert(UInt8(truncatingIfNeeded: rest), at: 0)
            rest >>= 8
        }
        return [tag, 0x80 | UInt8(length.count)] + length + bytes
    }
}
