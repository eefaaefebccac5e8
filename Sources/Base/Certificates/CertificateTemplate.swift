internal import CMockPostlyOpenSSL
internal import MockPostlyCrypto
internal import MockPostlyText
internal import MockPostlyWorld

/// What a new certificate says.
struct CertificateTemplate {
    /// At most 64 characters (RFC 5280, appendix A.1).
    var commonName: String
    /// The first and the last second of its time.
    var time: ClosedRange<Instant>
    /// Whether its name says which key it has.
    ///
    /// Stores take certificates with one name for the same, so two authorities of one machine have
    /// different names.
    var namesKey = false
    /// Its key, of which the certificate has the public half.
    var key: PrivateKey
    var extensions: [CertificateExtension]

    /// The part of every name that says where the certificate is from.
    private static let organization = "mockpostly"

    /// The certificate, signed by `issuer` with its key; by itself when that is nil.
    func signed(
        by issuer: (certificate: Certificate, key: PrivateKey)?
    ) throws(CertificateProblem) -> Certificate {
        initializeCrypto()
        defer { ERR_clear_error() }
        guard let pointer = X509_new() else { throw .library("no memory for a certificate") }
        let certificate = Certificate(owning: pointer)
        // Version 3 is written as 2.
        guard X509_set_version(pointer, 2) == 1, Self.setSerialNumber(of: pointer),
            X509_set_pubkey(pointer, key.pointer) == 1,
            let identifier = Self.keyIdentifier(of: certificate),
            setSubject(of: pointer, keyIdentifier: identifier),
            X509_set_issuer_name(
                pointer,
                X509_get_subject_name((issuer?.certificate ?? certificate).pointer)
            ) == 1,
            ASN1_TIME_set(X509_getm_notBefore(pointer), Int(time.lowerBound.seconds)) != nil,
            ASN1_TIME_set(X509_getm_notAfter(pointer), Int(time.upperBound.seconds)) != nil
        else { throw .library("a certificate cannot be made") }
        var all = extensions + [.subjectKey(identifier)]
        if let issuer {
            guard let identifier = Self.writtenKeyIdentifier(of: issuer.certificate) else {
                throw .library("the authority's certificate does not name its key")
            }
            all.append(.authorityKey(identifier))
        }
        for part in all where !Self.add(part, to: pointer) {
            throw .library("a certificate cannot be made")
        }
        guard X509_sign(pointer, (issuer?.key ?? key).pointer, EVP_sha256()) > 0 else {
            throw .library("a certificate cannot be signed")
        }
        return certificate
    }

    /// Sets a positive random number of 16 bytes, so that no two certificates have the same.
    private static func setSerialNumber(of certificate: OpaquePointer) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 16)
        guard RAND_bytes(&bytes, Int32(bytes.count)) == 1 else { return false }
        bytes[0] = bytes[0] & 0x7F | 0x40
        guard let number = BN_bin2bn(bytes, Int32(bytes.count), nil) else { return false }
        defer { BN_free(number) }
        return BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate)) != nil
    }

    private func setSubject(
        of certificate: OpaquePointer,
        keyIdentifier: [UInt8]
    ) -> Bool {
        guard let name = X509_NAME_new() else { return false }
        defer { X509_NAME_free(name) }
        let qualifier = namesKey ? hexadecimal(keyIdentifier.prefix(8)) : ""
        let parts = [
            (mockpostly_organization, V_ASN1_UTF8STRING, Self.organization),
            (mockpostly_qualifier, V_ASN1_PRINTABLESTRING, qualifier),
            (mockpostly_common_name, V_ASN1_UTF8STRING, commonName),
        ]
        for (number, type, text) in parts where !text.isEmpty {
            let bytes = Array(text.utf8)
            let code = X509_NAME_add_entry_by_NID(
                name,
                number,
                type,
                bytes,
                Int32(bytes.count),
                -1,
                0
            )
            guard code == 1 else { return false }
        }
        return X509_set_subject_name(certificate, name) == 1
    }

    /// The first 20 bytes of the SHA-256 digest of the public key (RFC 7093, 2, method 1).
    private static func keyIdentifier(of certificate: Certificate) -> [UInt8]? {
        guard let bits = X509_get0_pubkey_bitstr(certificate.pointer),
            let start = ASN1_STRING_get0_data(bits)
        else { return nil }
        let count = Int(ASN1_STRING_length(bits))
        return Array(sha256(UnsafeRawBufferPointer(start: start, count: count)).prefix(20))
    }

    /// The identifier that a certificate gives for its own key.
    private static func writtenKeyIdentifier(of certificate: Certificate) -> [UInt8]? {
        guard let octets = X509_get0_subject_key_id(certificate.pointer),
            let start = ASN1_STRING_get0_data(octets)
        else { return nil }
        return Array(UnsafeBufferPointer(start: start, count: Int(ASN1_STRING_length(octets))))
    }

    private static func add(
        _ part: CertificateExtension,
        to certificate: OpaquePointer
    ) -> Bool {
        guard let octets = ASN1_OCTET_STRING_new() else { return false }
        defer { ASN1_OCTET_STRING_free(octets) }
        guard ASN1_OCTET_STRING_set(octets, part.value, Int32(part.value.count)) == 1,
            let made = X509_EXTENSION_create_by_NID(
                nil,
                part.number,
                part.isCritical ? 1 : 0,
                octets
            )
        else { return false }
        defer { X509_EXTENSION_free(made) }
        return X509_add_ext(certificate, made, -1) == 1
    }
}
