/// Bytes that wait, to be taken off the front: for a socket to take them, or for a parser.
struct ByteQueue {
    /// Bytes taken off that are not worth being moved away one by one.
    private static let mostTaken = 64 * 1024

    private var bytes: [UInt8] = []
    /// How many of `bytes` are taken off.
    private var taken = 0

    /// How many bytes wait.
    var count: Int { bytes.count - taken }

    var isEmpty: Bool { count == 0 }

    /// How many bytes its storage holds.
    var capacity: Int { bytes.capacity }

    mutating func append(_ more: some Collection<UInt8>) {
        bytes.append(contentsOf: more)
    }

    /// Takes `count` bytes off the front.
    mutating func drop(_ count: Int) {
        taken += count
        if taken == bytes.count {
            // An idle connection holds on to no storage.
            bytes = []
            taken = 0
        } else if taken >= Self.mostTaken && taken >= bytes.count / 2 {
            // A client that never takes all must not make the part before grow.
            bytes.removeSubrange(..<taken)
            taken = 0
        }
    }

    /// Calls `body` with the bytes that wait.
    func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[taken...])) }
    }
}
