internal import CMockPostlyOpenSSL

/// An extension of a certificate (RFC 5280, 4.2.1).
struct CertificateExtension {
    /// The number by which libcrypto knows it.
    let number: Int32
    let isCritical: Bool
    /// The value in DER.
    let value: [UInt8]

    /// Signs certificates of servers, but none that sign others.
    static let authority = [
        CertificateExtension(
            number: mockpostly_basic_constraints,
            isCritical: true,
            value: DER.sequence([DER.yes, DER.number(0)])
        ),
        // keyCertSign and cRLSign.
        CertificateExtension(
            number: mockpostly_key_usage,
            isCritical: true,
            value: DER.bits([5, 6])
        ),
    ]

    /// A server's; an RSA key may also encrypt the secret of old handshakes.
    static func server(encrypts: Bool) -> [CertificateExtension] {
        [
            CertificateExtension(
                number: mockpostly_basic_constraints,
                isCritical: true,
                value: DER.sequence([])
            ),
            // digitalSignature and keyEncipherment.
            CertificateExtension(
                number: mockpostly_key_usage,
                isCritical: true,
                value: DER.bits(encrypts ? [0, 2] : [0])
            ),
            // 1.3.6.1.5.5.7.3.1, a server of TLS.
            CertificateExtension(
                number: mockpostly_extended_key_usage,
                isCritical: false,
                value: DER.sequence([DER.identifier([0x2B, 6, 1, 5, 5, 7, 3, 1])])
            ),
        ]
    }

    static func subjectKey(_ identifier: [UInt8]) -> CertificateExtension {
        CertificateExtension(
            number: mockpostly_subject_key_identifier,
            isCritical: false,
            value: DER.octets(identifier)
        )
    }

    static func authorityKey(_ identifier: [UInt8]) -> CertificateExtension {
        CertificateExtension(
            number: mockpostly_authority_key_identifier,
            isCritical: false,
            value: DER.sequence([DER.tagged(0, identifier)])
        )
    }

    static func names(_ names: [CertificateName]) -> CertificateExtension {
        let values = names.map { name in
            switch name.kind {
            case .host(let host): DER.tagged(2, Array(host.utf8))
            case .address(let bytes): DER.tagged(7, bytes)
            }
        }
        return CertificateExtension(
            number: mockpostly_subject_alternative_name,
            isCritical: false,
            value: DER.sequence(values)
        )
    }
}
