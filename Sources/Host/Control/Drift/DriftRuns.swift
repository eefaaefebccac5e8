internal import MockPostlyArchives
internal import MockPostlyBodies
internal import MockPostlyDialect
internal import MockPostlyDrift
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJournal
internal import MockPostlyMatching
internal import MockPostlyWorld
internal import MockPostlyWorlds

/// `POST drift` with `compare` or `like`: asks the real server behind this one, and keeps the report.
///
/// Only the servers of `--upstream` are asked, and what writes only when that is allowed.
enum DriftRuns {
    static let members = ["compare", "like", "world", "login", "allowWrites", "showValues"]

    /// The systems that have a scenario and a real server, with the addresses of these.
    static func servers(_ call: Control.Call) -> [(system: String, server: String)] {
        let served = Set(call.registry.served(call.configuration.dialects).map { $0.name })
        return call.registry.scenarios.compactMap { scenario in
            guard served.contains(scenario.name) else { return nil }
            return call.course.realServer(of: scenario.name).map { (scenario.name, $0) }
        }
    }

    static func run(
        _ body: ControlBody,
        _ query: ControlQuery,
        _ call: Control.Call,
        keep: @escaping (JSONValue) throws -> Response
    ) throws -> Reply {
        let allowsWrites = try body.bool("allowWrites") ?? false
        let showsValues = try body.bool("showValues") ?? false
        if let number = try body.int("like", in: 1...Int64.max) {
            let reader = try call.worlds.journal(of: try call.world(query, body))
            let exchange = try reader.exchange(numbered: String(number)).exchange
            return try ask(exchange, allowsWrites, call) { outcome, server in
                try keep(content(outcome, server, showsValues, isRecorded: true))
            }
        }
        let name = try body.text("compare") ?? ""
        guard let scenario = call.registry[name]?.drift else {
            let names = call.registry.scenarios.map(\.name)
            throw Problem(
                400,
                "Bad value",
                detail: "The member 'compare' is '\(shortened(name))'.",
                hint: "Send one of \(enumerated(names))."
            )
        }
        guard let server = call.course.realServer(of: name) else {
            throw Problem.noRealServer(of: name)
        }
        let comparison = RealComparison(
            scenario,
            of: name,
            login: try login(body, scenario),
            allowsWrites: allowsWrites,
            call
        )
        return try comparison.inFreshWorld { outcome in
            try keep(content(outcome, server, showsValues, isRecorded: false))
        }
    }

    /// Who logs in to the real server.
    private static func login(
        _ body: ControlBody,
        _ scenario: DriftScenario
    ) throws(Problem) -> [String: String] {
        guard let login = try body.text("login"), !login.isEmpty else { return scenario.there }
        guard let colon = login.firstIndex(of: ":") else {
            throw Problem(
                400,
                "Bad value",
                detail: "The member 'login' has no colon.",
                hint: "Send a name and a password with a colon between them."
            )
        }
        return [
            scenario.login.name: String(login[..<colon]),
            scenario.login.password: String(login[login.index(after: colon)...]),
        ]
    }

    // MARK: One entry of the journal

    private static func ask(
        _ exchange: RecordedExchange,
        _ allowsWrites: Bool,
        _ call: Control.Call,
        _ finish: @escaping (DriftOutcome, String) throws -> Response
    ) throws -> Reply {
        guard case .served(let place, _) = exchange.route, call.registry.all.indices ~= place else {
            throw Problem(
                409,
                "No system",
                detail: "The request was for no system.",
                hint: "Choose one that a system has answered."
            )
        }
        let dialect = call.registry.all[place]
        guard let server = call.course.realServer(of: dialect.name) else {
            throw Problem.noRealServer(of: dialect.name)
        }
        guard let recorded = ArchivedExchange(exchange),
            let answer = DriftAnswer(exchange.response, atMost: 16 << 20)
        else {
            throw Problem(
                409,
                "Incomplete body",
                detail: "The journal has not the whole of the request or of its answer, or a "
                    + "compressed one of them is longer than \(DecodedBody.longest >> 20) MiB.",
                hint: "Start the server with a larger MOCKPOSTLY_JOURNAL_BODY."
            )
        }
        var scenario = DriftScenario(
            dialect.name,
            from: [recorded],
            below: "",
            isSame: exchange.response[AnswerMark.upstreamField] == server,
            isSecret: { SecretName.isSecret($0) }
        )
        scenario.match(dialect.routeLines.map(\.path), isWhole: false, of: dialect.drift)
        guard allowsWrites || !scenario.steps.contains(where: \.writes) else {
            throw Problem(
                409,
                "Writes",
                detail: "The request may write on the real server.",
                hint: "Send 'allowWrites': true."
            )
        }
        let comparison = RealComparison(
            scenario,
            of: dialect.name,
            login: [:],
            allowsWrites: allowsWrites,
            call
        )
        return try comparison.beside(answer) { try finish($0, server) }
    }

    // MARK: The report

    private static func content(
        _ outcome: DriftOutcome,
        _ server: String,
        _ showsValues: Bool,
        isRecorded: Bool
    ) throws -> JSONValue {
        guard outcome.compared > 0 else {
            throw Problem(
                409,
                "Nothing compared",
                detail: "The real server has given no answer that can be compared.",
                hint: "Its steps need a login, or what writes to be allowed."
            )
        }
        var report = DriftReport(
            outcome,
            of: server,
            showsValues: showsValues,
            hidesWorld: isRecorded
        )
        report.hasSides = true
        var json = JSONWriter(escaping: .utf8)
        json.beginObject()
        report.writeMembers(&json)
        json.endObject()
        return try JSON(parsing: json.finish()).root
    }
}

extension ArchivedExchange {
    /// The request and the answer of an entry; nil when one of the bodies is not whole, or is too
    /// long when it is decompressed.
    fileprivate init?(_ exchange: RecordedExchange) {
        var request = exchange.request
        request.dropPathPrefix(AddressPrefix(of: request.path).length)
        _ = request.takeParameters(["__fault", "__delay"])
        let target = String(decoding: request.rawTargetWithoutPrefix, as: UTF8.self)
        let host = request.host ?? "localhost"
        // Against bodies that are small only as long as they are compressed.
        let bodies = [
            DecodedBody(
                of: request,
                sent: exchange.bodyBytes.request,
                limit: max(request.body.count, DecodedBody.longest)
            ),
            DecodedBody(
                of: exchange.response,
                sent: exchange.bodyBytes.response,
                limit: max(exchange.response.body.count, DecodedBody.longest)
            ),
        ]
        guard exchange.isAnswerWhole, bodies.allSatisfy(\.isWhole),
            let address = Address("\(request.scheme)://\(host)\(target)")
        else { return nil }
        self.init(method: request.method.name, address: address, status: exchange.status)
        requestFields = request.fields.map { .init(name: $0.name, value: $0.value) }
        requestType = request.contentType ?? ""
        requestBody = bodies[0].bytes
        fields = exchange.response.allFields.map { .init(name: $0.name, value: $0.value) }
        type = exchange.response["Content-Type"] ?? ""
        body = bodies[1].bytes
    }
}

extension Problem {
    static func noRealServer(of system: String) -> Problem {
        Problem(
            409,
            "No real server",
            detail: "This server knows no real server of '\(system)'.",
            hint: "Start it with --upstream \(system)=URL."
        )
    }
}
