internal import CMockPostlyOpenSSL

/// The 32 bytes of SHA-256 over `bytes`.
package func sha256(_ bytes: [UInt8]) -> [UInt8] {
    bytes.withUnsafeBytes { sha256($0) }
}

/// The 32 bytes of SHA-256 over `bytes`.
package func sha256(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    digest(bytes, library.sha256, count: 32)
}

/// The 20 bytes of SHA-1 over `bytes`, for what needs no protection from forgery.
package func sha1(_ bytes: [UInt8]) -> [UInt8] {
    bytes.withUnsafeBytes { sha1($0) }
}

/// The 20 bytes of SHA-1 over `bytes`, for what needs no protection from forgery.
package func sha1(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    digest(bytes, sha1Digest.pointer, count: 20)
}

/// Whether two texts of bytes are equal, in a time that depends on their lengths only.
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
