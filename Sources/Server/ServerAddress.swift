internal import MockPostlyControl

/// The address of a running server.
package struct ServerAddress: Sendable, Equatable {
    /// The port it listens on; never 0.
    package let port: UInt16
    /// The base URL without a trailing slash, such as `http://127.0.0.1:8080`.
    package let url: String

    /// The base URL of the control plane.
    package var controlURL: String { url + "/__mockpostly/v1" }

    /// The address for the configured `host`; a wildcard address is shown as loopback.
    init(host: String, port: UInt16) {
        self.port = port
        let shown =
            switch host {
            case "localhost", "0.0.0.0": "127.0.0.1"
            case "::": "[::1]"
            case let host where host.contains(":"): "[\(host)]"
            default: host
            }
        url = "http://\(shown):\(port)"
    }
}

extension Configuration {
    /// Decides which hosts and pages may call the control plane.
    var sameSite: SameSite {
        SameSite(allowedHosts: allowedHosts, isLoopbackOnly: isLoopbackOnly)
    }

    /// Whether only this machine can reach the server over TCP.
    var isLoopbackOnly: Bool {
        host == "localhost" || host == "::1" || host.hasPrefix("127.")
    }
}
