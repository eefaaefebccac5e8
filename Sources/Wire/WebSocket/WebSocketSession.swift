internal import MockPostlyCompression

/// The server's side of an open WebSocket, as a state machine without input or output.
///
/// It is given the client's bytes, returns actions, and makes the frames to send. The caller
/// handles sockets, the order of writing and time limits: how long a client may be silent, how long
/// it may take to answer a close frame, and what to do when it does not read.
///
/// ```swift
/// var session = WebSocketSession(settings, handshake.deflate, pool: pool)
/// for action in session.receive(bytes) {
///     switch action {
///     case .deliver(let message): handle(message)
///     case .send(let bytes): stream.write(bytes)
///     case .pong: break
///     case .end(let bytes, let ending): finish(bytes, ending)
///     }
/// }
/// stream.write(session.frame(for: .text("hello")))
/// ```
package struct WebSocketSession {
    /// An action for the caller.
    package enum Action: Sendable, Equatable {
        /// A message of the client, whole and decompressed; never after a close frame was sent or
        /// received.
        case deliver(WebSocketMessage)
        /// Bytes to send after those sent before: the answer to a ping.
        case send([UInt8])
        /// The payload of a pong from the client; nothing needs to be done.
        case pong([UInt8])
        /// The last action: send these bytes, if any, then close the TCP connection.
        case end(sending: [UInt8], Ending)
    }

    private enum State {
        case open
        /// The server's close frame was sent, the client's has not arrived.
        case closing
        case ended
    }

    /// The limits and compression of a session.
    package struct Settings: Sendable, Equatable {
        /// Most bytes of a message from the client, all fragments together and decompressed.
        package var messageLimit = 8 * 1024 * 1024
        /// How the session compresses, if the handshake agreed on compression.
        package var deflate = DeflateSettings()

        /// The default settings.
        package init() {}
    }

    /// The settings that the session was made with.
    package let settings: Settings
    /// The agreement of the handshake; nil without compression.
    package let agreement: DeflateAgreement?
    private var state = State.open
    private var assembler: MessageAssembler
    private let pool: DeflatePool
    /// The compressor for messages that may refer to earlier ones; made at the first of them.
    private var ownDeflater: MessageDeflater?

    /// A session that begins after the handshake.
    ///
    /// - Parameters:
    ///   - settings: the server's settings.
    ///   - agreement: the handshake's agreement about compression; nil for none.
    ///   - pool: the pool of the thread on which the session is used.
    package init(_ settings: Settings, _ agreement: DeflateAgreement?, pool: DeflatePool) {
        self.settings = settings
        self.agreement = agreement
        self.pool = pool
        let inflaters = agreement.map { agreement -> any InflaterLending in
            agreement.clientKeepsContext
                ? OwnInflater(windowBits: agreement.clientWindowBits) : pool
        }
        assembler = MessageAssembler(limit: settings.messageLimit, inflaters: inflaters)
    }

    /// How many frames of any type have arrived; while it does not grow, the client is silent.
    package var framesReceived: Int { assembler.frames }

    /// Bytes that it holds: the received part of a message, and the windows of the compression.
    package var bufferedBytes: Int { assembler.bufferedBytes + (ownDeflater?.bufferedBytes ?? 0) }

    /// Whether messages may be sent: neither side has sent a close frame.
    package var isOpen: Bool {
        if case .open = state { return true }
        return false
    }

    /// Whether the session is over; further input is ignored.
    package var hasEnded: Bool {
        if case .ended = state { return true }
        return false
    }

    // MARK: Receiving

    /// Reads `input` from index `used` on, up to the next action.
    ///
    /// - Parameters:
    ///   - input: bytes from the client.
    ///   - used: increased by the bytes read; the others belong to the next call.
    /// - Returns: the action, or nil when all of `input` is used.
    ///
    /// Errors of the client are not thrown: they become ``Action/end(sending:_:)`` with the
    /// server's close frame.
    package mutating func step(
        _ input: UnsafeBufferPointer<UInt8>,
        used: inout Int
    ) -> Action? {
        do throws(ProtocolViolation) {
            while !hasEnded, let event = try assembler.next(input, used: &used) {
                if let action = action(for: event) { return action }
            }
        } catch {
            return end(error)
        }
        used = input.count
        return nil
    }

    /// Reads all of `bytes` and returns the actions in order.
    ///
    /// A caller that may close the session during an action must use ``step(_:used:)`` instead.
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

    private mutating func end(_ violation: ProtocolViolation) -> Action {
        let close = CloseFrame(violation.code, violation.words)
        // Each side sends at most one close frame.
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

    /// The frame of `message`, compressed where agreed; empty when the session is not open.
    ///
    /// Costs one allocation, and a compression of O(n) where it was agreed on.
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

    /// The frame of a message for many connections; empty when the session is not open.
    ///
    /// Compressed once per size of window, unless this connection keeps its context.
    package mutating func frame(for shared: SharedMessage) -> [UInt8] {
        guard isOpen else { return [] }
        guard let agreement, shared.message.bytes.count >= settings.deflate.smallestMessage else {
            return shared.plain
        }
        guard !agreement.serverKeepsContext else { return frame(for: shared.message) }
        return shared.frame(windowBits: agreement.serverWindowBits, pool)
    }

    /// The frame of a message in two parts, of which the second may be shared with other clients.
    ///
    /// Empty when the session is not open. Without compression the parts are copied only once.
    ///
    /// - Parameters:
    ///   - kind: text or binary; the parts together must be UTF-8 for a text.
    ///   - head: the part of this client.
    ///   - tail: the part that may be shared.
    /// - Returns: the bytes to send.
    package mutating func frame(
        _ kind: WebSocketMessage.Kind,
        head: [UInt8],
        tail: [UInt8]
    ) -> [UInt8] {
        let isShort = head.count + tail.count < settings.deflate.smallestMessage
        guard isOpen, agreement == nil || isShort else {
            return frame(for: WebSocketMessage(kind, head + tail))
        }
        return FrameWriter.message(kind, head: head, tail: tail)
    }

    /// A ping with at most 125 bytes; empty when the session is not open.
    ///
    /// More than 125 bytes stop the program. The client's answer is ``Action/pong(_:)``.
    package func ping(_ payload: [UInt8] = []) -> [UInt8] {
        isOpen ? FrameWriter.frame(.ping, payload) : []
    }

    /// The frame that begins to close the WebSocket; empty when it is closing already.
    ///
    /// From here on messages from the client are discarded. ``step(_:used:)`` returns
    /// ``Action/end(sending:_:)`` when the client's close frame arrives; the caller limits the wait
    /// for it. A `code` that may not be sent stops the program.
    ///
    /// - Parameters:
    ///   - code: such as ``CloseCode/goingAway``.
    ///   - reason: in English; cut to ``CloseFrame/longestReason`` bytes.
    /// - Returns: the bytes to send.
    package mutating func close(_ code: CloseCode, _ reason: String = "") -> [UInt8] {
        guard isOpen else { return [] }
        precondition(code.isSendable, "no close frame may carry this code")
        state = .closing
        assembler.dropsMessages = true
        return FrameWriter.close(CloseFrame(code, reason))
    }
}

/// How a WebSocket ended.
package struct Ending: Sendable, Equatable {
    /// The reason for the end.
    package enum Cause: Sendable, Equatable {
        /// The client sent a close frame first.
        case client
        /// The client answered the server's close frame.
        case answered
        /// The client violated the protocol.
        case violation
    }

    /// Which side has begun to close, and why.
    package var cause: Cause
    /// The client's close frame or, after a violation, the server's.
    ///
    /// Its code is nil when the client's frame had no content.
    package var close: CloseFrame

    init(_ cause: Cause, _ close: CloseFrame) {
        self.cause = cause
        self.close = close
    }
}
