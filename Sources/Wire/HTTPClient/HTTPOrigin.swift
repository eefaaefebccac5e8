/// Where a real server is: its scheme, host and port, and the path below which its API lives.
package struct HTTPOrigin: Hashable, Sendable {
    /// Whether it is called by TLS.
    package let isSecure: Bool
    /// A name, or a numeric address without brackets.
    package let host: String
    /// 80, or 443 with TLS, unless the address says another.
    package let port: UInt16
    /// Empty, or from its first slash to no slash at its end, such as `/v2`.
    package let path: String

    /// Reads `http://host`, `https://host:port/path`; nil for others.
    ///
    /// A slash at the end is ignored; a query, a fragment and a user in it are refused.
    package init?(url: String) {
        let schemes = ["http://", "https://"]
        guard let scheme = schemes.first(where: { url.lowercased().hasPrefix($0) }) else {
            return nil
        }
        isSecure = scheme == "https://"
        let rest = url.dropFirst(scheme.count)
        let authority = rest.prefix { $0 != "/" }
        var path = rest[authority.endIndex...]
        while path.hasSuffix("/") { path = path.dropLast() }
        guard path.utf8.allSatisfy({ 0x21...0x7E ~= $0 && $0 != 0x23 && $0 != 0x3F }),
            case .network(let host, let port) = HTTPTarget(
                authority: authority,
                usualPort: isSecure ? 443 : 80
            )
        else { return nil }
        (self.host, self.port, self.path) = (host, port, String(path))
    }

    /// Where to connect.
    package var target: HTTPTarget { .network(host: host, port: port) }

    /// The value of the Host field: the port only where it is not the usual one (RFC 9110, 7.2).
    package var authority: String {
        let name = HTTPTarget.bracketed(host)
        return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
    }

    /// The URL without a slash at its end.
    package var description: String {
        "\(isSecure ? "https" : "http")://\(authority)\(path)"
    }
}
