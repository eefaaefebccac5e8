internal import MockPostlyCrypto
internal import MockPostlyText

/// A self-signed X.509 certificate of a key (RFC 5280, 4.1).
///
/// One key always gives the same certificate: it is valid from 2020 to 2049 and does not depend on
/// a world's clock.
struct SigningCertificate {
    let bytes: [UInt8]

    init(_ key: RSAKey) throws(CryptoError) {
        let name = DER.sequence([
            DER.set([DER.sequence([DER.commonName, DER.text(Self.issuer)])])
        ])
        let algorithm = DER.sequence([DER.sha256WithRSA, DER.null])
        let publicKey = DER.sequence([DER.integer(key.modulus), DER.integer(key.exponent)])
        let content = DER.sequence([
            DER.integer(Array(sha256(key.modulus).prefix(8))),
            algorithm,
            name,
            DER.sequence([DER.time("200101000000Z"), DER.time("491231235959Z")]),
            name,
            DER.sequence([DER.sequence([DER.rsaEncryption, DER.null]), DER.bits(publicKey)]),
        ])
        bytes = DER.sequence([content, algorithm, DER.bits(try key.sign(content))])
    }

    private static let issuer = "federated-signon.system.gserviceaccount.com"

    /// The certificate in PEM (RFC 7468, 5).
    var pem: String {
        var text = "-----BEGIN CERTIFICATE-----\n"
        var rest = Base64.encode(bytes)[...]
        while !rest.isEmpty {
            text += rest.prefix(64) + "\n"
            rest = rest.dropFirst(64)
        }
        return text + "-----END CERTIFICATE-----\n"
    }
}

/// DER encoding (X.690) of the values that a certificate needs.
private enum DER {
    static let null: [UInt8] = [0x05, 0x00]
    /// Object identifier 2.5.4.3.
    static let commonName: [UInt8] = [0x06, 0x03, 0x55, 0x04, 0x03]
    /// Object identifier 1.2.840.113549.1.1.1.
    static let rsaEncryption: [UInt8] = [
        0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01,
    ]
    /// Object identifier 1.2.840.113549.1.1.11.
    static let sha256WithRSA: [UInt8] = [
        0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x0B,
    ]

    static func sequence(_ parts: [[UInt8]]) -> [UInt8] { value(0x30, Array(parts.joined())) }
    static func set(_ parts: [[UInt8]]) -> [UInt8] { value(0x31, Array(parts.joined())) }
    static func text(_ text: String) -> [UInt8] { value(0x0C, Array(text.utf8)) }
    static func time(_ text: String) -> [UInt8] { value(0x17, Array(text.utf8)) }
    static func bits(_ bytes: [UInt8]) -> [UInt8] { value(0x03, [0] + bytes) }

    /// A positive integer: no leading zero bytes, except one where the first bit would mean a sign.
    static func integer(_ bytes: [UInt8]) -> [UInt8] {
        let digits = Array(bytes.drop { $0 == 0 })
        return value(0x02, (digits.first ?? 0x80) & 0x80 == 0 ? digits : [0] + digits)
    }

    private static func value(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        let count = content.count
        guard count >= 0x80 else { return [tag, UInt8(count)] + content }
        var length: [UInt8] = []
        var rest = count
        while rest > 0 {
            length.insert(UInt8(truncatingIfNeeded: rest), at: 0)
            rest >>= 8
        }
        return [tag, 0x80 | UInt8(length.count)] + length + content
    }
}
