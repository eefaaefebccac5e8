/// Whose turn it is: connections that have sent more than one turn takes stand in line for the next.
///
/// Belongs to the loop's thread.
final class Turns {
    /// Requests, or messages of a takeover, that a connection gets handled before others do.
    private static let mostInTurn = 16
    /// Microseconds that a tick gives to requests behind the first of a read, and once more to the
    /// line.
    private static let mostMicroseconds: Int64 = 1000
    /// Bytes that a tick reads as they come; beyond, little is read at a time.
    private static let mostBytes = 512 * 1024

    private let loop: EventLoop
    private var line: [Connection] = []
    /// Who is next in ``line``; those before have had their turn.
    private var next = 0
    /// How much is left of the turn that runs.
    private var left = 0
    /// When the time of this tick is over; 0 before anybody has asked.
    private var end: Int64 = 0
    /// What the server had received when this tick began.
    private var receivedBefore = 0

    init(on loop: EventLoop) {
        self.loop = loop
    }

    /// Begins the turn of a connection.
    func begin() {
        left = Self.mostInTurn
    }

    /// Counts one request or message; returns whether the turn that runs is over with it.
    ///
    /// Asked only when there are more of them: a read with one request does not look at the clock.
    func isOver() -> Bool {
        left -= 1
        return left <= 0 || isTimeOver
    }

    private var isTimeOver: Bool {
        let now = monotonicMicroseconds()
        if end == 0 { end = now + Self.mostMicroseconds }
        return now >= end
    }

    /// Whether this tick has read so much that others wait.
    func hasReadMuch(_ received: Int) -> Bool {
        received - receivedBefore >= Self.mostBytes
    }

    /// Puts a connection at the end of the line, unless it stands there.
    func lineUp(_ connection: Connection) {
        guard !connection.isInLine else { return }
        connection.isInLine = true
        line.append(connection)
        loop.hasWorkLeft = true
    }

    /// Gives turns to those in line until the time is over, one at least.
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
            // A line that is never empty must not grow in front.
            line.removeSubrange(..<next)
            next = 0
        }
        loop.hasWorkLeft = !line.isEmpty
    }
}
