package import MockPostlyHTTP

/// Tells requests of tools and of our own pages from those that a foreign web page makes a browser
/// send.
///
/// A page can send requests anywhere, to loopback as well. What it cannot do is leave `Origin` and
/// `Sec-Fetch-Site` out or choose them; and a page that has its own name resolve to this machine
/// still has that name in `Host`.
package struct SameSite: Sendable {
    /// Names under which the control plane may be called, beside those of loopback.
    package var allowedHosts: [String]
    /// Whether the server listens on loopback only.
    package var isLoopbackOnly: Bool

    package init(allowedHosts: [String], isLoopbackOnly: Bool) {
        self.allowedHosts = allowedHosts.map { $0.lowercased() }
        self.isLoopbackOnly = isLoopbackOnly
    }

    /// Refuses `request` when a foreign page may be behind it.
    ///
    /// Throws a ``Problem`` with status 403.
    package func check(_ request: Request) throws(Problem) {
        // With an absolute target there may be a Host field beside its authority.
        guard let host = request.host, isOurs(host),
            request.header("host").map(isOurs) ?? true
        else {
            throw Problem(
                403,
                "Foreign host",
                detail: "The Host of the request is not a name of this server.",
                hint: "Call the control plane by localhost or an address, or start the server"
                    + " with --allowed-host NAME."
            )
        }
        if let origin = request.origin, !isOwn(origin, request) {
            throw Problem(
                403,
                "Foreign origin",
                detail: "The control plane does not answer pages of another origin.",
                hint: "Call it from a test or a tool, not from a page."
            )
        }
        if let site = request.header("sec-fetch-site"), site != "same-origin", site != "none" {
            throw Problem(
                403,
                "Foreign site",
                detail: "The control plane does not answer requests that another site started.",
                hint: "Call it from a test or a tool, not from a page."
            )
        }
    }

    /// The host without its port, in lower case.
    static func name(_ host: String) -> String {
        let host = host.lowercased()
        if host.hasPrefix("[") {
            guard let end = host.firstIndex(of: "]") else { return host }
            return String(host[...end])
        }
        return String(host.prefix { $0 != ":" })
    }

    private func isOurs(_ host: String) -> Bool {
        let name = Self.name(host)
        guard Self.isPort(host.lowercased().utf8.dropFirst(name.utf8.count)) else { return false }
        if name == "localhost" || name.hasSuffix(".localhost") || name == "[::1]"
            || Self.isLoopback(name) || allowedHosts.contains(name)
        {
            return true
        }
        if isLoopbackOnly { return false }
        // An address cannot be made to mean another machine, and neither can a name without a dot,
        // such as that of a container: no page has one.
        return Self.isIPv4(name) || name.hasPrefix("[") || !name.contains(".")
            || name == "host.docker.internal"
    }

    /// Whether this is what may follow a name: nothing, or a colon and digits.
    private static func isPort(_ text: Substring.UTF8View) -> Bool {
        text.isEmpty
            || text.first == UInt8(ascii: ":")
                && text.dropFirst().allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    }

    private func isOwn(_ origin: String, _ request: Request) -> Bool {
        guard let host = request.host?.lowercased() else { return false }
        let origin = origin.lowercased()
        return origin == "http://" + host || origin == "https://" + host
    }

    private static func isLoopback(_ name: String) -> Bool {
        isIPv4(name) && name.hasPrefix("127.")
    }

    private static func isIPv4(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
    }
}
