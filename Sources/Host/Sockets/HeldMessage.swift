internal import MockPostlyDialect
internal import MockPostlyHTTP

/// A message that waits before it goes on.
struct HeldMessage {
    let pending: PendingFrame
    /// What the journal calls the fault that holds it.
    let fault: String
    let bytes: Int
}

/// One direction of one connection.
struct Lane: Hashable {
    var socket: Int
    var isIncoming: Bool

    init(_ socket: Int, isIncoming: Bool) {
        (self.socket, self.isIncoming) = (socket, isIncoming)
    }

    init(_ frame: ChannelFrame) {
        self.init(frame.peer.socket, isIncoming: frame.direction == .incoming)
    }
}

/// The memory of the messages that wait in one world, which has limits.
final class HeldRoom {
    /// The most messages and bytes of one world.
    static let mostMessages = 10_000
    static let mostBytes = 16 * 1024 * 1024
    /// What a message takes beside its bytes.
    private static let overhead = 512

    private var share: BufferShare?
    private(set) var bytes = 0
    private(set) var count = 0

    /// What a message of `count` bytes takes.
    static func size(of count: Int) -> Int { count + overhead }

    /// Counts a message if there is room for it, also in `budget`; returns whether there is.
    func take(_ size: Int, of budget: BufferBudget) -> Bool {
        guard count < Self.mostMessages, bytes + size <= Self.mostBytes else { return false }
        if share == nil { share = BufferShare(of: budget) }
        guard share?.hold(bytes + size) == true else { return false }
        bytes += size
        count += 1
        return true
    }

    func free(_ size: Int) {
        bytes -= size
        count -= 1
        share?.count(bytes)
        if count == 0 { share = nil }
    }

    func clear() {
        (bytes, count) = (0, 0)
        share = nil
    }
}
