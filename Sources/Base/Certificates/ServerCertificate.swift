package import MockPostlyWorld

/// What a server shows to its clients: a certificate, those between it and its authority, and a key.
package struct ServerCertificate: Sendable {
    /// The server's own, whose names clients compare with the host.
    package let certificate: Certificate
    /// The certificates to send after it, each signing the one before; mostly none.
    package let chain: [Certificate]
    /// That of ``certificate``.
    package let key: PrivateKey

    init(certificate: Certificate, chain: [Certificate], key: PrivateKey) {
        (self.certificate, self.chain, self.key) = (certificate, chain, key)
    }

    /// Whether it is time for another one: in its last third, and before its time.
    ///
    /// True as well when the clock of the machine was set to before its beginning.
    package func needsRenewal(at now: Instant) -> Bool {
        let (start, end) = (certificate.start.seconds, certificate.end.seconds)
        return now.seconds < start || now.seconds > start + (end - start) / 3 * 2
    }
}
