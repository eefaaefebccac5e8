internal import CMockPostlyOpenSSL

/// The SHA-256 digest of `bytes`, 32 bytes.
package func sha256(_ bytes: [UInt8]) -> [UInt8] {
    bytes.withUnsafeBytes { sha256($0) }
}

/// The SHA-256 digest of `bytes`, 32 bytes.
package func sha256(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    digest(bytes, library.sha256, count: 32)
}

/// The SHA-1 digest of `bytes`, 20 bytes; only where forgery is no danger.
package func sha1(_ bytes: [UInt8]) -> [UInt8] {
    bytes.withUnsafeBytes { sha1($0) }
}

/// The SHA-1 digest of `bytes`, 20 bytes; only where forgery is no danger.
package func sha1(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    digest(bytes, sha1Digest.pointer, count: 20)
}

/// Whether two byte strings are equal; the time depends only on their lengths.
package func equalInConstantTime(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    a.count == b.count && CRYPTO_memcmp(a, b, a.count) == 0
}

private func digest(
    _ bytes: UnsafeRawBufferPointer,
    _ algorithm: OpaquePointer?,
    count size: Int
) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: size) { digest, count in
        let code = EVP_Digest(
            bytes.baseAddress,
            bytes.count,
            digest.baseAddress,
            nil,
            algorithm,
            nil
        )
        precondition(code == 1, "a digest failed: libcrypto is out of memory or unusable")
        count = size
    }
}
