internal import MockPostlyCrypto
internal import MockPostlyText

/// A configuration profile of Apple's systems (`.mobileconfig`) that installs a root certificate.
package enum ConfigurationProfile {
    /// The content type that makes iOS offer to install the profile.
    package static let contentType = "application/x-apple-aspen-config"

    /// The profile for the certificate of an authority.
    ///
    /// Its identifiers come from the certificate, so that the same certificate replaces its profile
    /// and another one gets a profile of its own.
    ///
    /// UTF-8 with XML's escapes; not signed, so iOS calls it "Not Signed" when it installs it.
    package static func text(for certificate: Certificate) -> String {
        let name = escaped(certificate.commonName)
        let identifier = "mockpostly." + hexadecimal(certificate.digest.prefix(8))
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
            "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">
            <dict>
                <key>PayloadContent</key>
                <array>
                    <dict>
                        <key>PayloadCertificateFileName</key>
                        <string>mockpostly-ca.crt</string>
                        <key>PayloadContent</key>
                        <data>\(Base64.encode(certificate.der))</data>
                        <key>PayloadDescription</key>
                        <string>Adds the certificate authority of a mockpostly server</string>
                        <key>PayloadDisplayName</key>
                        <string>\(name)</string>
                        <key>PayloadIdentifier</key>
                        <string>\(identifier).root</string>
                        <key>PayloadType</key>
                        <string>com.apple.security.root</string>
                        <key>PayloadUUID</key>
                        <string>\(uuid("root", certificate))</string>
                        <key>PayloadVersion</key>
                        <integer>1</integer>
                    </dict>
                </array>
                <key>PayloadDescription</key>
                <string>Trusts the https addresses of a mockpostly server, for tests</string>
                <key>PayloadDisplayName</key>
                <string>\(name)</string>
                <key>PayloadIdentifier</key>
                <string>\(identifier)</string>
                <key>PayloadOrganization</key>
                <string>mockpostly</string>
                <key>PayloadRemovalDisallowed</key>
                <false/>
                <key>PayloadType</key>
                <string>Configuration</string>
                <key>PayloadUUID</key>
                <string>\(uuid("profile", certificate))</string>
                <key>PayloadVersion</key>
                <integer>1</integer>
            </dict>
            </plist>

            """
    }

    /// A UUID of version 8 (RFC 9562): bytes of a digest of the certificate and a word.
    private static func uuid(_ word: String, _ certificate: Certificate) -> String {
        var bytes = Array(sha256(certificate.der + Array(word.utf8)).prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = Array(hexadecimal(bytes).uppercased())
        return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
            .joined(separator: "-")
    }

    private static func escaped(_ text: String) -> String {
        text.map { character in
            switch character {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            default: String(character)
            }
        }
        .joined()
    }
}
