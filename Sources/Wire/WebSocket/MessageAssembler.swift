internal import MockPostlyCompression

/// Joins a client's frames to messages, as a state machine without input or output.
///
/// It checks the order of frames (RFC 6455, 5.4), that text is UTF-8 (8.1), and the size limit of a
/// message, which counts all fragments after decompression. Each check is made as early as
/// possible: a text fails at its first invalid byte, a message that is too big at the header that
/// shows it.
package struct MessageAssembler {
    /// A complete message or control frame.
    package enum Event: Sendable, Equatable {
        /// A whole message, unmasked and decompressed.
        case message(WebSocketMessage)
        /// At most 125 bytes, which the pong must repeat.
        case ping([UInt8])
        /// At most 125 bytes; may come without a ping (RFC 6455, 5.5.3).
        case pong([UInt8])
        /// The last frame of the client; nothing after it is read.
        case close(CloseFrame)
    }

    /// A message whose fragments have not all arrived.
    private struct Partial {
        var message: WebSocketMessage
        var isDeflated: Bool
        /// Bytes of payload announced by the headers so far.
        var announced = 0
        var text = UTF8Check()
    }

    /// Whether messages are discarded, because the WebSocket is closing.
    ///
    /// Control frames are still read.
    package var dropsMessages = false {
        didSet {
            guard dropsMessages else { return }
            partial?.message.bytes = []
            inflater = nil
        }
    }
    /// How many frames have arrived completely.
    ///
    /// Control frames and fragments count too; the number wraps around.
    package private(set) var frames = 0

    private let limit: Int
    private let inflaters: (any InflaterLending)?
    private var parser: FrameParser
    private var partial: Partial?
    /// The frame whose payload is arriving.
    private var current: FrameHeader?
    private var control: [UInt8] = []
    /// The inflater of the message that is arriving; nil for uncompressed messages.
    private var inflater: MessageInflater?

    /// An assembler at the start of the client's frames.
    ///
    /// - Parameters:
    ///   - limit: the most bytes of a message, decompressed.
    ///   - inflaters: the source of inflaters; nil when compression was not agreed on.
    package init(limit: Int, inflaters: (any InflaterLending)? = nil) {
        self.limit = limit
        self.inflaters = inflaters
        parser = FrameParser(allowsDeflated: inflaters != nil)
    }

    /// Bytes that it holds: the received part of a message, and its inflater.
    package var bufferedBytes: Int {
        let payload = (partial?.message.bytes.count ?? 0) + control.count
        return payload + max(inflater?.bufferedBytes ?? 0, inflaters?.bufferedBytes ?? 0)
    }

    /// Reads `input` from index `used` on, to the end of the next event or of the input.
    ///
    /// - Parameters:
    ///   - input: bytes from the client.
    ///   - used: increased by the bytes read; the others belong to the next call.
    /// - Returns: the event, or nil when all of `input` is used.
    /// - Throws: the client's violation; no further call is allowed after it.
    package mutating func next(
        _ input: UnsafeBufferPointer<UInt8>,
        used: inout Int
    ) throws(ProtocolViolation) -> Event? {
        while true {
            switch try parser.step(input, used: &used) {
            case .needsMore:
                return nil
            case .began(let header):
                try begin(header)
            case .payload(let range, let mask, let isLast):
                guard let header = current else { return nil }
                let piece = UnsafeBufferPointer(rebasing: input[range])
                if header.opcode.isControl {
                    append(piece, mask, to: &control)
                } else if !dropsMessages {
                    try append(piece, mask)
                }
                guard isLast else { continue }
                current = nil
                frames &+= 1
                if let event = try end(header) { return event }
            }
        }
    }

    private mutating func begin(_ header: FrameHeader) throws(ProtocolViolation) {
        current = header
        guard !header.opcode.isControl else { return }
        switch header.opcode {
        case .text: try beginMessage(.text, header)
        case .binary: try beginMessage(.binary, header)
        default: if partial == nil { throw .nothingToContinue }
        }
        guard !dropsMessages, let isDeflated = partial?.isDeflated else { return }
        // Deflate makes incompressible data slightly larger.
        let most = isDeflated ? min(limit, .max / 2) + limit / 256 + 1024 : limit
        let announced = partial?.announced ?? 0
        guard header.length <= most - announced else { throw .tooBig }
        partial?.announced = announced + header.length
        // At most the size of usual messages: a header alone must not make the server allocate
        // more.
        if !isDeflated && announced == 0 && header.length > 0 {
            partial?.message.bytes.reserveCapacity(min(header.length, 16_384))
        }
    }

    private mutating func beginMessage(
        _ kind: WebSocketMessage.Kind,
        _ header: FrameHeader
    ) throws(ProtocolViolation) {
        guard partial == nil else { throw .notContinued }
        partial = Partial(message: WebSocketMessage(kind, []), isDeflated: header.isDeflated)
        if header.isDeflated && !dropsMessages { inflater = inflaters?.lend() }
    }

    /// The event that is complete with the frame of `header`; nil when its message continues.
    private mutating func end(_ header: FrameHeader) throws(ProtocolViolation) -> Event? {
        guard !header.opcode.isControl else {
            let payload = control
            control = []
            switch header.opcode {
            case .ping: return .ping(payload)
            case .pong: return .pong(payload)
            default: return .close(try CloseFrame(payload: payload))
            }
        }
        guard header.isFinal else { return nil }
        if !dropsMessages && partial?.isDeflated == true { try finishInflating() }
        guard let whole = partial else { return nil }
        partial = nil
        guard !dropsMessages else { return nil }
        guard whole.text.isBetweenCharacters else { throw .badText }
        return .message(whole.message)
    }

    // MARK: Payload

    private func append(
        _ piece: UnsafeBufferPointer<UInt8>,
        _ mask: UInt32,
        to bytes: inout [UInt8]
    ) {
        let start = bytes.count
        bytes.append(contentsOf: piece)
        bytes.withUnsafeMutableBufferPointer { bytes in
            unmask(UnsafeMutableBufferPointer(rebasing: bytes[start...]), mask)
        }
    }

    private mutating func append(
        _ piece: UnsafeBufferPointer<UInt8>,
        _ mask: UInt32
    ) throws(ProtocolViolation) {
        guard var partial, !piece.isEmpty else { return }
        // Moved out, so that its bytes have one owner and are not copied.
        self.partial = nil
        let start = partial.message.bytes.count
        var failure: ProtocolViolation?
        if partial.isDeflated {
            failure = inflate(piece, mask, into: &partial.message.bytes)
        } else {
            append(piece, mask, to: &partial.message.bytes)
        }
        // Bytes that were decompressed before the failure may contain an earlier error.
        try validateText(of: &partial, from: start)
        if let failure { throw failure }
        self.partial = partial
    }

    /// Checks that the bytes from `start` on continue the text as UTF-8.
    private func validateText(of partial: inout Partial, from start: Int) throws(ProtocolViolation)
    {
        guard partial.message.kind == .text else { return }
        var text = partial.text
        let isText = partial.message.bytes.withUnsafeBufferPointer { bytes in
            text.accepts(UnsafeBufferPointer(rebasing: bytes[start...]))
        }
        partial.text = text
        guard isText else { throw .badText }
    }

    private func inflate(
        _ piece: UnsafeBufferPointer<UInt8>,
        _ mask: UInt32,
        into bytes: inout [UInt8]
    ) -> ProtocolViolation? {
        guard let inflater else { return nil }
        var plain: [UInt8] = []
        append(piece, mask, to: &plain)
        return plain.withUnsafeBufferPointer { plain in
            do throws(DecompressionError) {
                try inflater.append(plain, to: &bytes, limit: limit)
                return nil
            } catch {
                return error == .tooLarge ? .tooBig : .badCompression
            }
        }
    }

    private mutating func finishInflating() throws(ProtocolViolation) {
        guard let inflater else { return }
        do throws(DecompressionError) {
            try inflater.endMessage()
        } catch {
            throw .badCompression
        }
        inflaters?.takeBack(inflater)
        self.inflater = nil
    }
}
