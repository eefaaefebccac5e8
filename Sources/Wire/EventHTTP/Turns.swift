internal import MockPostlyWorld

/// A queue of connections whose input takes more than one turn.
///
/// A turn limits how much of one connection is handled before the others get theirs. Belongs to the
/// loop's thread.
final class Turns {
    /// How many requests, or messages of a takeover, are handled in one turn.
    private static let mostInTurn = 16
    /// Nanoseconds of a tick for requests after the first of a read, and as many again for the
    /// queue.
    private static let mostNanoseconds: UInt64 = 1_000_000
    /// Bytes that a tick reads at full buffer size; after them reads are small.
    private static let mostBytes = 512 * 1024

    private let loop: EventLoop
    private var line: [ServerConnection] = []
    /// The index in ``line`` of the next connection; those before have had their turn.
    private var next = 0
    /// How many requests are left in the current turn.
    private var left = 0
    /// When the time of this tick is over; 0 until it is first checked.
    private var end: UInt64 = 0
    /// The server's count of received bytes when this tick began.
    private var receivedBefore = 0

    init(on loop: EventLoop) {
        self.loop = loop
    }

    /// Begins the turn of a connection.
    func begin() {
        left = Self.mostInTurn
    }

    /// Counts one request or message; returns whether the current turn is over with it.
    ///
    /// Called only when there are more of them, so that a read with a single request does not cost
    /// a look at the clock.
    func isOver() -> Bool {
        left -= 1
        return left <= 0 || isTimeOver
    }

    private var isTimeOver: Bool {
        let now = monotonicNanoseconds()
        if end == 0 { end = now + Self.mostNanoseconds }
        return now >= end
    }

    /// Whether this tick has read so much that further reads are to be small.
    func hasReadMuch(_ received: Int) -> Bool {
        received - receivedBefore >= Self.mostBytes
    }

    /// Appends a connection to the queue, unless it is in it.
    func lineUp(_ connection: ServerConnection) {
        guard !connection.isInLine else { return }
        connection.isInLine = true
        line.append(connection)
        loop.hasWorkLeft = true
    }

    /// Gives turns to the queue until the time is over, but to one connection at least.
    func endTick(received: Int) {
        receivedBefore = received
        end = 0
        guard !line.isEmpty else { return }
        repeat {
            let connection = line[next]
            next += 1
            connection.isInLine = false
            connection.takeTurn()
        } while next < line.count && !isTimeOver
        end = 0
        if next == line.count {
            line.removeAll(keepingCapacity: line.count < 1024)
            next = 0
        } else if next >= 1024 && next >= line.count / 2 {
            // A queue that never becomes empty must not keep the entries that are done.
            line.removeSubrange(..<next)
            next = 0
        }
        loop.hasWorkLeft = !line.isEmpty
    }
}
