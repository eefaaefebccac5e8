internal import MockPostlyCourse
internal import MockPostlyHTTPClient
internal import MockPostlyTLS
internal import MockPostlyUpstream
internal import MockPostlyWorlds

/// The real servers behind this one.
extension Server {
    /// Whom connections to real servers trust; nil when none is called by TLS.
    ///
    /// - Throws: a file that has no certificates.
    static func upstreamTrust(
        _ configuration: Configuration
    ) throws(StartFailure) -> TLSClientContext? {
        guard let upstream = configuration.upstream,
            upstream.authorities != nil || upstream.origins.contains(where: \.isSecure)
        else { return nil }
        do throws(TLSTrustProblem) {
            return try TLSClientContext(
                trusting: upstream.authorities.map { .also(path: $0) } ?? .system
            )
        } catch {
            throw StartFailure(
                .configuration,
                error.words,
                hint: "--upstream-ca names a file with certificates in PEM"
            )
        }
    }

    /// Lets the course send requests on, if there are real servers.
    func openForwarding(_ trust: TLSClientContext?) {
        guard let upstream = configuration.upstream else { return }
        course.forwarding = Forwarding(
            upstream,
            by: UpstreamClient(on: loop, trust),
            adminToken: configuration.adminToken
        )
    }
}
