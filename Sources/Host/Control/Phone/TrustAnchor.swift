/// The certificate authority that a device has to trust before it takes this server's certificate.
package struct TrustAnchor: Sendable, Equatable {
    /// The name under which devices list it.
    package var name: String
    /// The SHA-256 digest as people compare it: `5F:9A:…`.
    package var fingerprint: String
    /// The certificate in DER.
    ///
    /// For Android and others, which download it as a file.
    package var der: [UInt8]
    /// The configuration profile for Apple's devices.
    ///
    /// XML; iOS installs it when it is opened.
    package var profile: String

    package init(name: String, fingerprint: String, der: [UInt8], profile: String) {
        (self.name, self.fingerprint) = (name, fingerprint)
        (self.der, self.profile) = (der, profile)
    }
}
