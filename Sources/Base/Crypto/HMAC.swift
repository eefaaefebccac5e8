internal import CMockPostlyOpenSSL

/// HMAC with one key (RFC 2104).
///
/// The key is prepared once and the context reused, so a short message takes about 1 µs. Belongs to
/// one thread at a time.
package final class HMAC {
    /// The digests that HMAC may use.
    package enum Algorithm: Sendable, Hashable, CaseIterable {
        case sha1
        case sha256
        case sha384
        case sha512

        /// The size of an authentication code in bytes.
        package var byteCount: Int {
            switch self {
            case .sha1: 20
            case .sha256: 32
            case .sha384: 48
            case .sha512: 64
            }
        }

        fileprivate var name: String {
            switch self {
            case .sha1: "SHA1"
            case .sha256: "SHA256"
            case .sha384: "SHA384"
            case .sha512: "SHA512"
            }
        }
    }

    private let context: OpaquePointer
    private let byteCount: Int

    /// Prepares `key`, which may have any length, also 0.
    ///
    /// Stops the program when libcrypto has no HMAC or no memory.
    package init(_ algorithm: Algorithm, key: [UInt8]) {
        guard let context = EVP_MAC_CTX_new(fetchedHMAC.pointer) else {
            fatalError("HMAC is unusable: libcrypto is out of memory or has no HMAC")
        }
        self.context = context
        byteCount = algorithm.byteCount
        // libcrypto takes a nil key for "keep the previous key".
        let code = (key.isEmpty ? [0] : key).withUnsafeBufferPointer { bytes in
            mockpostly_hmac_init(context, algorithm.name, bytes.baseAddress, key.count)
        }
        precondition(code == 1, "HMAC is unusable: libcrypto does not take the key")
    }

    deinit {
        EVP_MAC_CTX_free(context)
    }

    /// The authentication code of `message`.
    package func authenticate(_ message: [UInt8]) -> [UInt8] {
        message.withUnsafeBytes { authenticate($0) }
    }

    /// The authentication code of `message`.
    package func authenticate(_ message: ArraySlice<UInt8>) -> [UInt8] {
        message.withUnsafeBytes { authenticate($0) }
    }

    /// The authentication code of `message`.
    package func authenticate(_ message: UnsafeRawBufferPointer) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: byteCount) { code, count in
            // Without a key argument the context starts again with the key that it has.
            let isDone =
                EVP_MAC_init(context, nil, 0, nil) == 1
                && EVP_MAC_update(
                    context,
                    message.baseAddress?.assumingMemoryBound(to: UInt8.self),
                    message.count
                ) == 1
                && EVP_MAC_final(context, code.baseAddress, &count, byteCount) == 1
            precondition(isDone && count == byteCount, "HMAC failed: libcrypto is out of memory")
        }
    }
}
