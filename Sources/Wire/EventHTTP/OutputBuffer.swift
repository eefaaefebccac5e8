/// Bytes on their way to a socket that did not take them yet.
struct OutputBuffer {
    /// Sent bytes that are not worth being moved away one by one.
    private static let mostSent = 64 * 1024

    private var bytes: [UInt8] = []
    /// How many of `bytes` are sent.
    private var sent = 0

    /// How many bytes are not sent.
    var count: Int { bytes.count - sent }

    var isEmpty: Bool { count == 0 }

    /// How many bytes its storage holds.
    var capacity: Int { bytes.capacity }

    mutating func append(_ more: some Collection<UInt8>) {
        bytes.append(contentsOf: more)
    }

    /// Takes `count` bytes off the front.
    mutating func drop(_ count: Int) {
        sent += count
        if sent == bytes.count {
            // An idle connection holds on to no storage.
            bytes = []
            sent = 0
        } else if sent >= Self.mostSent && sent >= bytes.count / 2 {
            // A client that never takes all must not make the sent part grow.
            bytes.removeSubrange(..<sent)
            sent = 0
        }
    }

    /// Calls `body` with the bytes that are not sent.
    func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[sent...])) }
    }
}
