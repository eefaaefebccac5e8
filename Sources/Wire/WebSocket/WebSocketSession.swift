internal import MockPostlyCompression

/// The server's side of one WebSocket, from the handshake on, as a pure state machine.
///
/// It is given what the client sends and says what to do, and makes the frames to send. Sockets,
/// time limits and the order of writing are the caller's: how long a client may be silent, how long
/// it may take to answer a close frame, and what becomes of it when it does not read.
package struct WebSocketSession {
    /// What the caller has to do.
    package enum Action: Sendable, Equatable {
        case deliver(WebSocketMessage)
        /// To be sent behind what was sent before: the answer to a ping.
        case send([UInt8])
        /// The client has sent a pong.
        case pong([UInt8])
        /// The last action: send these bytes, if any, then end the TCP connection.
        case end(sending: [UInt8], Ending)
    }

    private enum State {
        case open
        /// Our close frame is out, the client's is awaited.
        case closing
        case ended
    }

    /// The caps and manners of a session.
    package struct Settings: Sendable, Equatable {
        /// Bytes that a message of the client may have, fragments together and inflated.
        package var messageLimit = 8 * 1024 * 1024
        package var deflate = DeflateSettings()

        package init() {}
    }

    package let settings: Settings
    package let agreement: DeflateAgreement?
    private var state = State.open
    private var assembler: MessageAssembler
    private let pool: DeflatePool
    /// What the messages to this client are compressed with, when they may refer to earlier ones.
    private var ownDeflater: MessageDeflater?

    /// - Parameters:
    ///   - settings: the server's.
    ///   - agreement: of the handshake, about compression.
    ///   - pool: the one of the thread on which the session is used.
    package init(_ settings: Settings, _ agreement: DeflateAgreement?, _ pool: DeflatePool) {
        self.settings = settings
        self.agreement = agreement
        self.pool = pool
        let inflaters = agreement.map { agreement -> any InflaterLending in
            agreement.clientKeepsContext
                ? OwnInflater(windowBits: agreement.clientWindowBits) : pool
        }
        assembler = MessageAssembler(limit: settings.messageLimit, inflaters: inflaters)
    }

    /// Frames of any kind that have arrived whole; when it does not grow, the client is silent.
    package var framesReceived: Int { assembler.frames }

    /// Bytes that it holds: what has come of a message, and the windows of the compression.
    package var heldBytes: Int { assembler.heldBytes + (ownDeflater?.heldBytes ?? 0) }

    /// Whether messages may be sent.
    package var isOpen: Bool {
        if case .open = state { return true }
        return false
    }

    /// Whether nothing that the client sends matters any more.
    package var hasEnded: Bool {
        if case .ended = state { return true }
        return false
    }

    // MARK: Receiving

    /// Reads `input` from the byte at `used` on as far as there is something to do.
    ///
    /// - Parameters:
    ///   - input: what the client has sent.
    ///   - used: moved on; what is behind it is for the next call, which may be later.
    /// - Returns: what to do, or nil when all of `input` is used.
    package mutating func step(
        _ input: UnsafeBufferPointer<UInt8>,
        used: inout Int
    ) -> Action? {
        do throws(Violation) {
            while !hasEnded, let event = try assembler.next(input, used: &used) {
                if let action = action(for: event) { return action }
            }
        } catch {
            return end(error)
        }
        used = input.count
        return nil
    }

    /// Reads all of `bytes`.
    ///
    /// Who may close the session while acting on what has come uses ``step(_:used:)``.
    package mutating func receive(_ bytes: [UInt8]) -> [Action] {
        var actions: [Action] = []
        var used = 0
        bytes.withUnsafeBufferPointer { bytes in
            while let action = step(bytes, used: &used) { actions.append(action) }
        }
        return actions
    }

    private mutating func action(for event: MessageAssembler.Event) -> Action? {
        switch (event, state) {
        case (.message(let message), .open):
            return .deliver(message)
        case (.ping(let payload), .open):
            return .send(FrameWriter.frame(.pong, payload))
        case (.pong(let payload), .open):
            return .pong(payload)
        case (.close(let close), .open):
            return end(sending: FrameWriter.close(CloseFrame(close.code)), .client, close)
        case (.close(let close), .closing):
            return end(sending: [], .answered, close)
        case (_, .closing), (_, .ended):
            return nil
        }
    }

    private mutating func end(_ violation: Violation) -> Action {
        let close = CloseFrame(violation.code, violation.words)
        // Each side sends one close frame.
        return end(sending: isOpen ? FrameWriter.close(close) : [], .violation, close)
    }

    private mutating func end(
        sending last: [UInt8],
        _ cause: Ending.Cause,
        _ close: CloseFrame
    ) -> Action {
        state = .ended
        assembler.dropsMessages = true
        ownDeflater = nil
        return .end(sending: last, Ending(cause, close))
    }

    // MARK: Sending

    /// The frame that brings `message` to the client; empty when it is too late for that.
    package mutating func frame(for message: WebSocketMessage) -> [UInt8] {
        guard isOpen else { return [] }
        guard let agreement, message.bytes.count >= settings.deflate.smallestMessage else {
            return FrameWriter.message(message)
        }
        guard agreement.serverKeepsContext else {
            return pool.frame(for: message, windowBits: agreement.serverWindowBits)
        }
        let deflater =
            ownDeflater
            ?? MessageDeflater(
                windowBits: agreement.serverWindowBits,
                memoryLevel: settings.deflate.ownMemoryLevel
            )
        ownDeflater = deflater
        let payload = deflater.deflated(message.bytes)
        return FrameWriter.frame(message.kind.opcode, payload, isDeflated: true)
    }

    /// The frame that brings a message for many to this client; empty when it is too late for that.
    package mutating func frame(for shared: SharedMessage) -> [UInt8] {
        guard isOpen else { return [] }
        guard let agreement, shared.message.bytes.count >= settings.deflate.smallestMessage else {
            return shared.plain
        }
        guard !agreement.serverKeepsContext else { return frame(for: shared.message) }
        return shared.frame(windowBits: agreement.serverWindowBits, pool)
    }

    /// The frame that brings a message in two pieces, of which the second may be shared with other
    /// clients; empty when it is too late for that.
    package mutating func frame(
        _ kind: WebSocketMessage.Kind,
        _ head: [UInt8],
        _ tail: [UInt8]
    ) -> [UInt8] {
        let isShort = head.count + tail.count < settings.deflate.smallestMessage
        guard isOpen, agreement == nil || isShort else {
            return frame(for: WebSocketMessage(kind, head + tail))
        }
        return FrameWriter.message(kind, head, tail)
    }

    /// A ping with up to 125 bytes; empty when it is too late for one.
    package func ping(_ payload: [UInt8] = []) -> [UInt8] {
        isOpen ? FrameWriter.frame(.ping, payload) : []
    }

    /// The frame that begins to close the connection; empty when that has begun already.
    ///
    /// From here on the client's messages are thrown away. ``step(_:used:)`` says when its own
    /// close frame is here; the caller limits the wait for it.
    package mutating func close(_ code: CloseCode, _ reason: String = "") -> [UInt8] {
        guard isOpen else { return [] }
        precondition(code.isSendable, "no close frame may carry this code")
        state = .closing
        assembler.dropsMessages = true
        return FrameWriter.close(CloseFrame(code, reason))
    }
}

/// How a WebSocket came to its end.
package struct Ending: Sendable, Equatable {
    package enum Cause: Sendable, Equatable {
        /// The client has closed it.
        case client
        /// The client has answered our close frame.
        case answered
        /// The client has broken a rule.
        case violation
    }

    package var cause: Cause
    /// The client's close frame, or ours about the rule.
    package var close: CloseFrame

    init(_ cause: Cause, _ close: CloseFrame) {
        self.cause = cause
        self.close = close
    }
}
