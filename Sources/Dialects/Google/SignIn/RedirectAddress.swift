/// The address of an app to which the answer to its authorization request goes.
struct RedirectAddress {
    let text: String
    /// In lower case.
    let scheme: String
    /// What people know the app by: host and port, or the scheme of a native app.
    let title: String
    /// What a Content-Security-Policy calls it.
    let source: String

    /// Addresses of these schemes would run in the page, or are none of an app.
    private static let refused = [
        "about", "blob", "chrome", "data", "file", "filesystem", "ftp", "javascript", "mailto",
        "urn", "vbscript", "view-source", "ws", "wss",
    ]

    /// Whether the app runs in a browser or on a web server; otherwise it is a native app.
    var isWeb: Bool { scheme == "http" || scheme == "https" }

    /// Checks an address; throws what a page says of one that is not valid.
    init(_ text: String) throws(OAuthFailure) {
        func refusal(_ reason: String) -> OAuthFailure {
            OAuthFailure("Invalid parameter value for redirect_uri: \(reason)")
        }
        guard text.utf8.allSatisfy({ 0x21...0x7E ~= $0 && !Self.unsafe.contains($0) }) else {
            throw refusal("Invalid characters: \(text)")
        }
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")),
            text.utf8[..<colon].allSatisfy(Self.isOfScheme),
            let first = text.utf8.first, 0x61...0x7A ~= first | 0x20
        else { throw refusal("Missing scheme: \(text)") }
        let scheme = text[..<colon].lowercased()
        guard !Self.refused.contains(scheme) else { throw refusal("Invalid scheme: \(scheme)") }
        guard !text.utf8.contains(UInt8(ascii: "#")) else {
            throw refusal("Fragment not allowed: \(text)")
        }
        (self.text, self.scheme) = (text, scheme)
        let rest = text.utf8[text.utf8.index(after: colon)...]
        guard scheme == "http" || scheme == "https" else {
            (title, source) = (scheme, "\(scheme):")
            return
        }
        let authority = rest.dropFirst(2).prefix { ![0x2F, 0x3F].contains($0) }
        guard rest.first == 0x2F, rest.dropFirst().first == 0x2F, let first = authority.first,
            first != 0x3A,
            authority.allSatisfy(Self.isOfAuthority)
        else { throw refusal("Missing authority: \(text)") }
        title = String(decoding: authority, as: UTF8.self)
        // A policy cannot name an IPv6 address.
        let isNumeric = authority.contains(UInt8(ascii: "["))
        source = isNumeric ? "\(scheme):" : "\(scheme)://\(title)"
    }

    /// `"`, `<`, `>`, `\`, `^`, a backtick, `{`, `|` and `}`, which no URI has (RFC 3986, 2).
    private static let unsafe = Array("\"<>\\^`{|}".utf8)

    private static func isOfScheme(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2D, 0x2E: true
        default: false
        }
    }

    /// Without the `@` of a user name, and without what ends a source in a policy.
    private static func isOfAuthority(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x3A, 0x5B, 0x5D, 0x5F: true
        default: false
        }
    }
}
