internal import MockPostlyHTTP

/// Two connections of which each is sent what the other has received.
///
/// When one side ends, the other is told so once it has got everything.
final class Relay {
    /// The output of a side above which the other is not read.
    private static let mostOutput = 256 * 1024
    /// How long nothing may move once a side has ended, in seconds.
    private static let timeout = 60

    private let client: BufferedSocket
    private let server: BufferedSocket
    private var gate: BodyGate
    private var mark: AnswerMark
    /// Owns this one, and leaves when it has ended.
    private weak var owner: ProxyClient?
    private var clientHasEnded = false
    private var serverHasEnded = false
    /// Whether the server takes nothing any more.
    private var isServerBroken = false
    private var isServerShut = false
    private var isClientShut = false
    /// Whether ``timeout`` counts.
    private var isHurried = false
    private var isOver = false

    /// Begins to relay for `owner`; of what the client sends, the server gets what belongs to `body`.
    init(
        _ client: BufferedSocket,
        _ server: BufferedSocket,
        _ body: ProxyRequest.Body,
        of owner: ProxyClient
    ) {
        (self.client, self.server, self.owner) = (client, server, owner)
        gate = BodyGate(body)
        mark = AnswerMark(isDue: body != .endless)
        client.observer = self
        server.observer = self
        pass()
    }

    /// Ends it without a word to its owner.
    func end() {
        isOver = true
        client.observer = nil
        server.observer = nil
    }

    private func finish() {
        guard !isOver else { return }
        isOver = true
        owner?.leave()
    }

    /// Passes on what has come, and the ends of both sides.
    private func pass() {
        guard !isOver else { return }
        if client.outputCount <= Self.mostOutput {
            mark.pass(server, to: client, isEnd: serverHasEnded)
        }
        if isServerBroken {
            client.dropInput()
        } else if server.outputCount <= Self.mostOutput {
            guard gate.pass(client, to: server) else { return finish() }
        }
        if serverHasEnded, server.inputCount == 0, client.outputCount == 0, !isClientShut {
            // A cut answer must not look like a whole one.
            if isServerBroken {
                client.resetAtEnd()
                return finish()
            }
            isClientShut = true
            client.shutDownSending()
        }
        if clientHasEnded, client.inputCount == 0, server.outputCount == 0, !isServerShut {
            isServerShut = true
            server.shutDownSending()
        }
        if isClientShut, isServerShut || clientHasEnded { return finish() }
        if clientHasEnded || serverHasEnded { beHurried() }
        client.setReading(!clientHasEnded && client.inputCount < BufferedSocket.mostInput)
        server.setReading(!serverHasEnded && server.inputCount < BufferedSocket.mostInput)
    }

    /// Ends it when nothing moves any more, once one side has ended.
    private func beHurried() {
        guard !isHurried else { return }
        isHurried = true
        client.expectMoves(within: Self.timeout)
        server.expectMoves(within: Self.timeout)
    }
}

extension Relay: SocketObserver {
    func socket(_ socket: BufferedSocket, has change: BufferedSocket.Change) {
        switch change {
        case .ended where socket === client: clientHasEnded = true
        case .ended: serverHasEnded = true
        case .failed where socket === client:
            server.resetAtEnd()
            return finish()
        // What it has sent before is still the client's.
        case .failed: (serverHasEnded, isServerBroken) = (true, true)
        case .expired: return finish()
        case .connected, .input, .drained: break
        }
        pass()
    }
}

/// Tells a client that its connection ends after the answer to its request.
///
/// Not all servers that are asked to close a connection say that they do, and the client would use it
/// for its next request. So the field is the first of the answer's head (RFC 9112, section 9.6).
struct AnswerMark {
    /// The most bytes of heads that are looked at.
    private static let mostBytes = 16 * 1024
    private static let field = Array("Connection: close\r\n".utf8)

    private var isDue: Bool

    init(isDue: Bool) {
        self.isDue = isDue
    }

    /// Sends what `server` has answered to `client`; `isEnd` when nothing more will come.
    mutating func pass(_ server: BufferedSocket, to client: BufferedSocket, isEnd: Bool) {
        while isDue {
            let (place, isFinal) = server.withInput { Self.nextPlace(in: $0) }
            guard let place else {
                guard isEnd || server.inputCount >= Self.mostBytes else { return }
                isDue = false
                break
            }
            client.send(place, of: server)
            guard isFinal else { continue }
            client.send(Self.field)
            isDue = false
        }
        client.send(of: server)
    }

    /// Where the first field of the answer begins, or the next head after an interim one ends; nil
    /// when that is not there yet.
    static func nextPlace(in input: UnsafeBufferPointer<UInt8>) -> (place: Int?, isFinal: Bool) {
        let bytes = input.prefix(mostBytes)
        guard let lineFeed = bytes.firstIndex(of: 0x0A) else { return (nil, true) }
        // `HTTP/1.1 100 Continue`: its head is followed by another.
        let isInterim = lineFeed > 9 && bytes[8] == 0x20 && bytes[9] == UInt8(ascii: "1")
        guard isInterim else { return (lineFeed + 1, true) }
        let end = "\r\n\r\n".utf8
        let place = bytes.indices.dropLast(3).first { bytes[$0..<($0 + 4)].elementsEqual(end) }
        return (place.map { $0 + 4 }, false)
    }
}

/// Lets through the body of one request.
struct BodyGate {
    private var left: ProxyRequest.Body
    private var decoder = ChunkedDecoder()

    init(_ body: ProxyRequest.Body) {
        left = body
    }

    /// Sends what may pass of `client`'s input to `server`; false when its chunks are broken.
    mutating func pass(_ client: BufferedSocket, to server: BufferedSocket) -> Bool {
        switch left {
        case .endless: server.send(of: client)
        case .length(let count):
            let passing = min(count, client.inputCount)
            server.send(passing, of: client)
            left = passing == count ? .none : .length(count - passing)
        case .chunked:
            guard let (used, isWhole) = client.withInput({ chunks(in: $0) }) else { return false }
            server.send(used, of: client)
            if isWhole { left = .none }
        case .none: break
        }
        // The server is told to close after its answer, so the client sends this again elsewhere.
        if case .none = left { client.dropInput() }
        return true
    }

    /// How many bytes of `input` belong to the chunks, and whether these end there; nil when they are
    /// broken.
    private mutating func chunks(
        in input: UnsafeBufferPointer<UInt8>
    ) -> (used: Int, isWhole: Bool)? {
        var limits = RequestLimits()
        limits.body = .max
        var (used, content) = (0, [UInt8]())
        do throws(Rejection) {
            let isWhole = try decoder.decode(input, into: &content, limits: limits, used: &used)
            return (used, isWhole)
        } catch {
            return nil
        }
    }
}
