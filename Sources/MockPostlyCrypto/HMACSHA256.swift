internal import CMockPostlyOpenSSL

/// HMAC with SHA-256 under one key (RFC 2104).
///
/// The key is prepared once and the context reused, so a short message costs about 1 µs. Belongs
/// to one thread at a time.
package final class HMACSHA256 {
    private let context: OpaquePointer

    /// Any length of key is allowed, none at all included.
    package init(key: [UInt8]) {
        guard let context = EVP_MAC_CTX_new(library.hmac) else {
            fatalError("HMAC is unusable: libcrypto is out of memory or has no HMAC")
        }
        self.context = context
        // A nil key would mean "the same key again".
        let code = (key.isEmpty ? [0] : key).withUnsafeBufferPointer { bytes in
            mockpostly_hmac_sha256_init(context, bytes.baseAddress, key.count)
        }
        precondition(code == 1, "HMAC is unusable: libcrypto does not take the key")
    }

    deinit {
        EVP_MAC_CTX_free(context)
    }

    /// The 32 bytes that authenticate `message`.
    package func authenticate(_ message: [UInt8]) -> [UInt8] {
        message.withUnsafeBytes { authenticate($0) }
    }

    /// The 32 bytes that authenticate `message`.
    package func authenticate(_ message: ArraySlice<UInt8>) -> [UInt8] {
        message.withUnsafeBytes { authenticate($0) }
    }

    /// The 32 bytes that authenticate `message`.
    package func authenticate(_ message: UnsafeRawBufferPointer) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 32) { code, count in
            // Without a key, the context starts again with the one it has.
            let isDone =
                EVP_MAC_init(context, nil, 0, nil) == 1
                && EVP_MAC_update(
                    context,
                    message.baseAddress?.assumingMemoryBound(to: UInt8.self),
                    message.count
                ) == 1
                && EVP_MAC_final(context, code.baseAddress, &count, 32) == 1
            precondition(isDone && count == 32, "HMAC failed: libcrypto is out of memory")
        }
    }
}
