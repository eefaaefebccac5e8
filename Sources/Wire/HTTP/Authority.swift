internal import MockPostlyText

/// A host and a port, as a URL or the target of CONNECT has them (RFC 3986, section 3.2).
///
/// ```swift
/// Authority("Mock.Example.:8443".utf8)              // mock.example, 8443
/// Authority("[::1]".utf8, defaultPort: 80)          // ::1, 80
/// Authority("mock.example".utf8)                    // nil: no port
/// ```
package struct Authority: Sendable, Hashable, CustomStringConvertible {
    /// A name in lower case without a dot at its end, or an address without brackets.
    package let host: String
    /// From 1 to 65535.
    package let port: UInt16

    /// The host and the port as a URL has them: an IPv6 address is in brackets.
    package var description: String {
        host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    /// Reads `example.com:443`, `192.168.1.7` or `[::1]:80`; nil for anything else.
    ///
    /// Without a port it is `defaultPort`; without that too the text is none. A name has letters,
    /// digits, hyphens, underscores and dots.
    ///
    /// A name may have at most 253 bytes. The parts are not resolved or checked any further:
    /// `1.2.3.999` is a name.
    package init?(_ text: some Sequence<UInt8>, defaultPort: UInt16? = nil) {
        let bytes = Array(text)
        let name: ArraySlice<UInt8>
        var rest: ArraySlice<UInt8>
        if bytes.first == UInt8(ascii: "[") {
            guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            name = bytes[1..<end]
            rest = bytes[(end + 1)...]
            guard name.contains(UInt8(ascii: ":")), name.allSatisfy(Self.isOfAddress) else {
                return nil
            }
        } else {
            let end = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
            rest = bytes[end...]
            name = bytes[..<end].last == UInt8(ascii: ".") ? bytes[..<(end - 1)] : bytes[..<end]
            guard !name.isEmpty, name.count <= 253, name.allSatisfy(Self.isOfName) else {
                return nil
            }
        }
        if rest.isEmpty {
            guard let defaultPort else { return nil }
            port = defaultPort
        } else {
            guard rest.popFirst() == UInt8(ascii: ":"), let number = Self.port(rest) else {
                return nil
            }
            port = number
        }
        host = String(decoding: name.map(\.lowercased), as: UTF8.self)
    }

    /// The number of a port, which is not 0.
    private static func port(_ digits: ArraySlice<UInt8>) -> UInt16? {
        guard 1...5 ~= digits.count, digits.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
        let number = digits.reduce(0) { $0 * 10 + Int($1 &- 0x30) }
        return number == 0 ? nil : UInt16(exactly: number)
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: ".")
            || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }

    private static func isOfAddress(_ byte: UInt8) -> Bool {
        byte.isHexadecimalDigit || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
    }
}
