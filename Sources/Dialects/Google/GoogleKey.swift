package import MockPostlyCrypto
internal import MockPostlyText

/// The key that signs the ID tokens of a world's Google accounts.
package struct GoogleKey: Sendable {
    /// 2,048 bits; for RS256 (RFC 7518, section 3.3).
    package let rsa: RSAKey
    /// The key id (`kid`) under which it is published: 40 hexadecimal digits, as Google's are.
    ///
    /// The first 20 bytes of the SHA-256 of the modulus.
    package let id: String

    /// Derives the key from the secret of a world.
    ///
    /// Slow, see ``RSAKey/init(seed:)``.
    ///
    /// The same secret always gives the same key.
    ///
    /// - Throws: ``CryptoError`` when the library fails.
    package init(secret: String) throws(CryptoError) {
        let derivation = HMACSHA256(key: Array(secret.utf8))
        rsa = try RSAKey(seed: derivation.authenticate(Array("google id tokens".utf8)))
        id = hexadecimal(sha256(rsa.modulus).prefix(20))
    }
}
