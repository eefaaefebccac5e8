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
        let bytes = Array(text.utf8)
        for byte in bytes where !(0x21...0x7E ~= byte) || Self.unsafe.contains(byte) {
            throw refusal("Invalid characters: \(text)")
        }
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0,
            0x61...0x7A ~= bytes[0] | 0x20, Self.are(bytes[..<colon], Self.marksOfScheme)
        else { throw refusal("Missing scheme: \(text)") }
        let scheme = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
        guard !Self.refused.contains(scheme) else { throw refusal("Invalid scheme: \(scheme)") }
        guard !bytes.contains(UInt8(ascii: "#")) else {
            throw refusal("Fragment not allowed: \(text)")
        }
        (self.text, self.scheme) = (text, scheme)
        guard scheme == "http" || scheme == "https" else {
            (title, source) = (scheme, "\(scheme):")
            return
        }
        let start = colon + 3
        var end = start
        while end < bytes.count, bytes[end] != 0x2F, bytes[end] != 0x3F { end += 1 }
        guard start < end, end <= bytes.count, bytes[colon + 1] == 0x2F,
            bytes[colon + 2] == 0x2F, bytes[start] != 0x3A,
            Self.are(bytes[start..<end], Self.marksOfAuthority)
        else { throw refusal("Missing authority: \(text)") }
        title = String(decoding: bytes[start..<end], as: UTF8.self)
        // A policy cannot name an IPv6 address.
        source = title.utf8.first == 0x5B ? "\(scheme):" : "\(scheme)://\(title)"
    }

    /// `"`, `<`, `>`, `\`, `^`, a backtick, `{`, `|` and `}`, which no URI has (RFC 3986, 2).
    private static let unsafe = Array("\"<>\\^`{|}".utf8)

    private static let marksOfScheme = Array("+-.".utf8)
    /// Without the `@` of a user name, and without what ends a source in a policy.
    private static let marksOfAuthority = Array("-.:[]_".utf8)

    /// Whether all bytes are letters, digits or `marks`.
    private static func are(_ bytes: ArraySlice<UInt8>, _ marks: [UInt8]) -> Bool {
        for byte in bytes {
            let isLetter = 0x61...0x7A ~= byte | 0x20
            guard isLetter || 0x30...0x39 ~= byte || marks.contains(byte) else { return false }
        }
        return true
    }
}
