internal import APIDialect
internal import MockPostlyArchives
internal import MockPostlyBodies
internal import MockPostlyDialect
internal import MockPostlyDrift
internal import MockPostlyHTTPClient
internal import MockPostlyJSON
internal import MockPostlyOptions
internal import MockPostlyServer
internal import MockPostlyText
internal import MockPostlyWorlds

extension Commands {
    static let drift = Command(
        name: "drift",
        summary: "tell where a real server no longer answers as this one does",
        description: """
            Sends the requests of a scenario to the real server, twice, and to a fresh world of the \
            mocked system within this process, and compares the answers field by field. What \
            differs between the two real runs is noise. Ids, dates and tokens are compared by their \
            form and by what they refer to. Only what reads is sent, unless --allow-writes says \
            otherwise, and no value of the real server is printed without --show-values. A FILE in \
            place of a SYSTEM is your own API, as for `mockpostly serve FILE`. Exit code: 0 when \
            nothing differs, 1 for drift, 2 when the comparison could not be made.
            """,
        operands: .init(
            placeholder: "[SYSTEM|FILE]",
            count: 0...1,
            completion: .wordsAndPaths(DialectRegistry.standard.scenarios.map(\.name))
        ),
        groups: [
            DriftOptions.server, DriftOptions.scenario, DriftOptions.running, DriftOptions.report,
        ],
        examples: [
            .init(
                line: "mockpostly drift postly --against https://postly.example.com",
                purpose: "reads alone, without an account"
            ),
            .init(
                line: "mockpostly drift dummyjson --against https://dummyjson.com --format junit",
                purpose: "for a nightly job"
            ),
            .init(
                line: "mockpostly drift --spec openapi.yaml --against https://api.example.com",
                purpose: "does a server fit its description?"
            ),
        ],
        body: { call throws(Failure) in try call.drift() }
    )
}

extension Command.Call {
    fileprivate func drift() throws(Failure) -> ExitCode {
        let drift = settings.drift
        let isRecorded = drift.archive != nil || drift.takesJournal
        guard drift.against != nil || drift.specification != nil && isRecorded else {
            throw .usage(
                "`mockpostly drift` needs --against URL",
                hint: "only --spec with --har or --journal asks no server"
            )
        }
        if let path = drift.specification {
            try checkSpecified()
            let control = drift.isInDashboard ? try dashboardClient() : nil
            return try report(try specifiedOutcome(path), to: control)
        }
        guard let operand = operands.first else {
            throw .usage(
                "`mockpostly drift` needs a system, or a file with your own API",
                hint: "expected one of "
                    + DialectRegistry.standard.scenarios.map(\.name).joined(separator: ", ")
            )
        }
        var (scenario, routes, configuration) = try scenario(operand)
        if let archive = try recording() {
            let chosen = try chosen(of: archive)
            let system = scenario
            scenario = DriftScenario(
                system.name,
                from: chosen.exchanges,
                below: chosen.base,
                isSame: isServer(chosen.host, of: chosen.exchanges),
                isSecret: { SecretName.isSecret($0) }
            )
            scenario.here[scenario.login.name] = system.here[system.login.name]
            scenario.here[scenario.login.password] = system.here[system.login.password]
            let known = DialectRegistry.standard[operand]?.drift
            scenario.match(routes, isWhole: known != nil, of: known)
            guard !scenario.steps.isEmpty else {
                throw .usage(
                    "the recording has no request to \(quoted(chosen.host)) for \(operand)",
                    hint: nil
                )
            }
        }
        if drift.hasSameContent { scenario.steps = DriftStep.comparingAll(scenario.steps) }
        let control = drift.isInDashboard ? try dashboardClient() : nil
        configuration.adminToken = nil
        let check = DriftCheck(scenario: scenario, settings: drift, configuration: configuration)
        return try report(try check.outcome(), to: control)
    }

    /// Whether the server that is asked is the one that was recorded at `host`, and is not asked
    /// without TLS for what was recorded with it.
    private func isServer(_ host: String, of exchanges: [ArchivedExchange]) -> Bool {
        guard let asked = HTTPOrigin(url: settings.drift.against ?? "") else { return false }
        return asked.authority.lowercased() == host
            && (asked.isSecure || exchanges.allSatisfy { $0.address.scheme == "http" })
    }

    /// The scenario of a system or of your own API, its routes, and what is served beside the real
    /// server.
    private func scenario(
        _ operand: String
    ) throws(Failure) -> (DriftScenario, routes: [String], Configuration) {
        if let scenario = DialectRegistry.standard[operand]?.drift {
            var configuration = try serverConfiguration()
            configuration.dialects = [operand]
            let routes = configuration.routeLines.filter { $0.dialect == operand }.map(\.path)
            return (scenario, routes, configuration)
        }
        guard operand.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") })
        else {
            throw .usage(
                "there is no scenario for \(quoted(operand))",
                hint: "expected one of "
                    + DialectRegistry.standard.scenarios.map(\.name).joined(separator: ", ")
            )
        }
        let configuration: Configuration
        do throws(Failure) {
            configuration = try naming(file: operand).serverConfiguration()
        } catch {
            throw .usage(error.words, hint: error.hint)
        }
        var routes = API.operations(configuration.settings).map { ($0.method, $0.path) }
        if routes.isEmpty { routes = try Self.collections(of: configuration) }
        return (DriftScenario(ofRoutes: routes), routes.map { $0.1 }, configuration)
    }

    /// The routes that read the collections and objects of a file that is no description.
    private static func collections(
        of configuration: Configuration
    ) throws(Failure) -> [(method: String, path: String)] {
        let request = DriftRequest(method: "GET", path: "/db", headers: [], body: nil)
        let step = DriftStep("db", "GET", "/db")
        let answer = try DriftWorld(configuration).answer(to: request, of: step)
        let members = JSONValue.object(answer.body)?.members ?? []
        return members.flatMap { name, value in
            let path = "/" + percentEncoded(name)
            return value.kind == .array
                ? [("GET", path), ("GET", path + "/{id}")] : [("GET", path)]
        }
    }

    private func report(
        _ outcome: DriftOutcome,
        to control: CommandClient?
    ) throws(Failure) -> ExitCode {
        let drift = settings.drift
        let server = drift.against.flatMap { HTTPOrigin(url: $0)?.description }
        var report = DriftReport(
            outcome,
            of: server ?? drift.archive ?? "the journal",
            showsValues: drift.showsValues,
            hidesWorld: drift.hasSameContent
        )
        switch drift.format {
        case .text: try console.write(report.text)
        case .json: try console.write(document { report.write(&$0) })
        case .junit: try console.write(report.junit)
        case .html: try console.write(report.html)
        }
        guard outcome.compared > 0 else {
            throw .usage(
                "nothing was compared: \(counted(outcome.parts.count, "step")) left out",
                hint: drift.specification == nil
                    ? "--allow-writes sends what writes, and --login logs in"
                    : "--header sends a key; is it one that the server takes?"
            )
        }
        if let control {
            report.hasSides = true
            show(report, by: control)
        }
        return outcome.findings.isEmpty ? .success : .failed
    }

    /// The running server whose dashboard shows the report; throws when it does not answer.
    private func dashboardClient() throws(Failure) -> CommandClient {
        do throws(Failure) {
            let client = try controlClient(for: .changing)
            _ = try client.get(["drift"], [])
            return client
        } catch {
            throw .usage("--dashboard: \(sentencePart(error.words))", hint: error.hint)
        }
    }

    /// Sends a report to the running server, whose dashboard shows it.
    ///
    /// One that does not arrive is told, and is no reason to compare again.
    private func show(_ report: DriftReport, by client: CommandClient) {
        do throws(Failure) {
            let answer = try client.send("POST", ["drift"], namingWorld: false) {
                report.writeMembers(&$0)
            }
            let id = answer.root["id"]?.int ?? 0
            var place = ""
            if case .network = client.target {
                place = ": \(client.target.description)/__mockpostly/#drift?report=\(id)"
            }
            console.tell("report \(id) is in the dashboard\(place)\n")
        } catch {
            let hint = error.hint.map { " (\($0))" } ?? ""
            let words = sentencePart(error.words)
            console.tell("--dashboard: the report is not in it: \(words)\(hint)\n")
        }
    }
}
