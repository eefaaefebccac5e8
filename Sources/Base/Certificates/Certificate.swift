internal import CMockPostlyOpenSSL
internal import MockPostlyCrypto
internal import MockPostlyPlatform
internal import MockPostlyText
package import MockPostlyWorld

/// A certificate of X.509.
///
/// `@unchecked`: it does not change after it was made, and libcrypto allows several threads to read
/// a certificate at once.
package final class Certificate: @unchecked Sendable {
    /// The `X509`, which lives as long as this object.
    package let pointer: OpaquePointer

    init(owning pointer: OpaquePointer) {
        self.pointer = pointer
    }

    /// A certificate in DER; nil when the bytes are none, or more than one.
    ///
    /// Only the form is checked, neither the signature nor the time.
    package convenience init?(der: [UInt8]) {
        initializeCrypto()
        let (certificate, isWhole) = der.withUnsafeBufferPointer { bytes in
            var next = bytes.baseAddress
            let certificate = d2i_X509(nil, &next, bytes.count)
            return (certificate, next == bytes.baseAddress.map { $0 + bytes.count })
        }
        ERR_clear_error()
        guard let certificate else { return nil }
        self.init(owning: certificate)
        guard isWhole else { return nil }
    }

    deinit { X509_free(pointer) }

    /// The certificate in DER.
    ///
    /// Encoded anew on each call; empty without memory.
    package var der: [UInt8] {
        let count = Int(i2d_X509(pointer, nil))
        guard count > 0 else { return [] }
        return [UInt8](unsafeUninitializedCapacity: count) { bytes, written in
            var next = bytes.baseAddress
            written = max(0, Int(i2d_X509(pointer, &next)))
        }
    }

    /// The certificate in PEM.
    ///
    /// With the lines `BEGIN CERTIFICATE` and `END CERTIFICATE`, 64 characters a line, a newline at
    /// its end.
    package var pem: String { PEM.text("CERTIFICATE", der) }

    /// The SHA-256 digest of the certificate in DER.
    ///
    /// 32 bytes.
    package var digest: [UInt8] { sha256(der) }

    /// The digest as people compare it: `5F:9A:…`.
    ///
    /// Pairs of capital digits with colons between them: 95 characters, as `openssl x509
    /// -fingerprint` and browsers show it.
    package var fingerprint: String {
        digest.map { hexadecimal([$0]).uppercased() }.joined(separator: ":")
    }

    /// The old digest of its subject, by which Android names the file in its store: `5f9a2b10`.
    ///
    /// Eight hexadecimal digits, as of `openssl x509 -subject_hash_old`: the first four bytes of
    /// the MD5 of the subject's DER, the last byte first.
    package var oldNameDigest: String {
        let subject = X509_get_subject_name(pointer)
        let count = Int(i2d_X509_NAME(subject, nil))
        guard count > 0 else { return "" }
        let name = [UInt8](unsafeUninitializedCapacity: count) { bytes, written in
            var next = bytes.baseAddress
            written = max(0, Int(i2d_X509_NAME(subject, &next)))
        }
        return hexadecimal(md5(name).prefix(4).reversed())
    }

    /// The common name of its subject; empty when it has none.
    package var commonName: String {
        let subject = X509_get_subject_name(pointer)
        let place = X509_NAME_get_index_by_NID(subject, mockpostly_common_name, -1)
        guard place >= 0, let entry = X509_NAME_get_entry(subject, place) else { return "" }
        var text: UnsafeMutablePointer<UInt8>?
        let count = ASN1_STRING_to_UTF8(&text, X509_NAME_ENTRY_get_data(entry))
        guard count >= 0, let text else { return "" }
        defer { mockpostly_release(text) }
        return String(decoding: UnsafeBufferPointer(start: text, count: Int(count)), as: UTF8.self)
    }

    /// The first second of its time.
    package var start: Instant { Self.instant(X509_get0_notBefore(pointer)) }
    /// The last second of its time.
    package var end: Instant { Self.instant(X509_get0_notAfter(pointer)) }

    private static func instant(_ time: UnsafePointer<ASN1_TIME>?) -> Instant {
        var parts = tm()
        guard ASN1_TIME_to_tm(time, &parts) == 1 else { return Instant(seconds: 0) }
        return Instant(seconds: Int64(timegm(&parts)))
    }

    /// Whether it may sign others.
    ///
    /// By its basic constraints (RFC 5280, 4.2.1.9).
    package var isAuthority: Bool { X509_check_ca(pointer) == 1 }

    /// Whether a client that asks for `name` takes it; a name with `*` must be in it as it is.
    ///
    /// As OpenSSL compares: hosts without regard to case (RFC 9525), addresses byte by byte.
    package func covers(_ name: CertificateName) -> Bool {
        switch name.kind {
        case .host(let host): X509_check_host(pointer, host, host.utf8.count, 0, nil) == 1
        case .address(let bytes): X509_check_ip(pointer, bytes, bytes.count, 0) == 1
        }
    }

    /// Whether `key` is its key.
    func fits(_ key: PrivateKey) -> Bool {
        defer { ERR_clear_error() }
        return X509_check_private_key(pointer, key.pointer) == 1
    }

    /// Whether it was signed with `key`.
    func isSigned(by key: PrivateKey) -> Bool {
        defer { ERR_clear_error() }
        return X509_verify(pointer, key.pointer) == 1
    }
}
