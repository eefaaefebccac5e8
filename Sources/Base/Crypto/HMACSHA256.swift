/// HMAC with SHA-256 under one key, which is what the tokens of all dialects are signed with.
///
/// Belongs to one thread at a time.
package final class HMACSHA256 {
    private let hmac: HMAC

    /// Any length of key is allowed, none at all included.
    package init(key: [UInt8]) {
        hmac = HMAC(.sha256, key: key)
    }

    /// The 32 bytes that authenticate `message`.
    package func authenticate(_ message: [UInt8]) -> [UInt8] {
        hmac.authenticate(message)
    }

    /// The 32 bytes that authenticate `message`.
    package func authenticate(_ message: ArraySlice<UInt8>) -> [UInt8] {
        hmac.authenticate(message)
    }

    /// The 32 bytes that authenticate `message`.
    package func authenticate(_ message: UnsafeRawBufferPointer) -> [UInt8] {
        hmac.authenticate(message)
    }
}
