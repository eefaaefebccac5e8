internal import MockPostlyBodies
internal import MockPostlyDrift
internal import MockPostlyHTTP
internal import MockPostlyWorld
internal import MockPostlyWorlds

/// A scenario that runs once in a world and twice on the real server behind this one.
///
/// One request after the other, those to the real server at the pace of ``RealPace``. It ends with the
/// client that waits for it. Belongs to the loop's thread.
final class RealComparison {
    /// The most bytes of an answer.
    private static let longestBody = 16 << 20
    /// How long the world lives that nobody has deleted, because the client has left.
    private static let worldTime = Duration.seconds(600)

    private let scenario: DriftScenario
    private let system: String
    private let allowsWrites: Bool
    /// Whether an account of the real server was named.
    private let hasLogin: Bool
    private let call: Control.Call
    /// In the world, and twice on the real server.
    private var runs: [DriftRun]
    private var world: String?

    /// A comparison for the real server of `system`, with who logs in here and there.
    init(
        _ scenario: DriftScenario,
        of system: String,
        login: [String: String],
        allowsWrites: Bool,
        _ call: Control.Call
    ) {
        (self.scenario, self.system, self.call) = (scenario, system, call)
        self.allowsWrites = allowsWrites
        hasLogin = login != scenario.there
        runs = [scenario.here, login, login].map { variables in
            let word = "d" + String(RandomSource.entropySeed() >> 24, radix: 36)
            return DriftRun(variables: variables.merging(["unique": word]) { $1 })
        }
    }

    deinit {
        // A world that is gone already needs no deleting.
        if let world { try? call.worlds.delete(world: world) }
    }

    /// Runs the scenario in a fresh world first, and calls `finish` with what came of it.
    func inFreshWorld(_ finish: @escaping (DriftOutcome) throws -> Response) throws -> Reply {
        var order = WorldOrder()
        order.timeToLive = Self.worldTime
        return try call.worlds.create(order, for: "localhost").flatMap { [self] info in
            world = info.id
            return try go(0, from: 0, finish)
        }
    }

    /// The same with an answer that this server has given to the only step before.
    func beside(
        _ answer: DriftAnswer,
        _ finish: @escaping (DriftOutcome) throws -> Response
    ) throws -> Reply {
        for step in scenario.steps { runs[0].keep(answer, of: step) }
        return try go(1, from: 0, finish)
    }

    private func go(
        _ run: Int,
        from start: Int,
        _ finish: @escaping (DriftOutcome) throws -> Response
    ) throws -> Reply {
        guard runs.indices.contains(run) else { return .now(try finish(outcome)) }
        for (index, step) in scenario.steps.enumerated().dropFirst(start) {
            guard allowsWrites || !step.writes, let asked = runs[run].request(of: step) else {
                continue
            }
            return try reply(to: asked, run).flatMap { [self] response in
                // The refusal of this server says why there is no answer.
                if response.mark?.hasFailed == true { return .now(response) }
                let answer = DriftAnswer(response, atMost: Self.longestBody)
                if run > 0 { try check(answer, to: step) }
                if let answer { runs[run].keep(answer, of: step) }
                return try go(run, from: index + 1, finish)
            }
        }
        return try go(run + 1, from: 0, finish)
    }

    /// Refuses a real server's answer that is too long, and a page where the API was to answer first.
    private func check(_ answer: DriftAnswer?, to step: DriftStep) throws(Problem) {
        guard let answer else {
            throw unusable(
                "has more than 16 MiB, or a coding that is not known",
                step,
                hint: "Compare other requests: `mockpostly drift --har` takes those of a recording."
            )
        }
        guard !hasLogin || !scenario.isRefusal(answer, beside: runs[0].answers[step.name], to: step)
        else {
            throw unusable(
                "refuses the account of 'login': \(answer.status)",
                step,
                hint: "Send the name and the password of one of that server."
            )
        }
        guard world != nil, runs[1].answers.isEmpty, let other = runs[0].answers[step.name],
            answer.isPage(insteadOf: other)
        else { return }
        throw unusable(
            "is a page of HTML where the contract has JSON",
            step,
            hint: "Give --upstream the address of the API, with its path."
        )
    }

    private func unusable(_ words: String, _ step: DriftStep, hint: String) -> Problem {
        let server = call.course.realServer(of: system) ?? ""
        return Problem(
            502,
            "Not comparable",
            detail: "The answer of \(server) to the step '\(step.name)' \(words).",
            hint: hint
        )
    }

    private func reply(to asked: DriftRequest, _ run: Int) throws -> Reply {
        let request = try Request(asked, in: run == 0 ? world : nil)
        guard run > 0 else { return Sending.reply(to: request, call.course) }
        return try turn.flatMap { [self] _ in
            guard let reply = call.course.askReal(request, of: system) else {
                throw Problem.noRealServer(of: system)
            }
            return reply
        }
    }

    /// Comes when the real server may be asked; an event, as those end with their client.
    private var turn: Reply {
        let server = call.course.realServer(of: system) ?? ""
        let pause = call.control.realPace.wait(for: server)
        return .awaiting(AwaitedAnswer(timeout: pause) { Response(status: 204) })
    }

    private var outcome: DriftOutcome {
        let comparison = DriftComparison(
            optional: scenario.optional,
            nullable: scenario.nullable,
            real: [call.course.realServer(of: system) ?? ""],
            world: ["http://localhost", "https://localhost"]
        )
        return DriftOutcome(
            scenario,
            .init(first: runs[1], second: runs[2], world: runs[0]),
            comparison,
            allowsWrites: allowsWrites
        )
    }
}

extension DriftAnswer {
    /// The answer of `response`; nil for one with a longer body than `most` bytes.
    init?(_ response: Response, atMost most: Int) {
        let body = DecodedBody(of: response, sent: response.body.count, limit: most)
        guard response.source == nil, body.isWhole, !body.isSealed else { return nil }
        var fields = response.allFields.filter { $0.name.lowercased() != "content-encoding" }
        if let date = response.date { fields.append(.init("Date", date)) }
        self.init(
            status: response.status,
            fields: fields.map { .init($0.name, $0.value) },
            body: body.bytes,
            time: Clock.real.now().seconds
        )
    }
}

extension Request {
    /// A request of a scenario, for a world or for the real server.
    fileprivate init(_ asked: DriftRequest, in world: String?) throws(Problem) {
        var head = "\(asked.method) \(asked.path) HTTP/1.1\r\nHost: localhost\r\n"
        for field in asked.headers { head += "\(field.name): \(field.value)\r\n" }
        head += "Accept-Encoding: identity\r\n"
        if let world { head += "X-Mockpostly-World: \(world)\r\n" }
        let body = asked.body ?? []
        if !body.isEmpty { head += "Content-Length: \(body.count)\r\n" }
        let bytes = Array((head + "\r\n").utf8) + body
        guard case .request(let request) = RequestParser.step(of: bytes, RequestLimits()).step,
            request.headLength == bytes.count - body.count
        else {
            throw Problem(
                409,
                "No request",
                detail: "A request of the comparison cannot be sent as it is.",
                hint: "Compare another one."
            )
        }
        self = request
    }
}
