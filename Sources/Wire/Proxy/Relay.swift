internal import MockPostlyHTTP

/// Two connections of which each is sent what the other has received.
///
/// When one side ends, the other is told so once it has got everything.
final class Relay {
    /// The output of a side above which the other is not read.
    private static let mostOutput = 256 * 1024
    /// How long a side may be silent that goes on alone, in seconds.
    private static let patience = 60

    private let client: BufferedSocket
    private let server: BufferedSocket
    private var gate: BodyGate
    private let whenEnded: () -> Void
    private var clientHasEnded = false
    private var serverHasEnded = false
    /// Whether the server takes nothing any more.
    private var isServerBroken = false
    private var isServerShut = false
    private var isClientShut = false
    private var isOver = false

    /// Begins to relay; of what the client sends, the server gets what belongs to `body`.
    init(
        _ client: BufferedSocket,
        _ server: BufferedSocket,
        _ body: ProxyRequest.Body,
        whenEnded: @escaping () -> Void
    ) {
        (self.client, self.server, self.whenEnded) = (client, server, whenEnded)
        gate = BodyGate(body)
        client.onChange = { [unowned self] change in
            switch change {
            case .ended: clientHasEnded = true
            case .failed: return finish()
            case .connected, .input, .drained: break
            }
            pass()
        }
        server.onChange = { [unowned self] change in
            switch change {
            case .ended: serverHasEnded = true
            // What it has sent before is still the client's.
            case .failed: (serverHasEnded, isServerBroken) = (true, true)
            case .connected, .input, .drained: break
            }
            pass()
        }
        client.setReading(true)
        server.setReading(true)
    }

    /// Ends it without a word to the closure that was given at the start.
    func end() {
        isOver = true
        client.onChange = { _ in }
        server.onChange = { _ in }
    }

    private func finish() {
        guard !isOver else { return }
        isOver = true
        whenEnded()
    }

    /// Passes on what has come, and the ends of both sides.
    private func pass() {
        guard !isOver else { return }
        if client.outputCount <= Self.mostOutput { client.send(of: server) }
        if isServerBroken {
            client.dropInput()
        } else if server.outputCount <= Self.mostOutput {
            guard gate.pass(client, to: server) else { return finish() }
        }
        if serverHasEnded, server.inputCount == 0, client.outputCount == 0, !isClientShut {
            isClientShut = true
            client.shutDownSending()
            client.expectInput(within: Self.patience)
        }
        // A client that sends more than its request needs another connection: this one is about to end.
        if clientHasEnded && client.inputCount == 0 || gate.hasSeenMore, server.outputCount == 0,
            !isServerShut
        {
            isServerShut = true
            server.shutDownSending()
            server.expectInput(within: Self.patience)
        }
        if isClientShut, isServerShut || clientHasEnded { finish() }
    }
}

/// Lets through the body of one request.
struct BodyGate {
    private var left: ProxyRequest.Body
    private var decoder = ChunkedDecoder()
    /// Whether there was more than the body.
    private(set) var hasSeenMore = false

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
        if case .none = left, client.inputCount > 0 {
            hasSeenMore = true
            client.dropInput()
        }
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
