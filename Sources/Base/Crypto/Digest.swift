internal import CMockPostlyOpenSSL

/// The SHA-256 digest of `bytes`, 32 bytes.
package func sha256(_ bytes: [UInt8]) -> [UInt8] {
    bytes.withUnsafeBytes { sha256($0) }
}

/// The SHA-256 digest of `bytes`, 32 bytes.
package func sha256(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    initializeCrypto()
    return [UInt8](unsafeUninitializedCapacity: SHA256.byteCount) { digest, count in
        let code = mockpostly_sha256(bytes.baseAddress, bytes.count, digest.baseAddress)
        precondition(code == 1, "a digest failed: libcrypto is unusable")
        count = SHA256.byteCount
    }
}

/// The SHA-1 digest of `bytes`, 20 bytes; only where forgery is no danger.
package func sha1(_ bytes: [UInt8]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 20) { digest, count in
        guard let start = digest.baseAddress else { return }
        sha1(bytes, at: start)
        count = 20
    }
}

/// Writes the SHA-1 digest of `bytes`, 20 bytes, to `digest`; only where forgery is no danger.
package func sha1(_ bytes: [UInt8], at digest: UnsafeMutablePointer<UInt8>) {
    initializeCrypto()
    let code = bytes.withUnsafeBytes { mockpostly_sha1($0.baseAddress, $0.count, digest) }
    precondition(code == 1, "a digest failed: libcrypto is unusable")
}

/// Whether two byte strings are equal; the time depends only on their lengths.
package func equalInConstantTime(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    a.count == b.count && CRYPTO_memcmp(a, b, a.count) == 0
}

/// Whether two texts are the same bytes; the time depends only on their lengths.
package func equalInConstantTime(_ a: String, _ b: String) -> Bool {
    var (a, b) = (a, b)
    return a.withUTF8 { a in
        b.withUTF8 { b in a.count == b.count && equalInConstantTime(a, b) }
    }
}

private func equalInConstantTime(
    _ a: UnsafeBufferPointer<UInt8>,
    _ b: UnsafeBufferPointer<UInt8>
) -> Bool {
    guard let start = a.baseAddress, let other = b.baseAddress else { return true }
    return CRYPTO_memcmp(start, other, a.count) == 0
}
