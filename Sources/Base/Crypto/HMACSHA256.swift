/// HMAC-SHA-256 with one key, with which the HS256 tokens are signed.
///
/// Belongs to one thread at a time.
package final class HMACSHA256 {
    private let hmac: HMAC

    /// Prepares `key`, which may have any length, also 0.
    package init(key: [UInt8]) {
        hmac = HMAC(.sha256, key: key)
    }

    /// The authentication code of `message`, 32 bytes.
    package func authenticate(_ message: [UInt8]) -> [UInt8] {
        hmac.authenticate(message)
    }

    /// The authentication code of `message`, 32 bytes.
    package func authenticate(_ message: ArraySlice<UInt8>) -> [UInt8] {
        hmac.authenticate(message)
    }

    /// The authentication code of `message`, 32 bytes.
    package func authenticate(_ message: UnsafeRawBufferPointer) -> [UInt8] {
        hmac.authenticate(message)
    }
}
