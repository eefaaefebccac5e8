package import MockPostlyEventHTTP
package import MockPostlyHTTP
internal import MockPostlyHTTPClient
internal import MockPostlyProxy
package import MockPostlyTLS
internal import MockPostlyWorld

/// Sends requests to real servers, by connections that are kept for the next ones.
///
/// Belongs to the loop's thread.
package final class UpstreamClient {
    /// The most connections that are kept for a server.
    private static let mostKept = 64
    /// How long a connection is kept without a request.
    private static let keptTime = Duration.seconds(15)

    private struct Kept {
        let socket: UpstreamSocket
        let end: Deadline
    }

    private let loop: EventLoop
    private let resolver: LoopResolver
    private let tls: TLSClientContext?
    private let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)
    /// Requests without an answer yet.
    private var exchanges: [ObjectIdentifier: UpstreamExchange] = [:]
    /// The connections without a request, the one that was used last at the end.
    private var kept: [HTTPOrigin: [Kept]] = [:]
    private var sweep: RepeatingTimer?

    /// A client on `loop`, which trusts whom `tls` says; without that, no server is called by TLS.
    package init(on loop: EventLoop, _ tls: TLSClientContext?) {
        (self.loop, self.tls) = (loop, tls)
        resolver = LoopResolver(on: loop)
    }

    deinit {
        // They hold those who wait for them, who hold them.
        for exchange in exchanges.values { exchange.abandon() }
        (exchanges, kept) = ([:], [:])
        room.deallocate()
    }

    /// Sends a request and calls `body` once: with the answer, whose body may still come, or with the
    /// failure; not after ``UpstreamExchange/cancel()``.
    ///
    /// `body` may be called before this returns. There is no limit of time.
    package func send(
        _ request: UpstreamRequest,
        _ body: @escaping (Result<Response, UpstreamFailure>) -> Void
    ) -> UpstreamExchange {
        let exchange = UpstreamExchange(request, by: self, body)
        exchanges[ObjectIdentifier(exchange)] = exchange
        exchange.begin()
        return exchange
    }

    func forget(_ exchange: UpstreamExchange) {
        exchanges[ObjectIdentifier(exchange)] = nil
    }

    // MARK: Connections

    /// Connects to `origin`; a TLS handshake is a part of the first sending.
    func dial(
        _ origin: HTTPOrigin,
        _ body: @escaping (Result<UpstreamSocket, UpstreamFailure>) -> Void
    ) throws(EventError) -> Dialling? {
        guard let authority = Authority(origin.target.authority.utf8) else {
            body(.failure(.dial(.system("its address is none"))))
            return nil
        }
        return try Dialling(authority, by: resolver, on: loop, reachesLoopback: true) {
            [weak self] result in
            guard let self else { return }
            switch result {
            case .failure(let failure): body(.failure(.dial(failure)))
            case .success(let socket): body(connection(over: socket.takeSocket(), to: origin))
            }
        }
    }

    private func connection(
        over descriptor: Int32,
        to origin: HTTPOrigin
    ) -> Result<UpstreamSocket, UpstreamFailure> {
        let secure =
            origin.isSecure
            ? tls.flatMap { TLSConnection(over: descriptor, to: origin.host, $0) } : nil
        let socket = UpstreamSocket(descriptor, secure, room, on: loop)
        guard secure != nil || !origin.isSecure else {
            return .failure(.dial(.system("there is no memory for TLS")))
        }
        return .success(socket)
    }

    /// A connection to `origin` that has served another request; nil when none is kept.
    func takeKept(for origin: HTTPOrigin) -> UpstreamSocket? {
        guard let last = kept[origin]?.popLast() else { return nil }
        return last.socket
    }

    /// Keeps `socket`, which nobody uses, for the next request to `origin`.
    func keep(_ socket: UpstreamSocket, for origin: HTTPOrigin) {
        socket.owner = self
        do throws(EventError) {
            try socket.setReading(true)
            if sweep == nil {
                sweep = try RepeatingTimer(every: .seconds(5), on: loop, of: self) {
                    $0.dropOutdated()
                }
            }
        } catch {
            // It is closed when this returns.
            return
        }
        var list = kept[origin] ?? []
        if list.count >= Self.mostKept { list.removeFirst() }
        list.append(Kept(socket: socket, end: Deadline(in: Self.keptTime)))
        kept[origin] = list
    }

    private func dropOutdated() {
        kept = kept.mapValues { $0.filter { !$0.end.hasPassed } }.filter { !$0.value.isEmpty }
        if kept.isEmpty { sweep = nil }
    }

    private func drop(_ socket: UpstreamSocket) {
        for origin in kept.keys { kept[origin]?.removeAll { $0.socket === socket } }
    }
}

/// What comes on a connection without a request ends it.
extension UpstreamClient: UpstreamSocketOwner {
    func socket(_ socket: UpstreamSocket, received bytes: UnsafeRawBufferPointer) { drop(socket) }
    func socket(_ socket: UpstreamSocket, ended failure: HTTPFailure?) { drop(socket) }
}
