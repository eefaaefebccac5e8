/// A queue of bytes: appended at the end, removed from the front by a socket or a parser.
struct ByteQueue {
    /// Removed bytes that stay in the storage before the rest is moved to its start.
    private static let mostTaken = 64 * 1024

    private var bytes: [UInt8] = []
    /// How many bytes at the start of `bytes` are removed already.
    private var taken = 0

    /// How many bytes are in the queue.
    var count: Int { bytes.count - taken }

    var isEmpty: Bool { count == 0 }

    /// How many bytes its storage holds.
    var capacity: Int { bytes.capacity }

    mutating func append(_ more: some Collection<UInt8>) {
        bytes.append(contentsOf: more)
    }

    /// Removes `count` bytes from the front; there must be as many.
    mutating func drop(_ count: Int) {
        taken += count
        if taken == bytes.count {
            // An idle connection holds on to no storage.
            bytes = []
            taken = 0
        } else if taken >= Self.mostTaken && taken >= bytes.count / 2 {
            // A queue that never becomes empty must not keep the removed bytes for ever.
            bytes.removeSubrange(..<taken)
            taken = 0
        }
    }

    /// Calls `body` with the bytes in the queue.
    func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[taken...])) }
    }
}
