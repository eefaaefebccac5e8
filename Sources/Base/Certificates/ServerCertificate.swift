package import MockPostlyWorld

/// What a server shows to its clients: a certificate, those between it and its authority, and a key.
package struct ServerCertificate: Sendable {
    package let certificate: Certificate
    /// The certificates to send after it, each signing the one before; mostly none.
    package let chain: [Certificate]
    package let key: PrivateKey

    init(certificate: Certificate, chain: [Certificate], key: PrivateKey) {
        (self.certificate, self.chain, self.key) = (certificate, chain, key)
    }

    /// Whether it is time for another one: in its last third, and before its time.
    package func needsRenewal(at now: Instant) -> Bool {
        let (start, end) = (certificate.start.seconds, certificate.end.seconds)
        return now.seconds < start || now.seconds > start + (end - start) / 3 * 2
    }
}
