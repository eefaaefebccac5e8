internal import CMockPostlyLibevent

/// Accepts connections on one socket until it is released.
final class Listener {
    /// How many connections are accepted in one tick, so that open connections are served in
    /// between.
    private static let mostInTick = 64

    let label: Int
    private let socket: ListeningSocket
    private unowned let server: HTTPServer
    /// Takes the accepted sockets and the addresses of their clients in place of the server.
    private let taker: ((Int32, String) -> Void)?
    /// Nil while accepting is paused.
    private var watch: LoopEvent?
    private var pause: RepeatingTimer?

    init(
        _ socket: ListeningSocket,
        label: Int,
        on server: HTTPServer,
        taker: ((Int32, String) -> Void)? = nil
    ) throws(EventError) {
        self.socket = socket
        self.label = label
        self.server = server
        self.taker = taker
        try listen()
    }

    private func listen() throws(EventError) {
        watch = try LoopEvent(
            socket.descriptor,
            EV_READ | EV_PERSIST,
            in: server.loop.base,
            of: self
        ) { $0.acceptWaiting() }
    }

    private func acceptWaiting() {
        for _ in 0..<Self.mostInTick {
            switch acceptClient(socket.descriptor) {
            case .accepted(let client, let peer):
                guard let taker else {
                    server.accept(client, from: peer, label: label)
                    continue
                }
                taker(client, peer)
            case .left: continue
            case .nobody: return
            case .outOfDescriptors:
                switch server.turnAway(at: socket.descriptor) {
                case .accepted, .left: continue
                case .nobody: return
                case .outOfDescriptors, .failed: return rest()
                }
            case .failed: return rest()
            }
        }
    }

    /// Pauses accepting for 100 ms, out of descriptors or memory; the socket would wake the loop
    /// without end.
    private func rest() {
        watch = nil
        do throws(EventError) {
            pause = try RepeatingTimer(every: .milliseconds(100), on: server.loop, of: self) {
                listener in
                do throws(EventError) {
                    try listener.listen()
                    listener.pause = nil
                } catch {
                    // The timer repeats, so it tries again after the next pause.
                    listener.server.handler.note("clients are not accepted: \(error.words)")
                }
            }
        } catch {
            server.handler.note("clients are not accepted any more: \(error.words)")
        }
    }
}
