import MockPostlyHTTP
import MockPostlyWebSocket

/// A WebSocket that sends every message back.
final class Echo: Takeover {
    /// How long a client may take to answer our close frame, in milliseconds.
    private static let closePatience = Duration.seconds(5)

    private var session: WebSocketSession
    private var stream: (any ByteStream)?

    init(_ session: WebSocketSession) {
        self.session = session
    }

    func begin(_ stream: any ByteStream) {
        self.stream = stream
    }

    func receive(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var used = 0
        while let action = session.step(bytes, used: &used) {
            switch action {
            case .deliver(let message): stream?.write(session.frame(for: message))
            case .send(let frame): stream?.write(frame)
            case .pong: break
            case .end(let last, _):
                stream?.write(last)
                stream?.conclude()
                return bytes.count
            }
            if used < bytes.count, stream?.endsTurn() == true { break }
        }
        return used
    }

    var bufferedBytes: Int { session.bufferedBytes }

    func runOutOfRoom(isTooLarge: Bool) {
        guard session.isOpen else { return timeOut() }
        stream?.write(session.close(isTooLarge ? .messageTooBig : .tryAgainLater))
        stream?.expire(after: Self.closePatience)
    }

    func timeOut() {
        stream?.drop()
    }

    func stop() {
        guard session.isOpen else { return }
        stream?.write(session.close(.goingAway))
        stream?.expire(after: Self.closePatience)
    }

    func end() {
        stream = nil
    }
}
