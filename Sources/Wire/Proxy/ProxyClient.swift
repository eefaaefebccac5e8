internal import CMockPostlyLibevent
internal import MockPostlyCrypto
internal import MockPostlyEventHTTP
internal import MockPostlyHTTP
internal import MockPostlyPlatform
internal import MockPostlyWorld

/// One connection to a proxy: its head, then the way to a server.
final class ProxyClient {
    /// Its place among all that have come.
    let number: Int
    private let peer: String
    private unowned let proxy: Proxy
    /// The client's socket; -1 when it belongs to somebody else.
    private var socket: Int32
    private var head: [UInt8] = []
    private var parser: ProxyRequestParser
    private var watch: ReadingWatch?
    private var deadline: OneShotTimer?
    private var dialling: Dialling?
    private var relay: Relay?
    /// The refusal of a guessed password, which is to come.
    private var refusal: OneShotTimer?

    /// Takes over `socket`, unless it throws.
    init(_ socket: Int32, from peer: String, number: Int, on proxy: Proxy) throws(EventError) {
        (self.socket, self.peer, self.number, self.proxy) = (socket, peer, number, proxy)
        parser = ProxyRequestParser(limits: proxy.limits.request)
        watch = try ReadingWatch(socket, on: proxy.loop, of: self) { $0.readable() }
        deadline = try OneShotTimer(after: proxy.limits.headTimeout, on: proxy.loop, of: self) {
            $0.leave()
        }
    }

    /// Whether its head is not there yet.
    var isReading: Bool { deadline != nil }

    /// Closes whatever is open.
    func end() {
        (watch, deadline, dialling) = (nil, nil, nil)
        relay?.end()
        relay = nil
        if socket >= 0 { evutil_closesocket(socket) }
        socket = -1
    }

    /// Ends, and is forgotten by the proxy.
    func leave() {
        // The last reference may be the proxy's.
        let proxy = proxy
        withExtendedLifetime(self) {
            end()
            proxy.forget(self)
        }
    }

    /// Gives the socket to `body`, whose business it is from here on.
    private func handOver(_ body: (Int32) -> Void) {
        let socket = socket
        self.socket = -1
        withExtendedLifetime(self) {
            leave()
            body(socket)
        }
    }

    // MARK: The head

    /// Receives the head, and no byte more: the next ones may be the server's to read.
    private func readable() {
        let room = proxy.room
        let count = recv(socket, room.baseAddress, room.count, Int32(MSG_PEEK))
        guard count > 0 else {
            if count < 0, errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR { return }
            return leave()
        }
        if head.isEmpty, let other = Self.otherProtocol(room[0]) {
            proxy.owner?.tell(.speaks(other, peer))
            return leave()
        }
        let known = head.count
        head += room[..<count]
        do throws(Rejection) {
            let found = try head.withUnsafeBufferPointer { bytes throws(Rejection) in
                try parser.parse(bytes)
            }
            guard let (request, length) = found else { return take(count) }
            take(length - known)
            head = []
            decide(request)
        } catch {
            take(count)
            refuse(error)
        }
    }

    /// The protocol that begins with `byte`, as of a client that takes this for a proxy of another kind.
    private static func otherProtocol(_ byte: UInt8) -> String? {
        switch byte {
        // A TLS handshake (RFC 8446, section 5.1).
        case 22: "TLS"
        // SOCKS 4 and 5 (RFC 1928, section 3).
        case 4, 5: "SOCKS"
        default: nil
        }
    }

    /// Receives `count` bytes that were looked at before.
    private func take(_ count: Int) {
        _ = recv(socket, proxy.room.baseAddress, count, 0)
    }

    private func refuse(_ rejection: Rejection, _ fields: [Response.Field] = []) {
        handOver { proxy.refuse($0, peer, rejection, fields) }
    }

    // MARK: The way on

    private func decide(_ request: ProxyRequest) {
        (watch, deadline) = (nil, nil)
        let destination = request.destination
        let credentials = request.credentials.flatMap { Credentials($0) }
        guard proxy.admits(peer, credentials) else {
            proxy.owner?.tell(.unauthorized(peer, hasTried: request.credentials != nil))
            let field = Response.Field("Proxy-Authenticate", "Basic realm=\"mockpostly\"")
            guard let guess = credentials?.password else { return refuse(.proxyPassword, [field]) }
            return refuse(guess, [field])
        }
        if proxy.rules.isMocked(destination.host) { return mock(request, for: credentials?.user) }
        if proxy.rules.isOffline {
            proxy.owner?.tell(.refused(destination, from: peer))
            return refuse(.offline)
        }
        do throws(EventError) {
            dialling = try Dialling(
                destination,
                by: proxy.resolver,
                on: proxy.loop,
                reachesLoopback: isLoopback(peer)
            ) { [weak self] result in
                guard let self else { return }
                (dialling, watch) = (nil, nil)
                switch result {
                case .success(let server): pass(request, to: server)
                case .failure(let failure): fail(destination, failure)
                }
            }
            watch = try ReadingWatch(socket, on: proxy.loop, of: self) { $0.leaveIfGone() }
        } catch {
            fail(destination, .system(error.words))
        }
    }

    /// Refuses a wrong password at once, or later for somebody who guesses it.
    private func refuse(_ guess: ArraySlice<UInt8>, _ fields: [Response.Field]) {
        let verdict = proxy.brake.note(guess, from: peer, at: proxy.loop.time.recent)
        if verdict.isWorthTelling { proxy.owner?.tell(.guessed(peer, count: verdict.count)) }
        guard verdict.delay > .zero,
            let timer = try? OneShotTimer(
                after: verdict.delay,
                on: proxy.loop,
                of: self,
                { $0.refuse(.proxyPassword, fields) }
            )
        else { return refuse(.proxyPassword, fields) }
        refusal = timer
    }

    /// Ends the dialling for a client that does not wait for it.
    private func leaveIfGone() {
        var byte: UInt8 = 0
        let count = recv(socket, &byte, 1, Int32(MSG_PEEK))
        // What it sends already stays for the server, and hides whether it leaves.
        if count > 0 {
            watch = nil
            return
        }
        if count < 0, errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR { return }
        leave()
    }

    /// Lets the server of this process answer.
    private func mock(_ request: ProxyRequest, for user: String?) {
        // Some clients send empty credentials when they have none.
        guard let label = user.map({ $0.isEmpty ? 0 : proxy.owner?.proxyLabel(of: $0) }) ?? 0 else {
            proxy.owner?.tell(.unknownUser(user ?? ""))
            return refuse(.unknownProxyUser)
        }
        if let head = request.head {
            return handOver { proxy.server.serve($0, from: peer, label: label, having: head) }
        }
        // So few bytes fit into every socket that has sent nothing yet.
        let sent = Self.established.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, 0) }
        guard sent == Self.established.count else { return leave() }
        handOver { proxy.server.serve($0, from: peer, label: label) }
    }

    private static let established = Array("HTTP/1.1 200 Connection Established\r\n\r\n".utf8)

    private func pass(_ request: ProxyRequest, to server: BufferedSocket) {
        guard let client = BufferedSocket(socket, on: proxy.loop) else {
            return fail(request.destination, .system("there is no memory for it"))
        }
        socket = -1
        proxy.owner?.tell(.passed(request.destination, from: peer))
        if let head = request.head {
            server.send(head)
        } else {
            client.send(Self.established)
        }
        relay = Relay(client, server, request.body, of: self)
    }

    private func fail(_ destination: Authority, _ failure: DialFailure) {
        proxy.owner?.tell(.failed(destination, failure.words))
        refuse(Rejection(failure.status, "The proxy cannot reach the server: \(failure.words)."))
    }
}

extension Rejection {
    fileprivate static let proxyPassword = Rejection(
        407,
        "This proxy needs a password, which mockpostly shows at its start."
    )
    fileprivate static let unknownProxyUser = Rejection(
        404,
        "The user name for this proxy is that of a world, or default: there is no such world."
    )
    fileprivate static let offline = Rejection(
        403,
        "This proxy is offline: it answers for the names of --as alone."
    )
}
