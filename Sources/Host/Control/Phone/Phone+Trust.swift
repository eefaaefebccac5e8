internal import MockPostlyHTTP

/// What a device needs to trust the server's certificate: its authority, and a picture over https.
extension Phone {
    static let certificatePath = "/__mockpostly/phone/ca.crt"
    static let profilePath = "/__mockpostly/phone/ca.mobileconfig"
    static let proofPath = "/__mockpostly/phone/trusted.svg"

    /// The authority's certificate, as Android and computers install it.
    static func certificate(_: Request, _ call: Control.Call) throws -> Response {
        download(
            "mockpostly-ca.crt",
            "application/x-x509-ca-cert",
            try anchor(call).der
        )
    }

    /// The authority's certificate as a configuration profile, as iOS installs it.
    static func profile(_: Request, _ call: Control.Call) throws -> Response {
        download(
            "mockpostly-ca.mobileconfig",
            "application/x-apple-aspen-config",
            Array(try anchor(call).profile.utf8)
        )
    }

    /// A picture that a device can show only when it trusts the certificate.
    static func proof(_: Request, _: Control.Call) throws -> Response {
        var response = Response(contentType: "image/svg+xml", text: picture)
        response.fields += [
            .init("X-Content-Type-Options", "nosniff"),
            .init("Cross-Origin-Resource-Policy", "cross-origin"),
            .init("Cache-Control", "no-store"),
        ]
        return response
    }

    private static func anchor(_ call: Control.Call) throws(Problem) -> TrustAnchor {
        if let anchor = call.control.process.trustAnchor { return anchor }
        throw Problem(
            404,
            "No authority",
            detail: "This server has no certificate of an authority of this machine.",
            hint: "Start it with --tls."
        )
    }

    private static func download(_ name: String, _ type: String, _ bytes: [UInt8]) -> Response {
        var response = Response(contentType: type, body: bytes)
        response.fields += [
            .init("Content-Disposition", "attachment; filename=\"\(name)\""),
            .init("X-Content-Type-Options", "nosniff"),
            .init("Cache-Control", "no-store"),
        ]
        return response
    }

    private static let picture = """
        <svg xmlns="http://www.w3.org/2000/svg" width="280" height="44" viewBox="0 0 280 44">
        <title>Trusted: https works on this device</title>
        <rect width="280" height="44" rx="6" fill="#106b2f"/>
        <path d="M16 22l6 6 12-13" fill="none" stroke="#ffffff" stroke-width="3"/>
        <text x="46" y="28" font-family="sans-serif" font-size="16" fill="#ffffff">Trusted: https works here</text>
        </svg>

        """
}
