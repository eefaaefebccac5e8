package import MockPostlyHTTP

/// Tells requests of tools and of our own pages from those that a foreign web page makes a browser
/// send.
///
/// A page can send requests anywhere, to loopback as well. What it cannot do is leave `Origin` and
/// `Sec-Fetch-Site` out or choose them; and a page that has its own name resolve to this machine
/// still has that name in `Host`, whatever the name: one without a dot can be a page's too.
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

    /// Whether a Host field has an address or a name of this server.
    func isOurs(_ host: String) -> Bool {
        switch HostName(host) {
        // No page can have an address mean another machine.
        case .address: true
        case .name(let name):
            name == "localhost" || name.hasSuffix(".localhost") || allowedHosts.contains(name)
                // Nobody can be given a name that ends so (ICANN, resolution 2024.07.29.06).
                || !isLoopbackOnly && name == "host.docker.internal"
        case nil: false
        }
    }

    private func isOwn(_ origin: String, _ request: Request) -> Bool {
        guard let host = request.host?.lowercased() else { return false }
        let origin = origin.lowercased()
        return origin == "http://" + host || origin == "https://" + host
    }
}
