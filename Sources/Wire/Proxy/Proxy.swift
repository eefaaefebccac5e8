internal import CMockPostlyLibevent
internal import MockPostlyCrypto
package import MockPostlyEventHTTP
package import MockPostlyHTTP
internal import MockPostlyPlatform
internal import MockPostlyText

/// Who has a proxy.
package protocol ProxyOwner: AnyObject {
    /// The label, as of ``HTTPServer/serve(_:from:label:having:)``, for clients who give the user name
    /// `user`; nil when there is no such user.
    func proxyLabel(of user: String) -> Int?
    /// Called before the proxy answers a client itself.
    func proxyWillAnswer()
    func tell(_ event: Proxy.Event)
}

/// An HTTP proxy that lets a server stand in for others.
///
/// What is for a mocked name goes to the server; the rest is passed through as it is, or refused.
/// Each connection is for one tunnel (CONNECT: RFC 9110, section 9.3.6) or one request. Belongs to the
/// loop's thread.
package final class Proxy {
    /// What a proxy does.
    package struct Rules {
        /// Whether a host, in lower case, is answered by the server.
        package var isMocked: (String) -> Bool
        /// What clients must know that are not on this machine; nil when there are none.
        package var password: String?
        /// Whether all but mocked names is refused.
        package var isOffline = false

        package init(
            isMocked: @escaping (String) -> Bool,
            password: String? = nil,
            isOffline: Bool = false
        ) {
            (self.isMocked, self.password, self.isOffline) = (isMocked, password, isOffline)
        }
    }

    /// What happens at a proxy, for a log.
    package enum Event {
        /// A client's tunnel or request was connected to a server that is not mocked.
        case passed(Authority, from: String)
        /// The same was refused, because the proxy is offline.
        case refused(Authority, from: String)
        /// The server could not be reached; the text says why.
        case failed(Authority, String)
        /// A client from the network has not given the password, or has tried another.
        case unauthorized(String, hasTried: Bool)
        /// An address has given so many wrong passwords that its refusals are delayed.
        case guessed(String, count: Int)
        /// There is no such user.
        case unknownUser(String)
        /// A client speaks another protocol with the proxy itself: TLS or SOCKS.
        case speaks(String, String)
    }

    /// The most connections at a time; each that is passed through takes up to ``descriptors`` file
    /// descriptors.
    package static let mostConnections = 512
    package static let descriptors = 3

    private(set) weak var owner: (any ProxyOwner)?
    let rules: Rules
    let loop: EventLoop
    /// Serves the mocked names, and answers with refusals.
    unowned let server: HTTPServer
    let limits: ServerLimits
    /// Where heads are looked at before they are received.
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)
    private let limit: Int
    private var clients: [ObjectIdentifier: ProxyClient] = [:]
    /// How many clients have come.
    private var accepted = 0
    let resolver: LoopResolver
    /// Delays the refusals of those who guess the password.
    var brake = GuessBrake()

    /// A proxy with at most `limit` connections, in front of `server`, whose loop and limits it has.
    package init(
        _ rules: Rules,
        before server: HTTPServer,
        of owner: (any ProxyOwner)?,
        limit: Int = mostConnections
    ) {
        (self.rules, self.server, self.owner, self.limit) = (rules, server, owner, limit)
        (loop, limits) = (server.loop, server.limits)
        resolver = LoopResolver(on: server.loop)
    }

    deinit {
        stop()
        room.deallocate()
    }

    /// How many connections are open, without those that the server has taken.
    package var connectionCount: Int { clients.count }

    /// Accepts connections on `socket`, until the server stops listening.
    package func listen(on socket: ListeningSocket) throws(EventError) {
        try server.listen(on: socket) { [weak self] client, peer in
            self?.accept(client, from: peer)
        }
    }

    /// Ends all connections at once.
    package func stop() {
        let clients = clients.values
        self.clients = [:]
        for client in clients { client.end() }
    }

    private func accept(_ socket: Int32, from peer: String) {
        // Whoever says nothing, or little, must not keep others out.
        if clients.count >= limit {
            clients.values.filter(\.isReading).min { $0.number < $1.number }?.leave()
        }
        guard clients.count < limit else { return refuse(socket, peer, .tooManyConnections) }
        do throws(EventError) {
            accepted += 1
            let client = try ProxyClient(socket, from: peer, number: accepted, on: self)
            clients[ObjectIdentifier(client)] = client
        } catch {
            evutil_closesocket(socket)
        }
    }

    func forget(_ client: ProxyClient) {
        clients[ObjectIdentifier(client)] = nil
    }

    /// Answers the client at `socket`, which belongs to the server then.
    func refuse(
        _ socket: Int32,
        _ peer: String,
        _ rejection: Rejection,
        _ fields: [Response.Field] = []
    ) {
        owner?.proxyWillAnswer()
        var response = rejection.response
        response.fields += fields
        server.answer(socket, from: peer, with: response)
    }

    /// Whether the client at `peer` may use the proxy.
    func admits(_ peer: String, _ credentials: Credentials?) -> Bool {
        if isLoopback(peer) { return true }
        guard let password = rules.password, let given = credentials?.password else { return false }
        return equalInConstantTime(Array(given), Array(password.utf8))
    }
}

/// Credentials of the scheme Basic (RFC 7617).
struct Credentials {
    let user: String
    let password: ArraySlice<UInt8>

    /// Reads the value of Proxy-Authorization; nil for other schemes.
    init?(_ field: String) {
        let words = field.split(separator: " ")
        guard words.count == 2, words[0].lowercased() == "basic",
            let bytes = Base64.decode(String(words[1])),
            let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
        else { return nil }
        user = String(decoding: bytes[..<colon], as: UTF8.self)
        password = bytes[(colon + 1)...]
    }
}
