internal import MockPostlyCertificates
internal import MockPostlyControl
internal import MockPostlyEventHTTP

/// The address of a running server.
package struct ServerAddress: Sendable, Equatable {
    /// The port it listens on; never 0.
    package let port: UInt16
    /// The base URL without a trailing slash, such as `http://localhost:8080`.
    package let url: String
    /// The port of its proxy; nil when it has none.
    package let proxyPort: UInt16?
    /// The URL of its proxy; nil when it has none.
    ///
    /// Such as `http://localhost:8081`.
    package let proxyURL: String?
    /// ``url`` for clients that speak TLS; it answers only when TLS is on.
    ///
    /// With the same host and port.
    package var secureURL: String { "https" + url.dropFirst(4) }

    /// The base URL of the control plane.
    ///
    /// Such as `http://localhost:8080/__mockpostly/v1`.
    package var controlURL: String { url + "/__mockpostly/v1" }
    /// The URL of the page for people.
    ///
    /// With a slash at its end.
    package var dashboardURL: String { url + "/__mockpostly/" }
    /// The path of the page for phones.
    package static let phonePath = "/__mockpostly/phone"

    /// The address for the configured `host`; a wildcard address is shown as loopback.
    ///
    /// `localhost` is shown by name if the server listens on both of its addresses: a page of
    /// `http://localhost:5173` and `127.0.0.1` are different sites, between which browsers send no
    /// cookies. With one address the name could lead to another server.
    init(host: String, port: UInt16, hasBothFamilies: Bool = true, proxyPort: UInt16? = nil) {
        (self.port, self.proxyPort) = (port, proxyPort)
        let shown =
            switch host {
            case "localhost" where hasBothFamilies: "localhost"
            case ListeningSocket.everywhere where hasBothFamilies: "localhost"
            case "localhost", "0.0.0.0", ListeningSocket.everywhere: "127.0.0.1"
            case "::": "[::1]"
            case let host where host.contains(":"): "[\(host)]"
            default: host
            }
        url = "http://\(shown):\(port)"
        proxyURL = proxyPort.map { "http://\(shown):\($0)" }
    }
}

extension Configuration {
    /// Decides which hosts and pages may call the control plane.
    var sameSite: SameSite {
        SameSite(
            allowedHosts: allowedHosts + mockedNames.map(\.description),
            isLoopbackOnly: isLoopbackOnly
        )
    }

    /// Whether only this machine can reach the server over TCP.
    ///
    /// By the host alone: a tunnel or a proxy on this machine may still lead others here.
    package var isLoopbackOnly: Bool {
        host == "localhost" || host == "::1" || host.hasPrefix("127.")
    }
}
