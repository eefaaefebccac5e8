internal import CMockPostlyOpenSSL

/// The SHA-256 digest of `bytes`, 32 bytes.
package func sha256(_ bytes: [UInt8]) -> [UInt8] {
    bytes.withUnsafeBytes { sha256($0) }
}

/// The SHA-256 digest of `bytes`, 32 bytes.
package func sha256(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: SHA256.byteCount) { digest, count in
        guard let start = digest.baseAddress else { return }
        var sum = SHA256()
        sum.add(bytes)
        sum.finish(at: start)
        count = SHA256.byteCount
    }
}

/// The SHA-1 digest of `bytes`, 20 bytes; only where forgery is no danger.
package func sha1(_ bytes: [UInt8]) -> [UInt8] {
    withSHA1(of: bytes) { Array($0) }
}

/// Calls `body` with the SHA-1 digest of `bytes`, 20 bytes; only where forgery is no danger.
package func withSHA1<Result>(
    of bytes: [UInt8],
    _ body: (UnsafeBufferPointer<UInt8>) -> Result
) -> Result {
    initializeCrypto()
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digest in
        let code = bytes.withUnsafeBytes {
            mockpostly_sha1($0.baseAddress, $0.count, digest.baseAddress)
        }
        precondition(code == 1, "a digest failed: libcrypto is unusable")
        return body(UnsafeBufferPointer(digest))
    }
}

/// Whether two byte strings are equal; the time depends only on their lengths.
package func equalInConstantTime(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    a.count == b.count && CRYPTO_memcmp(a, b, a.count) == 0
}
