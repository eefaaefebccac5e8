internal import MockPostlyHTTP

/// How a device comes to trust the server's certificate, and whether it does.
extension PhonePage {
    /// The section about https; empty when the server does not speak it by an authority of its own.
    var trust: String {
        guard let anchor else { return "" }
        let steps =
            device.system == .android
            ? android(anchor) + iOS(anchor) : iOS(anchor) + android(anchor)
        return """
            <section>
            <h2>https</h2>
            <p>All addresses work with <code>https</code> and <code>wss</code> too, on the same port. Does this
            device trust the certificate?</p>
            <p>\(proof)</p>
            \(steps)<p>The name is \(escapedForHTML(anchor.name)), and its SHA-256 fingerprint
            <code class="fingerprint">\(escapedForHTML(anchor.fingerprint))</code>.</p>
            </section>

            """
    }

    /// A picture over https: without trust a browser shows the words in its place.
    private var proof: String {
        let words =
            device.system == .iOS
            ? "Not yet: install the profile, and switch on full trust for it"
            : "Not yet: install the certificate"
        return """
            <img class="proof" src="https://\(escapedForHTML(place.authority))\(Phone.proofPath)" alt="\(words)">
            """
    }

    private func iOS(_ anchor: TrustAnchor) -> String {
        steps(
            "On iOS and iPadOS",
            for: .iOS,
            [
                "<a href=\"\(Phone.profilePath)\">Get the profile</a> in Safari, and allow it.",
                "Settings, General, VPN &amp; Device Management: install"
                    + " <strong>\(escapedForHTML(anchor.name))</strong>.",
                "Settings, General, About, Certificate Trust Settings: switch on full trust for it.",
                "Open this page again.",
            ],
            after: "Both switches are needed; apps need nothing else."
        )
    }

    private func android(_ anchor: TrustAnchor) -> String {
        let configuration = """
            <network-security-config>
              <debug-overrides>
                <trust-anchors>
                  <certificates src="system" />
                  <certificates src="user" />
                </trust-anchors>
              </debug-overrides>
            </network-security-config>
            """
        return steps(
            "On Android",
            for: .android,
            [
                "<a href=\"\(Phone.certificatePath)\">Get the certificate</a>.",
                "Settings, search for \u{201C}CA certificate\u{201D}: install it from the storage.",
                "Open this page again.",
            ],
            after: "Browsers trust it then. An app takes it in debug builds, with this in the same"
                + " <code>network_security_config.xml</code>:",
            code: configuration
        )
    }

    private func steps(
        _ title: String,
        for system: Device.System,
        _ steps: [String],
        after: String,
        code: String? = nil
    ) -> String {
        let list = steps.map { "<li>\($0)</li>\n" }.joined()
        let shown = code.map { "<pre><code>\(escapedForHTML($0))</code></pre>\n" } ?? ""
        return """
            <details\(device.system == system ? " open" : "")>
            <summary>\(title)</summary>
            <ol>
            \(list)</ol>
            <p>\(after)</p>
            \(shown)</details>

            """
    }
}
