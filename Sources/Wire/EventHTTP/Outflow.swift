internal import MockPostlyHTTP

/// An answer on its way that does not leave as a whole: its bytes, and when the next of them go.
///
/// ``Connection/settle(received:sent:)`` calls ``advance()`` whenever the client has taken what was
/// sent. Belongs to the loop's thread.
final class Outflow {
    private enum Stage {
        /// The first byte is not due yet.
        case delayed
        case moving
        /// Nothing more is sent until the client leaves or the time passes.
        case stalled
        case ended
    }

    /// How often, and at which intervals, a reset waits for what was sent to arrive: 10 seconds.
    private static let mostWaits = 1000
    private static let wait = Duration.milliseconds(10)

    // The connection holds this object and lets go of it when it is closed; a source that holds it
    // longer finds it ended.
    unowned let connection: Connection
    var framer: AnswerFramer
    /// Framed bytes that are not due yet, or not asked for.
    private var waiting = ByteQueue()
    private var pace: Delivery.Pace?
    /// How many bytes may go now.
    private var credit = Int.max
    private var stage = Stage.delayed
    /// Runs while nothing may be done before its time.
    private var timer: OneShotTimer?
    /// When the next piece is due, in microseconds.
    private var due: Int64 = 0
    /// How often a reset has waited.
    private var waits = 0
    /// What gives the body; nil when all of it is here.
    var source: (any BodySource)?
    /// Whether the source has ended the body.
    var hasFinished = false
    /// Whether the source is to be told when there is room.
    var owesDrain = false
    /// Whether the client will send nothing more.
    private(set) var hasClientFinished = false

    init(_ framer: AnswerFramer, on connection: Connection) {
        self.framer = framer
        self.connection = connection
    }

    /// Bytes that wait here.
    var waitingCount: Int { waiting.count }

    var hasEnded: Bool { stage == .ended }

    /// Whether there is something to be done now.
    var canGoOn: Bool {
        timer == nil && stage == .moving && (waiting.isEmpty ? framer.hasEnded : credit > 0)
    }

    /// Bytes that may wait here for the client.
    var limit: Int { connection.server.limits.sourceOutput }

    /// Bytes that the client has not taken, wherever they wait.
    var unsentBytes: Int { waiting.count + connection.output.count }

    func begin(_ response: Response, date: [UInt8]) {
        pace = response.delivery.pace
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

    /// Has what was appended sent when the tick ends.
    func sendAtEndOfTick() {
        guard !connection.hasUnflushed else { return }
        connection.hasUnflushed = true
        connection.server.flushLater(connection)
    }

    // MARK: Sending

    /// Sends what is due, or ends; the client has taken all before.
    func advance() {
        guard timer == nil else { return }
        switch stage {
        case .ended: return
        case .stalled: return end()
        case .delayed: stage = .moving
        case .moving: break
        }
        send()
        guard stage == .moving, connection.output.isEmpty else { return }
        if waiting.isEmpty && framer.hasEnded { return close() }
        if credit == 0 { restForPiece() }
        if owesDrain && !hasEnded && unsentBytes <= limit / 2 {
            owesDrain = false
            source?.drain()
        }
    }

    private func send() {
        let count = min(credit, waiting.count)
        guard count > 0 else { return }
        if pace != nil { credit -= count }
        // A copy, without its bytes: sending may end all of this.
        let bytes = waiting
        waiting.drop(count)
        bytes.withUnsafeBytes { connection.send(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }

    /// All bytes are with the system: ends as the delivery says.
    private func close() {
        switch framer.ending {
        case .open, .closed: end()
        case .reset:
            // A reset takes those along that the client's system does not have.
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

    /// Does nothing more before the time has passed.
    private func rest(_ duration: Duration) {
        rest(until: monotonicMicroseconds() + duration.microseconds)
    }

    private func rest(until end: Int64) {
        let left = max(0, end - monotonicMicroseconds())
        do throws(EventError) {
            timer = try OneShotTimer(after: .microseconds(left), on: connection.server.loop) {
                [unowned self] in
                wake(at: end)
            }
        } catch {
            connection.server.onFailure("an answer is broken off: \(error.words)")
            connection.close()
        }
    }

    private func wake(at end: Int64) {
        timer = nil
        // The loop counts from when it woke, which is before the timer was made.
        guard monotonicMicroseconds() >= end else { return rest(until: end) }
        if pace != nil && credit == 0 { credit = pace?.piece ?? .max }
        connection.settle()
    }

    private func restForPiece() {
        guard let pause = pace?.pause else { return }
        let now = monotonicMicroseconds()
        let step = pause.microseconds
        // A piece that is late does not delay the next; who has not read for long gets no burst.
        due = due + step > now ? due + step : now + step
        rest(until: due)
    }

    // MARK: Ends

    /// The client will send nothing more, or has left: which of them is not known before something
    /// is sent to it.
    func finishClient() {
        hasClientFinished = true
        if case .stalled = framer.ending { return connection.close() }
        if source != nil { connection.close() }
    }

    /// The server is stopping: what is here goes without delay.
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

    /// The connection is closed.
    func cancel() {
        stage = .ended
        timer = nil
        waiting = ByteQueue()
        let source = source
        self.source = nil
        source?.end(isComplete: false)
    }
}

extension Duration {
    /// Whole microseconds, not under 0, and no more than 300 years of them.
    fileprivate var microseconds: Int64 {
        let (seconds, attoseconds) = components
        return min(max(0, seconds), 1 << 33) * 1_000_000 + max(0, attoseconds) / 1_000_000_000_000
    }
}
