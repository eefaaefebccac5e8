internal import MockPostlyHTTP

/// What an app of each kind needs to talk plain HTTP to this server.
extension PhonePage {
    var iOS: (title: String, body: String) {
        let exception = """
            <key>NSAppTransportSecurity</key>
            <dict>
              <key>NSAllowsLocalNetworking</key>
              <true/>
            </dict>
            """
        // iOS 17 and later know addresses there (NSExceptionDomains in Apple's documentation).
        let exceptionByName = """
            <key>NSAppTransportSecurity</key>
            <dict>
              <key>NSExceptionDomains</key>
              <dict>
                <key>\(place.host)</key>
                <dict>
                  <key>NSExceptionAllowsInsecureHTTPLoads</key>
                  <true/>
                </dict>
              </dict>
            </dict>
            """
        let question = """
            <key>NSLocalNetworkUsageDescription</key>
            <string>The test server runs on a computer nearby.</string>
            """
        let name = "<code>\(escapedForHTML(place.host))</code>"
        let words =
            place.isLocalOnIOS
            ? "This covers localhost, names without a dot or in <code>.local</code>, and addresses of"
                + " private networks such as \(name); nothing on the internet."
            : "<code>NSAllowsLocalNetworking</code> does not cover \(name), which is in no private"
                + " network."
        return (
            "iOS",
            """
            <p>In the <code>Info.plist</code>:</p>
            \(shown(place.isLocalOnIOS ? exception : exceptionByName))<p>\(words)</p>
            <p>A phone asks once whether the app may reach the local network, with these words:</p>
            \(shown(question))<p>Later the switch is in Settings, Privacy &amp; Security, Local Network.</p>

            """
        )
    }

    var android: (title: String, body: String) {
        let hosts = place.isEmulator ? [place.host] : [place.host, "10.0.2.2"]
        let domains = hosts.map { host in
            "    <domain includeSubdomains=\"false\">\(host)</domain>\n"
        }
        let configuration = """
            <network-security-config>
              <domain-config cleartextTrafficPermitted="true">
            \(domains.joined())  </domain-config>
            </network-security-config>
            """
        let manifest = """
            <application
              android:networkSecurityConfig="@xml/network_security_config" />
            """
        return (
            "Android",
            """
            <p>In <code>src/debug/res/xml/network_security_config.xml</code>:</p>
            \(shown(configuration))<p>In <code>src/debug/AndroidManifest.xml</code>:</p>
            \(shown(manifest))<p>An emulator reaches the computer as <code>10.0.2.2</code>.</p>

            """
        )
    }

    var web: (title: String, body: String) {
        let host = escapedForHTML(place.address)
        return (
            "Web",
            """
            <p>Pages of any origin may call the mocked systems. A page that came by https may not
            call plain HTTP: let the development server listen on the network too, such as
            <code>vite --host</code>, and open <code>http://\(host):5173</code> here.</p>
            <p>Service workers, the camera and the clipboard need https or localhost.</p>

            """
        )
    }

    private func shown(_ code: String) -> String {
        "<pre><code>\(escapedForHTML(code))</code></pre>\n"
    }
}

extension Place {
    /// The host as a URL has it, without the port.
    fileprivate var address: String {
        host.contains(where: { $0 == ":" }) ? "[\(host)]" : host
    }
}
