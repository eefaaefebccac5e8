/// The bytes as lower-case hexadecimal digits.
func hex(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    .joined()
}
