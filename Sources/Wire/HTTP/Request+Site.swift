extension Request {
    /// Scheme, host and world prefix of the URL that the client used, with which links to this
    /// server begin: `https://mock.example:8443/w/one`.
    ///
    /// The scheme is that of the connection, unless a proxy says otherwise in X-Forwarded-Proto. The
    /// host is `localhost` when the request names none.
    package var site: String {
        let host = host.flatMap { $0.isEmpty ? nil : $0 } ?? "localhost"
        return "\(clientScheme)://\(host)\(pathPrefix)"
    }

    /// With more than one proxy, the first in the list is the one that the client talks to.
    private var clientScheme: String {
        let schemes = header("x-forwarded-proto")?.lowercased()
            .split { $0 == "," || $0 == " " || $0 == "\t" }
        guard let first = schemes?.first else { return scheme }
        return first == "https" ? "https" : "http"
    }

    /// The scheme of the connection: `http` or `https`.
    package var scheme: String { isSecure ? "https" : "http" }
}
