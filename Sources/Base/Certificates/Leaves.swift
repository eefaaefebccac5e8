package import MockPostlyWorld

/// The certificates that the authority has signed for a server, made when they are needed.
///
/// They are kept in memory alone. Belongs to one thread.
///
/// ```swift
/// let leaves = try Leaves(of: authority, names: names, kind: .p256)
/// let tls = try TLSServerContext { host in
///     guard let host else { return try leaves.certificate(at: now()) }
///     return try leaves.certificate(for: CertificateName(host), at: now())
/// }
/// ```
package final class Leaves {
    /// How many certificates for single names are kept.
    static let capacity = 256

    private struct Kept {
        var certificate: ServerCertificate
        /// The number of the last question for it.
        var use: Int
    }

    private let authority: CertificateAuthority
    private let key: PrivateKey
    private var usual: ServerCertificate?
    private var kept: [CertificateName: Kept] = [:]
    private var uses = 0

    /// The names of the certificate that clients get who name no host, or one of these.
    ///
    /// A change has the next client get a new certificate.
    package var names: [CertificateName] {
        didSet { if names != oldValue { usual = nil } }
    }

    /// Certificates with a new key for P-256, or with the one that `authority` keeps for RSA.
    ///
    /// - Parameters:
    ///   - authority: signs all of them.
    ///   - names: at least one.
    ///   - kind: of the key that all of them have.
    /// - Throws: ``CertificateProblem`` when the key cannot be made or read.
    package init(
        of authority: CertificateAuthority,
        names: [CertificateName],
        kind: PrivateKey.Kind
    ) throws(CertificateProblem) {
        (self.authority, self.names) = (authority, names)
        key = try kind == .rsa ? authority.rsaKey() : PrivateKey(kind)
    }

    /// The certificate for all ``names``; the same object until the names change or it is old.
    ///
    /// - Throws: ``CertificateProblem`` when the authority's time is over.
    package func certificate(at now: Instant) throws(CertificateProblem) -> ServerCertificate {
        if let usual, !usual.needsRenewal(at: now) { return usual }
        let certificate = try authority.serverCertificate(for: names, key: key, now: now)
        usual = certificate
        return certificate
    }

    /// A certificate for one name, such as one that a client asks for by SNI.
    ///
    /// Names below `localhost` are among those that need one: clients do not take `*.localhost`.
    /// It is that for all ``names`` when `name` is one of them. The caller decides which names it
    /// answers for. At most ``capacity`` certificates are kept; the one that was not asked for the
    /// longest time goes.
    ///
    /// - Throws: ``CertificateProblem`` when the authority's time is over.
    package func certificate(
        for name: CertificateName,
        at now: Instant
    ) throws(CertificateProblem) -> ServerCertificate {
        if names.contains(name) { return try certificate(at: now) }
        uses += 1
        if var found = kept[name], !found.certificate.needsRenewal(at: now) {
            found.use = uses
            kept[name] = found
            return found.certificate
        }
        let certificate = try authority.serverCertificate(for: [name], key: key, now: now)
        if kept[name] == nil, kept.count >= Self.capacity,
            let oldest = kept.min(by: { $0.value.use < $1.value.use })
        {
            kept[oldest.key] = nil
        }
        kept[name] = Kept(certificate: certificate, use: uses)
        return certificate
    }
}
