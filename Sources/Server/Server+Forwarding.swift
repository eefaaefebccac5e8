internal import MockPostlyCourse
package import MockPostlyHTTP
internal import MockPostlyHTTPClient
internal import MockPostlyMatching
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

    /// A request that was sent on, and what was answered.
    package struct Forwarded {
        /// Without what is for this server in its target.
        package var request: Request
        /// With the beginning of a body that was sent in pieces.
        package var response: Response
        /// The length of the whole body; nil when it was cut.
        package var bytes: Int?
        /// The URL of the real server.
        package var origin: String
    }

    /// Calls `body` with each request that was sent on, when it is answered and noted.
    ///
    /// Of a body it gets `longest` bytes at least. To be called before ``run(onReady:)``.
    package func observeForwarding(keeping longest: Int, _ body: @escaping (Forwarded) -> Void) {
        course.longestPassed = longest
        course.after = { passed in
            guard case .sent(let response) = passed.answer, let origin = response.mark?.upstream,
                var request = passed.request
            else { return }
            request.dropPathPrefix(AddressPrefix(of: request.path).length)
            _ = request.takeParameters(["__fault", "__delay"])
            let bytes = passed.isWhole ? passed.bytes : nil
            body(Forwarded(request: request, response: response, bytes: bytes, origin: origin))
        }
    }
}
