/// A stream that collects the bytes of a source without sending them.
final class BodyCollector: BodyStream {
    private(set) var bytes: [UInt8] = []
    private let limit: Int
    private var isOpen = true
    private var isWhole = false

    init(limit: Int) {
        self.limit = limit
    }

    var unsentCount: Int { 0 }

    func write(_ bytes: [UInt8]) -> Bool {
        guard isOpen, bytes.count <= limit - self.bytes.count else { return false }
        self.bytes += bytes
        return true
    }

    func finish() {
        guard isOpen else { return }
        isOpen = false
        isWhole = true
    }

    func drop() {
        isOpen = false
    }

    /// Accepts nothing more; returns whether the source has ended the body.
    func stop() -> Bool {
        isOpen = false
        return isWhole
    }
}
