/// The address of a server: a host with a port, or the path of a Unix socket.
package enum HTTPTarget: Equatable, Sendable {
    case network(host: String, port: UInt16)
    case unix(String)

    /// Reads `http://host`, `http://host:port`, `http://[::1]:port` and `unix:///path`; nil for
    /// others.
    ///
    /// The host must be `localhost` or a numeric address, because looking up names in a static
    /// program would need libraries of the machine. The port is 80 unless given. A path after the
    /// host is ignored.
    package init?(url: String) {
        if url.hasPrefix("unix:") {
            let rest = url.dropFirst("unix:".count)
            let path = rest.hasPrefix("//") ? rest.dropFirst(2) : rest
            guard !path.isEmpty else { return nil }
            self = .unix(String(path))
            return
        }
        guard url.lowercased().hasPrefix("http://") else { return nil }
        let authority = url.dropFirst("http://".count).prefix { $0 != "/" && $0 != "?" }
        var host = authority
        var port: UInt16 = 80
        let bracket = authority.lastIndex(of: "]") ?? authority.startIndex
        if let colon = authority[bracket...].lastIndex(of: ":") {
            guard let number = UInt16(authority[authority.index(after: colon)...]) else {
                return nil
            }
            (host, port) = (authority[..<colon], number)
        }
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        guard host == "localhost" || isNumericAddress(String(host)) else { return nil }
        self = .network(host: String(host), port: port)
    }

    /// The URL of the server, without path and trailing slash.
    package var description: String {
        switch self {
        case .network(let host, let port): "http://\(Self.bracketed(host)):\(port)"
        case .unix(let path): "unix://\(path)"
        }
    }

    private static func bracketed(_ host: String) -> String {
        host.contains(":") ? "[\(host)]" : host
    }

    /// The value of the Host field for this server.
    package var authority: String {
        switch self {
        case .network(let host, let port): "\(Self.bracketed(host)):\(port)"
        case .unix: "localhost"
        }
    }
}
