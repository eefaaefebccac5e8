internal import MockPostlyBodies
internal import MockPostlyControl
internal import MockPostlyDialect
package import MockPostlyHTTP
internal import MockPostlyHTTPClient
internal import MockPostlyJournal
internal import MockPostlyMatching
package import MockPostlyUpstream
internal import MockPostlyWorld
package import MockPostlyWorlds

/// Requests that the real server answers in place of a dialect.
extension Course {
    /// The reply of a real server to a request that is its own from the outset: for a path that
    /// nobody claims, or of a system that the world forwards; nil when the dialect is to reply.
    func forwardedReply(
        to request: Request,
        in world: World,
        _ served: ServedDialect
    ) -> (reply: Reply, route: Int?)? {
        guard let forwarding else { return nil }
        let settings = forwarding.settings
        if let origin = settings.originOfAll(served) {
            let route = routeIndex(of: facts(about: request, in: world, served), served)
            return (forwarded(request, to: origin, served, forwarding), route)
        }
        guard served.isUnclaimed, let origin = settings.general else { return nil }
        guard settings.unknown == .forward else {
            return (.now(refusal(forwarding.unknownPath(origin), request)), nil)
        }
        return (forwarded(request, to: origin, served, forwarding), nil)
    }

    /// The reply of a system's own real server to a request that no route of its dialect took, which
    /// has replied `reply`; nil when that is the answer.
    func forwardedReply(
        to request: Request,
        _ served: ServedDialect,
        insteadOf reply: Reply
    ) -> Reply? {
        guard let forwarding, forwarding.settings.unknown == .forward, !served.isUnclaimed,
            let origin = forwarding.settings.bySystem[type(of: served.dialect).name],
            case .now(let response) = reply, response.status == 404
        else { return nil }
        return forwarded(request, to: origin, served, forwarding)
    }

    package func realServer(of system: String) -> String? {
        forwarding?.settings.origin(of: system)?.description
    }

    package func askReal(_ request: Request, of system: String) -> Reply? {
        guard let forwarding, let origin = forwarding.settings.origin(of: system) else {
            return nil
        }
        return forwarding.reply(to: request, from: origin, isNamed: false, isWhole: true)
    }

    private func forwarded(
        _ request: Request,
        to origin: HTTPOrigin,
        _ served: ServedDialect,
        _ forwarding: Forwarding
    ) -> Reply {
        let inFlight = request.findings as? InFlight
        let reply = forwarding.reply(
            to: request,
            from: origin,
            isNamed: served.isNamed,
            isWhole: inFlight?.wantsWholeBody == true || inFlight?.client.hasConnection == false
        )
        guard request.hasOrigin else { return reply }
        return reply.mapping { [self] response in
            var response = response
            // What the real server allows pages is its own business.
            if response["Content-Type"] == "application/problem+json" {
                allowPages(&response, request)
            }
            return response
        }
    }
}

/// Sends requests on to the real servers, and makes their answers replies.
///
/// Belongs to the loop's thread.
package final class Forwarding {
    /// The most bytes of a body that a fault or a patch changes.
    static let longestChanged = 16 * 1024 * 1024

    let settings: UpstreamSettings
    private let client: UpstreamClient
    /// The name of this server in Via, different for each run of each server.
    private let pseudonym: String
    private let adminToken: String?

    package init(_ settings: UpstreamSettings, by client: UpstreamClient, adminToken: String?) {
        (self.settings, self.client, self.adminToken) = (settings, client, adminToken)
        pseudonym = "mockpostly-" + String(RandomSource.entropySeed(), radix: 36)
    }

    /// The reply of the server at `origin` to a request; with `isWhole` its body is collected as far
    /// as ``longestChanged``.
    ///
    /// - Parameters:
    ///   - request: without the prefix of a world.
    ///   - origin: whose path comes before that of the request.
    ///   - isNamed: whether the client has called this server by a name of a system.
    ///   - isWhole: whether the body is to be changed.
    /// - Returns: the answer, or a refusal with its reason.
    func reply(
        to request: Request,
        from origin: HTTPOrigin,
        isNamed: Bool,
        isWhole: Bool
    ) -> Reply {
        guard !request.hasPassed(pseudonym) else { return .now(loop(at: origin)) }
        var head = ForwardedHead(
            host: origin.authority,
            path: origin.path,
            pseudonym: pseudonym,
            adminToken: adminToken
        )
        head.asksForText = settings.isRecorded
        if isNamed, !isCalled(origin, by: request) {
            head.withholds = { SecretName.isSecret($0) }
        }
        var early: Response?
        var exchange: UpstreamExchange?
        let timeout = settings.timeout
        let awaited = AwaitedAnswer(timeout: timeout) { [self] in
            exchange?.cancel()
            return failure(of: origin, .answer(.late))
        }
        let order = UpstreamRequest(
            request,
            to: origin,
            head,
            collecting: isWhole ? Self.longestChanged : nil
        )
        exchange = client.send(order) { [self] result in
            let response =
                switch result {
                case .success(let response): response
                case .failure(let failure): self.failure(of: origin, failure)
                }
            early = response
            awaited.answer(response)
        }
        awaited.whenLeft = { exchange?.cancel() }
        awaited.respite = { [weak exchange] in exchange?.respite(within: timeout) }
        return early.map { .now($0) } ?? .awaiting(awaited)
    }

    /// Whether a client that has called a name of a system has meant the host of `origin`.
    private func isCalled(_ origin: HTTPOrigin, by request: Request) -> Bool {
        guard let name = request.hostName else { return false }
        return String(decoding: name, as: UTF8.self).lowercased() == origin.host.lowercased()
    }

    // MARK: Refusals

    private func failure(of origin: HTTPOrigin, _ failure: UpstreamFailure) -> Response {
        if case .incomplete = failure { return incomplete(failure, at: origin) }
        let isLate = failure.status == 504
        let words =
            failure == .answer(.late)
            ? "no answer within \(formatDuration(settings.timeout))" : failure.words
        return marked(
            Problem(
                failure.status,
                isLate ? "Real server too late" : "Real server failed",
                detail: "The real server \(origin.description) has given no answer: \(words).",
                hint: failure.hint
            ),
            origin
        )
    }

    /// The client's own fault; its connection is of no further use.
    private func incomplete(_ failure: UpstreamFailure, at origin: HTTPOrigin) -> Response {
        let problem = Problem(
            failure.status,
            "Request incomplete",
            detail: "The real server \(origin.description) has got a part of the request: "
                + "\(failure.words)",
            hint: failure.hint
        )
        var response = marked(problem, origin)
        response.closesConnection = true
        return response
    }

    /// The request has come from this server, so it would go round for ever (RFC 9110, 7.6.3).
    private func loop(at origin: HTTPOrigin) -> Response {
        marked(
            Problem(
                508,
                "Loop detected",
                detail: "The real server \(origin.description) is this server itself, or sends its"
                    + " requests back to it.",
                hint: "Give --upstream the address of the real server."
            ),
            origin
        )
    }

    /// The answer to a request for a path that no system has, when those are refused.
    func unknownPath(_ origin: HTTPOrigin) -> Problem {
        Problem(
            404,
            "Unknown path",
            detail: "No system has this path, and unknown paths are refused.",
            hint: "--unknown forward sends them to \(origin.description)."
        )
    }

    private func marked(_ problem: Problem, _ origin: HTTPOrigin) -> Response {
        var response = problem.response
        response.fields.append(.init(AnswerMark.upstreamField, origin.description))
        response.mark = AnswerMark(upstream: origin.description)
        response.mark?.hasFailed = true
        return response
    }
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

extension Passed {
    /// The request as it was sent on; nil when no real server was asked.
    package var forwarded: Forwarded? {
        guard case .sent(let response) = answer, let origin = response.mark?.upstream,
            var request
        else { return nil }
        request.dropPathPrefix(AddressPrefix(of: request.path).length)
        _ = request.takeParameters(["__fault", "__delay"])
        return Forwarded(
            request: request,
            response: response,
            bytes: isWhole ? bytes : nil,
            origin: origin
        )
    }
}
