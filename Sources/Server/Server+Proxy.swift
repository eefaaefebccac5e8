internal import MockPostlyCertificates
internal import MockPostlyControl
internal import MockPostlyCourse
internal import MockPostlyEventHTTP
internal import MockPostlyHTTP
internal import MockPostlyLog
internal import MockPostlyProxy
internal import MockPostlyWorlds

/// The proxy for apps that have the names of other servers compiled in.
extension Server {
    /// Listens where the server listens; empty without a proxy.
    static func bindProxy(
        _ configuration: Configuration
    ) throws(StartFailure) -> [ListeningSocket] {
        guard let proxy = configuration.proxy else { return [] }
        do {
            return try ListeningSocket.bind(host: configuration.host, port: proxy.port)
        } catch {
            guard error == .inUse else {
                throw StartFailure(error, "port \(proxy.port) of the proxy")
            }
            throw StartFailure(
                .addressInUse,
                "port \(proxy.port) of the proxy is already in use",
                hint: "stop what listens there, choose another with --proxy-port N, or let"
                    + " --proxy-port 0 pick a free one"
            )
        }
    }

    /// Opens the proxy on `sockets`; nil when there are none.
    func openProxy(
        on sockets: [ListeningSocket],
        before http: HTTPServer
    ) throws(EventError) -> Proxy? {
        guard let settings = configuration.proxy, !sockets.isEmpty else { return nil }
        let names = configuration.mockedNames
        let rules = Proxy.Rules(
            isMocked: { host in names.contains { $0.covers(host) } },
            password: configuration.adminToken.map(ProxySettings.password),
            isOffline: settings.isOffline
        )
        let proxy = Proxy(rules, before: http, of: self, limit: driver.files.proxied)
        for socket in sockets { try proxy.listen(on: socket) }
        course.control.process.proxy = address.proxyPort.map { port in
            ProxyOffer(
                port: port,
                names: names.map(\.description),
                isOffline: settings.isOffline
            )
        }
        return proxy
    }
}

extension Server: ProxyOwner {
    func proxyLabel(of user: String) -> Int? {
        worlds[user].map { worlds.label(of: $0) }
    }

    func proxyWillAnswer() {
        driver.willAnswer(in: nil, of: worlds)
    }

    /// Logs what happens at the proxy; what people must act on is no secret of a verbose log.
    func tell(_ event: Proxy.Event) {
        switch event {
        case .passed(let server, let peer):
            log.detail("proxy: \(peer) is connected to \(server)")
        case .refused(let server, _):
            warnOnce(
                "proxy: \(server) was refused, because the proxy is offline; --as names what it answers"
                    + " for"
            )
        case .failed(let server, let words):
            warnOnce("proxy: \(server) cannot be reached: \(words)")
        case .unauthorized(let peer, let hasTried):
            warnOnce(
                hasTried
                    ? "proxy: \(peer) has given a wrong password"
                    : "proxy: \(peer) was asked for the password"
            )
        case .guessed(let peer, let count):
            log.warning(
                "proxy: \(peer) has given \(count) wrong passwords; its refusals are delayed"
            )
        case .unknownUser(let name):
            warnOnce(
                "proxy: there is no world \"\(name.prefix(80))\", which was given as the user name;"
                    + " `mockpostly world create` makes one"
            )
        case .speaks(let other, let peer):
            warnOnce(
                "proxy: \(peer) speaks \(other) with the proxy itself: write it as"
                    + " \(address.proxyURL ?? "http://…")"
            )
        }
    }
}
