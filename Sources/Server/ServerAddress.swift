internal import MockPostlyControl

/// Where a server is reached.
package struct ServerAddress: Sendable, Equatable {
    /// The port it listens on; never 0.
    package let port: UInt16
    /// The base URL without a slash at its end, such as `http://127.0.0.1:8080`.
    package let url: String

    /// The base URL of the control plane.
    package var controlURL: String { url + "/__mockpostly/v1" }

    /// The address for `host`, as configured; one that stands for all addresses is shown as
    /// loopback.
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
    /// Who may call the control plane.
    var sameSite: SameSite {
        SameSite(allowedHosts: allowedHosts, isLoopbackOnly: isLoopbackOnly)
    }

    /// Whether only this machine can reach the server.
    var isLoopbackOnly: Bool {
        host == "localhost" || host == "::1" || host.hasPrefix("127.")
    }
}
