internal import MockPostlyHTTPClient
internal import MockPostlyOptions
internal import MockPostlyServer
internal import MockPostlyWorld
internal import MockPostlyWorlds

// Kinds of values that only the server's own options have.

extension ValueType where Value == Instance {
    static let instance = ValueType(
        expected: "1 to 16 letters and digits",
        read: { Instance($0, seed: RandomSource.entropySeed()) },
        show: { .text($0.name) }
    )
}

extension ValueType where Value == String {
    static let address = ValueType(
        expected: "localhost, an IPv4 address or an IPv6 address",
        read: { text in
            let isBracketed = text.hasPrefix("[") && text.hasSuffix("]") && text.count > 2
            let host = isBracketed ? String(text.dropFirst().dropLast()) : text
            return host == "localhost" || isNumericAddress(host) ? host : nil
        },
        show: { .text($0) },
        completion: .words(["localhost", "127.0.0.1", "0.0.0.0", "::1", "::"])
    )

    static let adminToken = ValueType(
        expected: "a token of letters, digits and other printable ASCII, without spaces",
        read: { text in
            text.isEmpty || !text.utf8.allSatisfy { 0x21...0x7E ~= $0 } ? nil : text
        },
        show: { .text($0) }
    )

    static let hostName = ValueType(
        expected: "a host name without a port",
        read: { text in
            let isName = text.utf8.allSatisfy {
                $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "@")
            }
            return text.isEmpty || !isName || text.contains(":") ? nil : text.lowercased()
        },
        show: { .text($0) }
    )
}
