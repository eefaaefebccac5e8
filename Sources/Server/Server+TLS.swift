internal import MockPostlyCertificates
internal import MockPostlyControl
internal import MockPostlyEventHTTP
internal import MockPostlyLog
internal import MockPostlyNetwork
internal import MockPostlyTLS
internal import MockPostlyWorld
internal import MockPostlyWorlds

extension Server {
    /// What clients that speak TLS get, and what devices have to trust for it; nil when TLS is off.
    static func tlsContext(
        _ configuration: Configuration,
        _ log: Log
    ) throws(StartFailure) -> (context: TLSServerContext, anchor: TrustAnchor?)? {
        guard let settings = configuration.tls else { return nil }
        do throws(CertificateProblem) {
            let (context, anchor) =
                switch settings {
                case .own(let folder, let names, let kind):
                    try context(of: folder, names, kind, for: configuration.mockedNames, log)
                case .files(let certificate, let key): (try context(of: certificate, key, log), nil)
                }
            return (context, anchor)
        } catch {
            throw StartFailure(.configuration, error.words, hint: error.hint ?? settings.hint)
        }
    }

    private static func context(
        of certificate: String,
        _ key: String,
        _ log: Log
    ) throws(CertificateProblem) -> TLSServerContext {
        let certificate = try ServerCertificate(
            certificateFile: certificate,
            keyFile: key,
            now: Clock.real.now()
        )
        return try TLSServerContext(
            noting: { log.failure("TLS: \($0.words)") },
            { _ in certificate }
        )
    }

    private static func context(
        of folder: AuthorityFolder,
        _ names: [CertificateName],
        _ kind: PrivateKey.Kind,
        for mocked: [CertificateName],
        _ log: Log
    ) throws(CertificateProblem) -> (TLSServerContext, TrustAnchor?) {
        let authority = try CertificateAuthority(
            in: folder,
            machine: machineName(),
            now: Clock.real.now()
        )
        if authority.isNew {
            log.notice("made the certificate authority of this machine: \(folder.certificatePath)")
        }
        let certificates = MachineCertificates(
            try Leaves(of: authority, names: [], kind: kind),
            besides: names,
            mocked: mocked
        )
        let context = try TLSServerContext(
            noting: { log.failure("TLS: \($0.words)") },
            { name throws(CertificateProblem) in
                try certificates.certificate(for: name, at: Clock.real.now())
            }
        )
        return (context, TrustAnchor(authority.certificate))
    }

    /// Warns of what a client does wrong, unless that was done within the last minute.
    ///
    /// Also in a quiet log: it is why an app does not work.
    func warnOnce(_ words: String) {
        let now = monotonicNanoseconds()
        if let last = warnings[words], now - last < 60_000_000_000 { return }
        // Clients that fail in ever new ways fill no memory.
        if warnings.count >= 1_000 { warnings = [:] }
        warnings[words] = now
        log.warning(words)
    }
}

extension TrustAnchor {
    fileprivate init(_ certificate: Certificate) {
        self.init(
            name: certificate.commonName,
            fingerprint: certificate.fingerprint,
            der: certificate.der,
            profile: ConfigurationProfile.text(for: certificate)
        )
    }
}

/// The certificates of a machine, whose addresses may change while the server runs.
private final class MachineCertificates {
    /// How often the machine is asked for its addresses at most, in nanoseconds.
    private static let interval: UInt64 = 2_000_000_000

    private let leaves: Leaves
    private let others: [CertificateName]
    /// The names of other servers, each of which gets a certificate by itself.
    private let mocked: [CertificateName]
    /// The machine time of the next look at the addresses.
    private var nextLook: UInt64 = 0

    init(_ leaves: Leaves, besides others: [CertificateName], mocked: [CertificateName]) {
        (self.leaves, self.others, self.mocked) = (leaves, others, mocked)
    }

    /// The certificate for a client that calls this server `name`, or says no name.
    ///
    /// Names that the machine does not have are the client's matter: it gets the machine's.
    func certificate(
        for name: String?,
        at now: Instant
    ) throws(CertificateProblem) -> ServerCertificate {
        let time = monotonicNanoseconds()
        if time >= nextLook {
            nextLook = time + Self.interval
            let machine = machineName()
            leaves.names = CertificateName.ofServer(
                addresses: NetworkInterface.all().flatMap(\.addresses).map(\.text),
                machine: machine,
                // Containers and build machines are called by their plain name.
                given: [machine].compactMap { $0.flatMap { try? CertificateName($0) } } + others
            )
        }
        guard let name, hasOwnCertificate(name), let certified = try? CertificateName(name) else {
            return try leaves.certificate(at: now)
        }
        return try leaves.certificate(for: certified, at: now)
    }

    /// Whether `name` is not in the certificate of the machine and may have one.
    private func hasOwnCertificate(_ name: String) -> Bool {
        // Many clients take no wildcard for the names below localhost, which are all this machine's.
        name.lowercased().hasSuffix(".localhost") || mocked.contains { $0.covers(name) }
    }
}

extension TLSFailure {
    /// What people are told of a client at `peer`.
    func words(of peer: String, _ settings: TLSSettings?) -> String {
        let client = peer.isEmpty ? "a client" : peer
        // A certificate of the user's own is trusted and named elsewhere.
        let isOurs = if case .own = settings { true } else { false }
        return switch self {
        case .distrusted where isOurs && (peer == "127.0.0.1" || peer == "::1"):
            "\(client) does not trust the certificate: run `mockpostly trust system`, or give the program"
                + " the file of `mockpostly trust show -o pem`"
        case .distrusted:
            "\(client) does not trust the certificate"
                + (isOurs ? ": /__mockpostly/phone says how it can" : "")
        case .misnamed(let name):
            if let name = try? CertificateName(name) {
                "\(client) asks for \(name), which the certificate is not for"
                    + (isOurs ? ": see --tls-name" : "")
            } else {
                "\(client) asks for a name that no certificate can be for"
            }
        case .left:
            "\(client) has left in the middle of the TLS handshake, as many do that do not trust the"
                + " certificate"
        case .notSpoken:
            "\(client) speaks TLS, and this server plain HTTP only: start it with --tls, or use http://"
        case .expired: "\(client) finds the certificate expired or not valid yet: compare its clock"
        case .version: "\(client) speaks neither TLS 1.2 nor TLS 1.3"
        case .alert(let number): "\(client) has ended the TLS handshake with alert \(number)"
        case .untrusted(let words), .other(let words):
            "the TLS handshake with \(client) has failed: \(words)"
        }
    }
}
