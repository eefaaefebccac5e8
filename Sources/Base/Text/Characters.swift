/// Kinds of ASCII characters.
extension UInt8 {
    /// Whether it is one of `0` to `9`.
    @inlinable
    package var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }

    /// Whether it is one of `a` to `z`.
    @inlinable
    package var isSmallLetter: Bool { self &- UInt8(ascii: "a") < 26 }

    /// Whether it is one of `a` to `z` and `A` to `Z`.
    @inlinable
    package var isLetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }

    /// Whether it is one of `0` to `9`, `a` to `f` and `A` to `F`.
    @inlinable
    package var isHexadecimalDigit: Bool { isDigit || (self | 0x20) &- UInt8(ascii: "a") < 6 }

    /// Whether it is one of `0` to `9` and `a` to `f`.
    @inlinable
    package var isSmallHexadecimalDigit: Bool { isDigit || self &- UInt8(ascii: "a") < 6 }

    /// The small letter of a capital, any other character unchanged.
    @inlinable
    package var lowercased: UInt8 { self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self }
}

extension StringProtocol {
    /// Whether `text` is somewhere in it, compared by bytes.
    package func holds(_ text: String) -> Bool {
        var (whole, wanted) = (String(self), text)
        return whole.withUTF8 { bytes in
            wanted.withUTF8 { wanted in
                guard let first = wanted.first else { return true }
                var rest = bytes[...]
                while rest.count >= wanted.count, let place = rest.firstIndex(of: first) {
                    rest = rest[place...]
                    if rest.starts(with: wanted) { return true }
                    rest = rest.dropFirst()
                }
                return false
            }
        }
    }
}
