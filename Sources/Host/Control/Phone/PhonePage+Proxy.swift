internal import MockPostlyHTTP

/// How a device is led here whose app has the name of another server inside.
extension PhonePage {
    /// The section about the proxy; empty without one.
    var proxySteps: String {
        guard let proxy else { return "" }
        let names = proxy.names.map { "<code>\(escapedForHTML($0))</code>" }.joined(
            separator: " or "
        )
        let others =
            proxy.isOffline
            ? "It refuses all other names." : "All else is passed through untouched."
        let host = escapedForHTML(place.host)
        return """
            <section>
            <h2>Proxy</h2>
            <p>For an app that calls \(names) and cannot be told another address: set this HTTP proxy, and
            trust the certificate above. \(others)</p>
            <dl>
            <dt>Server</dt>
            <dd><code class="copied">\(host)</code></dd>
            <dt>Port</dt>
            <dd><code class="copied">\(proxy.port)</code></dd>
            <dt>User name</dt>
            <dd><code class="copied">\(escapedForHTML(world))</code></dd>
            <dt>Password</dt>
            <dd>\(place.isLoopback ? "none on this computer" : "in the terminal, at \u{201C}its password\u{201D}")</dd>
            </dl>
            \(path("On iOS and iPadOS", .iOS, Self.iOSPath))\(path("On Android", .android, Self.androidPath))<p>Take
            the proxy out again afterwards: without this server nothing gets through it.</p>
            </section>

            """
    }

    private static let iOSPath =
        "Settings, Wi-Fi, the (i) beside the network, Configure Proxy, Manual, with Authentication."
    private static let androidPath =
        "Settings, the details of the network, Edit, Advanced options, Proxy, Manual. The browser asks for"
        + " user name and password; many apps cannot, and nothing arrives from them."

    private func path(_ title: String, _ system: Device.System, _ words: String) -> String {
        """
        <details\(device.system == system ? " open" : "")>
        <summary>\(title)</summary>
        <p>\(words)</p>
        </details>

        """
    }
}
