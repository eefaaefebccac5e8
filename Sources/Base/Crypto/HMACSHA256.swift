/// HMAC-SHA-256 with one key (RFC 2104), with which the HS256 tokens are signed.
///
/// The two digests that begin with the key are prepared once and copied for each message.
package final class HMACSHA256 {
    /// The message without any bytes.
    let empty: Message

    /// Prepares `key`, which may have any length, also 0.
    package init(key: [UInt8]) {
        var block = key.count > SHA256.blockSize ? sha256(key) : key
        block += repeatElement(0, count: SHA256.blockSize - block.count)
        var (inner, outer) = (SHA256(), SHA256())
        block.map { $0 ^ 0x36 }.withUnsafeBytes { inner.add($0) }
        block.map { $0 ^ 0x5C }.withUnsafeBytes { outer.add($0) }
        empty = Message(inner: inner, outer: outer)
    }

    /// The authentication code of `message`, 32 bytes.
    package func authenticate(_ message: [UInt8]) -> [UInt8] {
        message.withUnsafeBytes { authenticate($0) }
    }

    /// The authentication code of `message`, 32 bytes.
    package func authenticate(_ message: ArraySlice<UInt8>) -> [UInt8] {
        message.withUnsafeBytes { authenticate($0) }
    }

    /// The authentication code of `message`, 32 bytes.
    package func authenticate(_ message: UnsafeRawBufferPointer) -> [UInt8] {
        var added = empty
        added.add(message)
        return [UInt8](unsafeUninitializedCapacity: SHA256.byteCount) { code, count in
            guard let start = code.baseAddress else { return }
            added.finish(at: start)
            count = SHA256.byteCount
        }
    }

    /// A message that comes in parts; a copy goes on by itself from what was added so far.
    struct Message {
        private var inner: SHA256
        private let outer: SHA256

        fileprivate init(inner: SHA256, outer: SHA256) {
            (self.inner, self.outer) = (inner, outer)
        }

        /// Adds bytes.
        mutating func add(_ bytes: UnsafeRawBufferPointer) { inner.add(bytes) }

        /// Writes the authentication code of the bytes added, 32 bytes, to `code`.
        consuming func finish(at code: UnsafeMutablePointer<UInt8>) {
            inner.finish(at: code)
            var outer = outer
            outer.add(UnsafeRawBufferPointer(start: code, count: SHA256.byteCount))
            outer.finish(at: code)
        }
    }
}
