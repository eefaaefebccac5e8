internal import CMockPostlyLibevent

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Accepts connections on one socket, until it is released.
final class Listener {
    let label: Int
    private var listener: OpaquePointer?
    private unowned let server: HTTPServer
    private let socket: ListeningSocket
    private var pause: RepeatingTimer?

    init(_ socket: ListeningSocket, _ label: Int, _ server: HTTPServer) throws(EventError) {
        self.socket = socket
        self.label = label
        self.server = server
        // Unretained: deinit frees the listener before this object is gone.
        let context = Unmanaged.passUnretained(self).toOpaque()
        listener = evconnlistener_new(
            server.loop.base,
            { _, client, address, _, context in
                guard let context else { return }
                let listener = Unmanaged<Listener>.fromOpaque(context).takeUnretainedValue()
                listener.accept(client, address.map(numericAddress) ?? "")
            },
            context,
            UInt32(LEV_OPT_CLOSE_ON_EXEC),
            0,
            socket.descriptor
        )
        guard let listener else { throw EventError(words: "no listener") }
        evconnlistener_set_error_cb(listener) { _, context in
            guard let context else { return }
            Unmanaged<Listener>.fromOpaque(context).takeUnretainedValue().failed()
        }
    }

    deinit {
        if let listener { evconnlistener_free(listener) }
    }

    private func accept(_ client: Int32, _ peer: String) {
        // macOS does not hand TCP_NODELAY on from the listening socket in every version.
        #if canImport(Darwin)
            setOption(client, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
        #endif
        server.accept(client, from: peer, label: label)
    }

    /// Out of file descriptors or memory: rests for a moment instead of spinning.
    private func failed() {
        guard let listener, pause == nil else { return }
        evconnlistener_disable(listener)
        pause = try? RepeatingTimer(every: .milliseconds(100), on: server.loop) { [unowned self] in
            evconnlistener_enable(listener)
            pause = nil
        }
    }
}
