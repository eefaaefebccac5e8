internal import MockPostlyDrift
internal import MockPostlyOptions
internal import MockPostlyServer
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
            otherwise, and no value of the real server is printed without --show-values. Exit code: \
            0 when nothing differs, 1 for drift, 2 when the comparison could not be made.
            """,
        operands: .init(
            placeholder: "SYSTEM",
            count: 1...1,
            completion: .words(DriftScenario.all.map(\.name))
        ),
        groups: [DriftOptions.server, DriftOptions.report],
        examples: [
            .init(
                line: "mockpostly drift postly --against https://postly.example.com",
                purpose: "reads alone, without an account"
            ),
            .init(
                line: "mockpostly drift dummyjson --against https://dummyjson.com --format junit",
                purpose: "for a nightly job"
            ),
        ],
        body: { call throws(Failure) in try call.drift() }
    )
}

extension Command.Call {
    fileprivate func drift() throws(Failure) -> ExitCode {
        let name = operands[0]
        guard let scenario = DriftScenario.named(name) else {
            throw .usage(
                "there is no scenario for \(quoted(name))",
                hint: "expected one of " + DriftScenario.all.map(\.name).joined(separator: ", ")
            )
        }
        var configuration = try serverConfiguration()
        configuration.dialects = [name]
        let check = DriftCheck(
            scenario: scenario,
            settings: settings.drift,
            configuration: configuration
        )
        let outcome = try check.outcome()
        let report = DriftReport(
            outcome,
            of: settings.drift.against ?? "",
            showsValues: settings.drift.showsValues
        )
        switch settings.drift.format {
        case .text: try console.write(report.text)
        case .json: try console.write(document { report.write(&$0) })
        case .junit: try console.write(report.junit)
        }
        return outcome.findings.isEmpty ? .success : .failed
    }
}
