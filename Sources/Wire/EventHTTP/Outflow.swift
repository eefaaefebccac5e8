internal import MockPostlyHTTP
internal import MockPostlyWorld

/// An answer that is sent in pieces: its bytes, and when the next of them are sent.
///
/// ``ServerConnection/settle(received:sent:)`` calls ``advance()`` whenever the client has taken what was
/// sent. Belongs to the loop's thread.
final class Outflow {
    private enum Stage {
        /// The delay before the first byte is not over yet.
        case delayed
        case moving
        /// Nothing more is sent until the client closes or the time has passed.
        case stalled
        case ended
    }

    /// How often a reset waits for sent bytes to be confirmed, and how long each time: 10 seconds
    /// in all.
    private static let mostWaits = 1000
    private static let wait = Duration.milliseconds(10)

    // The connection owns this object and releases it when it closes; a source that keeps it longer
    // finds it ended.
    unowned let connection: ServerConnection
    var framer: AnswerFramer
    /// Framed bytes that may not be sent yet.
    private var waiting = ByteQueue()
    private var pace: Delivery.Pace?
    /// How many bytes may be sent now; `.max` without a pace.
    private var credit = Int.max
    private var stage = Stage.delayed
    /// Set while nothing may be sent before it fires.
    private var timer: OneShotTimer?
    /// When the next piece is due; nil before the first.
    private var due: Deadline?
    /// How often the reset has waited so far.
    private var waits = 0
    /// The source of the body; nil when the whole body is in `waiting`.
    var source: (any BodySource)?
    /// Whether the source has ended the body.
    var hasFinished = false
    /// Whether the source was refused bytes and must be told when there is room.
    var owesDrain = false
    /// Whether the client has shut down its sending side.
    private(set) var hasClientFinished = false

    init(_ framer: AnswerFramer, on connection: ServerConnection) {
        self.framer = framer
        self.connection = connection
    }

    /// How many framed bytes may not be sent yet.
    var waitingCount: Int { waiting.count }

    var hasEnded: Bool { stage == .ended }

    /// Whether there is something to send, or an end to carry out, right now.
    var canGoOn: Bool {
        timer == nil && stage == .moving && (waiting.isEmpty ? framer.hasEnded : credit > 0)
    }

    /// How many unsent bytes a source may have; more are refused.
    var limit: Int { connection.server.limits.sourceOutput }

    /// How many bytes the client has not taken, here and in the connection's output.
    var unsentBytes: Int { waiting.count + connection.output.count }

    func begin(_ response: Response, date: [UInt8]) {
        pace = response.delivery.pace
        let date = response.date.map { Array($0.utf8) } ?? date
        append(framer.head(response, date: date, by: &connection.server.writer))
        if let pace {
            credit = pace.piece
            if !pace.coversHead, credit < .max - waiting.count { credit += waiting.count }
            if pace.delay > .zero { rest(pace.delay) }
        }
        guard !framer.hasEnded, stage != .ended else { return }
        if let source = response.source {
            self.source = source
            source.begin(self)
        } else {
            append(framer.body(response.body))
            append(framer.end())
        }
    }

    func append(_ bytes: [UInt8]) {
        waiting.append(bytes)
    }

    /// Has the appended bytes sent at the end of the tick.
    func sendAtEndOfTick() {
        guard !connection.hasUnflushed else { return }
        connection.hasUnflushed = true
        connection.server.flushLater(connection)
    }

    // MARK: Sending

    /// Sends what is due, or ends the answer; called when the client has taken all that was sent
    /// before.
    func advance() {
        guard timer == nil else { return }
        switch stage {
        case .ended: return
        case .stalled: return end()
        case .delayed: stage = .moving
        case .moving: break
        }
        sendAllowed()
        guard stage == .moving, connection.output.isEmpty else { return }
        if waiting.isEmpty && framer.hasEnded { return close() }
        if credit == 0 { restForPiece() }
        if owesDrain && !hasEnded && unsentBytes <= limit / 2 {
            owesDrain = false
            source?.drain()
        }
    }

    private func sendAllowed() {
        let count = min(credit, waiting.count)
        guard count > 0 else { return }
        if pace != nil { credit -= count }
        // A copy, which shares its storage: sending may close the connection and free `waiting`.
        let bytes = waiting
        waiting.drop(count)
        bytes.withUnsafeBytes { connection.emit(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }

    /// Ends as the delivery says; all bytes are with the operating system.
    private func close() {
        switch framer.ending {
        case .open, .closed: end()
        case .reset:
            // A reset discards bytes that the client's system has not received.
            let mayWait = waits < Self.mostWaits && !connection.server.isStopping
            if mayWait, unconfirmedCount(connection.socket) > 0 {
                waits += 1
                return rest(Self.wait)
            }
            connection.reset()
        case .stalled(let limit):
            guard !connection.server.isStopping else { return end() }
            stage = .stalled
            rest(limit)
        }
    }

    private func end() {
        stage = .ended
        let source = source
        self.source = nil
        connection.endDelivery()
        source?.end(isComplete: hasFinished)
    }

    // MARK: Time

    /// Sends nothing more before `duration` has passed.
    private func rest(_ duration: Duration) {
        rest(until: Deadline(in: duration))
    }

    private func rest(until end: Deadline) {
        do throws(EventError) {
            timer = try OneShotTimer(after: end.left, on: connection.server.loop, of: self) {
                $0.wake(at: end)
            }
        } catch {
            connection.server.handler.note("an answer is broken off: \(error.words)")
            connection.close()
        }
    }

    private func wake(at end: Deadline) {
        timer = nil
        // Libevent counts from the start of its tick, which is before the timer was made.
        guard end.hasPassed else { return rest(until: end) }
        if pace != nil && credit == 0 { credit = pace?.piece ?? .max }
        connection.settle()
    }

    private func restForPiece() {
        guard let pause = pace?.pause else { return }
        // Pieces keep their schedule, but a client that has not read for long gets no burst of
        // them.
        let next = due?.later(by: pause)
        let end = if let next, !next.hasPassed { next } else { Deadline(in: pause) }
        due = end
        rest(until: end)
    }

    // MARK: Ends

    /// The client has shut down its sending side or has closed; which of the two shows only when
    /// something is sent to it.
    func finishClient() {
        hasClientFinished = true
        if case .stalled = framer.ending { return connection.close() }
        if source != nil { connection.close() }
    }

    /// Sends the rest without delay, because the server is stopping.
    func hurry() {
        guard stage != .ended else { return }
        pace = nil
        credit = .max
        timer = nil
        if let source {
            source.stop()
            guard framer.hasEnded else { return connection.close() }
        }
        connection.settle()
    }

    /// Discards the answer, because the connection is closed.
    func cancel() {
        stage = .ended
        timer = nil
        waiting = ByteQueue()
        let source = source
        self.source = nil
        source?.end(isComplete: false)
    }
}
