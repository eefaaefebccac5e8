/// The address of a server: a host with a port, or the path of a Unix socket.
package enum HTTPTarget: Equatable, Sendable {
    /// The host without brackets around an IPv6 address and without a dot at its end.
    case network(host: String, port: UInt16)
    /// The absolute path of the socket's file.
    case unix(String)

    /// Reads `http://host`, `http://host:port`, `http://[::1]:port` and `unix:///path`; nil for
    /// others.
    ///
    /// The host is a name or a numeric address. The port is 80 unless given. A path after the host
    /// is ignored.
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
        self.init(authority: authority, usualPort: 80)
    }

    /// Reads `host`, `host:port` or `[::1]:port`; nil for others.
    init?(authority: Substring, usualPort: UInt16) {
        var host = authority
        var port = usualPort
        let bracket = authority.lastIndex(of: "]") ?? authority.startIndex
        if let colon = authority[bracket...].lastIndex(of: ":") {
            guard let number = UInt16(authority[authority.index(after: colon)...]) else {
                return nil
            }
            (host, port) = (authority[..<colon], number)
        }
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
            guard host.contains(":") else { return nil }
        }
        // A name may end in the dot of the root, which leads to the same host.
        if host.hasSuffix("."), Self.isName(host.dropLast()) { host = host.dropLast() }
        guard isNumericAddress(String(host)) || Self.isName(host) else { return nil }
        self = .network(host: String(host), port: port)
    }

    /// Whether `text` has the form of a host name: labels of letters, digits, hyphens and
    /// underscores.
    private static func isName(_ text: Substring) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        let areLabels = labels.allSatisfy { label in
            1...63 ~= label.utf8.count
                && label.utf8.allSatisfy { byte in
                    switch byte {
                    case UInt8(ascii: "a")...UInt8(ascii: "z"),
                        UInt8(ascii: "A")...UInt8(ascii: "Z"),
                        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
                        UInt8(ascii: "_"):
                        true
                    default: false
                    }
                }
        }
        // A name whose last label is a number would be a wrong address, such as 1.2.3 or 256.0.0.1.
        return areLabels && text.utf8.count <= 253
            && labels.last?.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
                == false
    }

    /// The URL of the server, without path and trailing slash.
    package var description: String {
        switch self {
        case .network(let host, let port): "http://\(Self.bracketed(host)):\(port)"
        case .unix(let path): "unix://\(path)"
        }
    }

    static func bracketed(_ host: String) -> String {
        host.contains(":") ? "[\(host)]" : host
    }

    /// The value of the Host field for this server.
    ///
    /// Such as `localhost:8080` or `[::1]:8080`, always with the port.
    package var authority: String {
        switch self {
        case .network(let host, let port): "\(Self.bracketed(host)):\(port)"
        case .unix: "localhost"
        }
    }
}
