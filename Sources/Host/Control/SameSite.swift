package import MockPostlyHTTP

/// Refuses requests that a foreign web page may have made a browser send.
///
/// A page can send requests to any address, loopback included. But it can neither omit nor choose
/// `Origin` and `Sec-Fetch-Site`. A page whose own DNS name resolves to this machine (DNS
/// rebinding) still sends that name in `Host`. So only known names are allowed there; a name
/// without a dot is no safer, because a page can have such a name too.
package struct SameSite: Sendable {
    /// Host names that are allowed beside those of loopback, in lower case; `*.` at the beginning of
    /// one stands for one label.
    package var allowedHosts: [String]
    /// Whether the server listens on loopback only.
    package var isLoopbackOnly: Bool

    /// - Parameters:
    ///   - allowedHosts: in any case, without ports.
    ///   - isLoopbackOnly: whether only this machine can reach the server.
    package init(allowedHosts: [String], isLoopbackOnly: Bool) {
        self.allowedHosts = allowedHosts.map { $0.lowercased() }
        self.isLoopbackOnly = isLoopbackOnly
    }

    /// Refuses `request` when a foreign page may be behind it.
    ///
    /// With `allowingForeignPages` only the name of the server is checked: for what any page may read.
    /// Throws a ``Problem`` with status 403.
    ///
    /// - Parameters:
    ///   - request: of any method: GET is checked too.
    ///   - allowingForeignPages: whether `Origin` and `Sec-Fetch-Site` may be anything.
    /// - Throws: a ``Problem`` with status 403.
    package func validate(
        _ request: Request,
        allowingForeignPages: Bool = false
    ) throws(Problem) {
        // A request with an absolute target has its authority there; a Host field beside it must
        // match too.
        guard let host = request.host, isOurs(host),
            request.header("host").map(isOurs) ?? true
        else {
            throw Problem(
                403,
                "Foreign host",
                detail: "The Host of the request is not a name of this server.",
                hint: "Call the control plane by localhost or an IP address, or start the server"
                    + " with --allowed-host \(Self.name(in: request) ?? "NAME")."
            )
        }
        if allowingForeignPages { return }
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

    /// The host name by which `request` calls the server; nil without a valid one.
    private static func name(in request: Request) -> String? {
        if case .name(let name)? = request.host.flatMap(HostName.init) { name } else { nil }
    }

    /// Whether the value of a Host field is an IP address or a name of this server.
    func isOurs(_ host: String) -> Bool {
        switch HostName(host) {
        // DNS cannot make an IP address mean another machine.
        case .address: true
        case .name(let name):
            name == "localhost" || name.hasSuffix(".localhost")
                || allowedHosts.contains { Self.matches($0, name) }
                // Nobody can register a name under `.internal` (ICANN, resolution 2024.07.29.06).
                || !isLoopbackOnly && name == "host.docker.internal"
        case nil: false
        }
    }

    private static func matches(_ pattern: String, _ name: String) -> Bool {
        guard pattern.hasPrefix("*."), let dot = name.firstIndex(of: ".") else {
            return pattern == name
        }
        return name[dot...] == pattern.dropFirst()
    }

    private func isOwn(_ origin: String, _ request: Request) -> Bool {
        guard let host = request.host?.lowercased() else { return false }
        let origin = origin.lowercased()
        return origin == "http://" + host || origin == "https://" + host
    }
}
