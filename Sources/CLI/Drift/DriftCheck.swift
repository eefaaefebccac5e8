internal import MockPostlyDrift
internal import MockPostlyHTTPClient
internal import MockPostlyServer
internal import MockPostlyWorld

/// One call of `mockpostly drift`: a scenario, in a world and twice on a real server.
struct DriftCheck {
    let scenario: DriftScenario
    let settings: DriftSettings
    let configuration: Configuration

    /// Runs the scenario; throws when a server cannot be compared.
    func outcome() throws(Failure) -> DriftOutcome {
        let real = try RealServer(settings)
        var state = DriftState(settings, scenario.name, real.origin.description, scenario.steps)
        if settings.resume != nil { try state.read() }
        real.leavesAuthorization = scenario.steps.contains { step in
            step.headers.contains { $0.name.lowercased() == "authorization" }
        }
        let world = try DriftWorld(configuration)
        // Your own API has nobody of whom it is known.
        let person = scenario.here.isEmpty ? try account() : scenario.here
        var here = DriftRun(variables: person.merging(["unique": Self.word()]) { $1 })
        try run(&here) { request, step throws(Failure) in
            try world.answer(to: request, of: step)
        }
        var runs: [DriftRun] = []
        for number in 0...1 {
            runs.append(try ask(real, number, &state, beside: here))
        }
        if settings.resume != nil { state.remove() }
        let comparison = DriftComparison(
            optional: scenario.optional,
            nullable: scenario.nullable,
            real: [real.origin.description],
            world: DriftWorld.addresses
        )
        return DriftOutcome(
            scenario,
            .init(first: runs[0], second: runs[1], world: here),
            comparison,
            allowsWrites: settings.allowsWrites
        )
    }

    /// One run on the real server, from where `state` has it.
    private func ask(
        _ real: RealServer,
        _ number: Int,
        _ state: inout DriftState,
        beside here: DriftRun
    ) throws(Failure) -> DriftRun {
        var variables = try account()
        variables["unique"] = state.unique[number]
        var run = DriftRun(variables: variables)
        var isFirst = true
        try self.run(&run) { request, step throws(Failure) in
            if let known = state.answers[number][step.name] { return known }
            let answer = try real.answer(to: request, of: step)
            if isFirst, let other = here.answers[step.name] {
                try Self.check(answer, beside: other, of: real.origin.description)
            }
            if settings.login != nil,
                scenario.isRefusal(answer, beside: here.answers[step.name], to: step)
            {
                throw Failure(account: answer, of: real.origin.description)
            }
            isFirst = false
            state.answers[number][step.name] = answer
            if settings.resume != nil { try state.write() }
            return answer
        }
        return run
    }

    private func run(
        _ run: inout DriftRun,
        _ answer: (DriftRequest, DriftStep) throws(Failure) -> DriftAnswer
    ) throws(Failure) {
        for step in scenario.steps where settings.allowsWrites || !step.writes {
            guard let request = run.request(of: step) else { continue }
            run.keep(try answer(request, step), of: step)
        }
    }

    /// Refuses a server whose first answer is a page, which no API is.
    private static func check(
        _ answer: DriftAnswer,
        beside other: DriftAnswer,
        of server: String
    ) throws(Failure) {
        guard answer.isPage(insteadOf: other) else { return }
        throw Failure(page: answer, of: server)
    }

    /// Who logs in to the real server.
    private func account() throws(Failure) -> [String: String] {
        guard let login = settings.login else { return scenario.there }
        guard let colon = login.firstIndex(of: ":") else {
            throw .usage(
                "--login: expected a name and a password with a colon between them",
                hint: "such as --login mira@example.com:low-tide"
            )
        }
        return [
            scenario.login.name: String(login[..<colon]),
            scenario.login.password: String(login[login.index(after: colon)...]),
        ]
    }

    /// A word that no other run has: texts with it are not on the server yet.
    static func word() -> String {
        "d" + String(RandomSource.entropySeed() >> 24, radix: 36)
    }
}

extension Failure {
    /// A page of HTML where JSON was to come.
    init(page answer: DriftAnswer, of server: String) {
        self.init(
            "\(server) answers an HTML page, \(answer.status), where the contract has JSON",
            hint: "is the address in --against that of the API, with its path?",
            .usage
        )
    }

    /// A refusal of the account of --login.
    init(account answer: DriftAnswer, of server: String) {
        self.init(
            "--login: \(server) has refused this account: \(answer.status)",
            hint: "is it one of that server, with its password?",
            .usage
        )
    }
}
