internal import CMockPostlyOpenSSL
internal import MockPostlyCrypto

/// A private key of a certificate.
///
/// `@unchecked`: it never changes, and libcrypto allows several threads to use a key at once.
package final class PrivateKey: @unchecked Sendable {
    /// What kind of key is made.
    package enum Kind: Sendable, Equatable {
        /// On the curve P-256: small and fast, for everything of the last ten years.
        case p256
        /// RSA with 2048 bits, for old clients.
        case rsa
    }

    /// The `EVP_PKEY`, which lives as long as this object.
    package let pointer: OpaquePointer

    private init(owning pointer: OpaquePointer) {
        self.pointer = pointer
    }

    /// A new key; RSA takes about a tenth of a second.
    ///
    /// - Throws: ``CertificateProblem/Kind/library`` without memory or randomness.
    package convenience init(_ kind: Kind) throws(CertificateProblem) {
        initializeCrypto()
        let key =
            switch kind {
            case .p256: mockpostly_new_p256_key()
            case .rsa: mockpostly_new_rsa_key(2_048)
            }
        guard let key else {
            ERR_clear_error()
            throw .library("a key cannot be made")
        }
        self.init(owning: key)
    }

    /// The key in DER: PKCS #8, PKCS #1 or SEC 1; nil when the bytes are no key.
    convenience init?(der: [UInt8]) {
        initializeCrypto()
        let key = der.withUnsafeBufferPointer { bytes in
            var next = bytes.baseAddress
            return d2i_AutoPrivateKey(nil, &next, bytes.count)
        }
        ERR_clear_error()
        guard let key else { return nil }
        self.init(owning: key)
    }

    deinit { EVP_PKEY_free(pointer) }

    /// The kind of key, with ``Kind/p256`` for its larger sisters too; nil for kinds and curves that
    /// browsers do not take.
    ///
    /// P-384 and P-521 count as ``Kind/p256``, Ed25519 is nil.
    package var kind: Kind? {
        if EVP_PKEY_is_a(pointer, "RSA") == 1 { return .rsa }
        return ["prime256v1", "secp384r1", "secp521r1"].contains(curve) ? .p256 : nil
    }

    /// The name of the curve; nil for a key on none, or on one without a name.
    private var curve: String? {
        var name = [CChar](repeating: 0, count: 64)
        defer { ERR_clear_error() }
        guard EVP_PKEY_is_a(pointer, "EC") == 1,
            EVP_PKEY_get_group_name(pointer, &name, name.count, nil) == 1
        else { return nil }
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// The length of the key in bits.
    ///
    /// Such as 256 for P-256 and 2048 for RSA.
    package var bits: Int { Int(EVP_PKEY_get_bits(pointer)) }

    /// The key as PKCS #8 (RFC 5958), in PEM.
    func pem() throws(CertificateProblem) -> String {
        guard let package = EVP_PKEY2PKCS8(pointer) else {
            ERR_clear_error()
            throw .library("a key cannot be written")
        }
        defer { PKCS8_PRIV_KEY_INFO_free(package) }
        var bytes: UnsafeMutablePointer<UInt8>?
        let count = i2d_PKCS8_PRIV_KEY_INFO(package, &bytes)
        guard count > 0, let bytes else {
            ERR_clear_error()
            throw .library("a key cannot be written")
        }
        defer { mockpostly_release(bytes) }
        let der = Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
        return PEM.text("PRIVATE KEY", der)
    }
}
