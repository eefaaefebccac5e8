internal import CMockPostlyOpenSSL

/// SHA-256 of bytes that come in parts; a copy goes on by itself from what was added so far.
struct SHA256 {
    /// The size of a digest in bytes.
    static let byteCount = 32
    /// The size of the blocks that are digested, in bytes.
    static let blockSize = 64

    private var context = SHA256_CTX()

    /// A digest to which nothing was added.
    init() {
        initializeCrypto()
        Self.check(mockpostly_sha256_start(&context))
    }

    /// Adds bytes.
    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        Self.check(mockpostly_sha256_add(&context, bytes.baseAddress, bytes.count))
    }

    /// Writes the digest of the bytes added, ``byteCount`` bytes, to `digest`.
    consuming func finish(at digest: UnsafeMutablePointer<UInt8>) {
        Self.check(mockpostly_sha256_finish(&context, digest))
    }

    private static func check(_ code: Int32) {
        precondition(code == 1, "a digest failed: libcrypto is unusable")
    }
}
