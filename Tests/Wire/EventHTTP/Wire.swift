import MockPostlyHTTP
import MockPostlyWebSocket

@testable import EchoServer
@testable import MockPostlyEventHTTP

/// A connection that was handed over to a test, and what has become of it.
final class Wire: Takeover {
    enum Call: Equatable {
        case begin, timeOut, stop, end, noRoom, tooLarge
    }

    /// All but those of `receive`.
    private(set) var calls: [Call] = []
    private(set) var received: [UInt8] = []
    private(set) var stream: (any ByteStream)?
    /// Whether what was received counts as held.
    var holds = false
    var onReceive: (Wire) -> Void = { _ in }
    var onStop: (Wire) -> Void = { _ in }

    var text: String { String(decoding: received, as: UTF8.self) }

    func begin(_ stream: any ByteStream) {
        calls.append(.begin)
        self.stream = stream
    }

    func receive(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        received += bytes
        onReceive(self)
        return bytes.count
    }

    var bufferedBytes: Int { holds ? received.count : 0 }

    func runOutOfRoom(isTooLarge: Bool) {
        calls.append(isTooLarge ? .tooLarge : .noRoom)
        received = []
        // What follows of the same message is let go of too.
        holds = false
    }

    func timeOut() {
        calls.append(.timeOut)
    }

    func stop() {
        calls.append(.stop)
        onStop(self)
    }

    func end() {
        calls.append(.end)
        stream = nil
    }

    func send(_ text: String) {
        stream?.write(Array(text.utf8))
    }
}

/// What does not keep a takeover alive.
struct WeakTakeover {
    weak var object: (any Takeover)?
}

extension TestHandler {
    private func switching(to takeover: any Takeover) -> Response {
        var response = switching
        response.takeover = takeover
        return response
    }

    func handOver(_ exchange: Exchange, _ name: String) {
        let wire = wires[name] ?? Wire()
        wires[name] = wire
        exchange.respond(switching(to: wire))
    }

    /// Hands over the connection that `name` holds.
    func handOver(_ name: String) {
        guard let exchange = heldForWires.removeValue(forKey: name) else { return }
        handOver(exchange, name)
    }

    /// Opens a WebSocket that sends back what it gets; the handshake is taken for granted.
    func openSocket(_ exchange: Exchange, messageLimit: Int?) {
        var settings = WebSocketSession.Settings()
        if let messageLimit { settings.messageLimit = messageLimit }
        let echo = Echo(WebSocketSession(settings, nil, pool: DeflatePool()))
        sockets.append(WeakTakeover(object: echo))
        exchange.respond(switching(to: echo))
    }

    /// How many of the WebSockets are still in memory.
    var liveSockets: Int { sockets.count { $0.object != nil } }
}

/// The header of a client's frame, whose masking key changes nothing.
func frameHeader(_ opcode: Opcode, length: Int) -> [UInt8] {
    var bytes = [0x80 | opcode.rawValue]
    switch length {
    case 0...125: bytes.append(0x80 | UInt8(length))
    case 126...65_535: bytes += [0xFE, UInt8(length >> 8), UInt8(length & 0xFF)]
    default:
        bytes.append(0xFF)
        for shift in stride(from: 56, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: length >> shift))
        }
    }
    return bytes + [0, 0, 0, 0]
}

/// A client's frame.
func frame(_ opcode: Opcode, _ text: String) -> [UInt8] {
    frameHeader(opcode, length: text.utf8.count) + Array(text.utf8)
}
