internal import CMockPostlyOpenSSL

/// An RSA key of 2048 bits that signs with RS256: PKCS #1 v1.5 with SHA-256 (RFC 8017, 8.2).
///
/// `@unchecked`: it never changes, and libcrypto allows several threads to use a key at once.
package final class RSAKey: @unchecked Sendable {
    private let key: OpaquePointer
    /// The modulus and the public exponent as big-endian bytes without leading zeros.
    package let modulus: [UInt8]
    package let exponent: [UInt8]

    /// The length of a signature in bytes.
    package static let signatureLength = 256

    /// The key that is derived from `seed`: the same bytes always give the same key.
    ///
    /// Takes about a tenth of a second, so never to be called on the loop's thread. The key is as
    /// hard to guess as the seed.
    package convenience init(seed: [UInt8]) throws(CryptoError) {
        initializeCrypto()
        let primes = PrimeSequence(seed: seed)
        try self.init(primes: primes.prime("p"), primes.prime("q"))
    }

    /// The key of two primes, given as 128 bytes each, with 65537 as public exponent.
    convenience init(primes p: [UInt8], _ q: [UInt8]) throws(CryptoError) {
        try self.init(primes: BigNumber(p), BigNumber(q))
    }

    private init(primes p: BigNumber, _ q: BigNumber) throws(CryptoError) {
        initializeCrypto()
        let arithmetic = try Arithmetic()
        let below = (p: try p.predecessor(), q: try q.predecessor())
        let modulus = try arithmetic.product(p, q)
        let exponent = try BigNumber(PrimeSequence.publicExponentBytes)
        let totient = try arithmetic.product(below.p, below.q)
        let secret = try arithmetic.inverse(of: exponent, modulo: totient)
        let parts = (
            p: try arithmetic.remainder(of: secret, by: below.p),
            q: try arithmetic.remainder(of: secret, by: below.q),
            coefficient: try arithmetic.inverse(of: q, modulo: p)
        )
        // Swift may release an object after its last use, which reading its pointer would be.
        let key = withExtendedLifetime((modulus, exponent, secret, p, q, parts)) {
            mockpostly_rsa_key(
                modulus.pointer,
                exponent.pointer,
                secret.pointer,
                p.pointer,
                q.pointer,
                parts.p.pointer,
                parts.q.pointer,
                parts.coefficient.pointer
            )
        }
        guard let key else {
            ERR_clear_error()
            throw .failed("an RSA key cannot be made")
        }
        self.key = key
        self.modulus = modulus.bytes
        self.exponent = exponent.bytes
    }

    deinit { EVP_PKEY_free(key) }

    /// The RS256 signature of `message`; the same message always gives the same signature.
    ///
    /// Takes about a millisecond.
    package func sign(_ message: [UInt8]) throws(CryptoError) -> [UInt8] {
        guard let context = EVP_MD_CTX_new() else { throw .failed("no memory for a signature") }
        defer { EVP_MD_CTX_free(context) }
        var signature = [UInt8](repeating: 0, count: Self.signatureLength)
        var length = signature.count
        guard
            EVP_DigestSignInit_ex(context, nil, "SHA256", nil, nil, key, nil) == 1,
            EVP_DigestSign(context, &signature, &length, message, message.count) == 1,
            length == Self.signatureLength
        else {
            ERR_clear_error()
            throw .failed("RSA cannot sign")
        }
        return signature
    }

    /// Whether `signature` is the RS256 signature of `message`; false also on any failure.
    package func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        guard let context = EVP_MD_CTX_new() else { return false }
        defer {
            EVP_MD_CTX_free(context)
            ERR_clear_error()
        }
        return EVP_DigestVerifyInit_ex(context, nil, "SHA256", nil, nil, key, nil) == 1
            && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
    }
}
