internal import MockPostlyJSON
internal import MockPostlyOptions

extension Commands {
    static let scenarios = Command(
        name: "scenarios",
        summary: "list the scenarios for new worlds",
        description: "Prints the scenarios that `mockpostly world create --scenario NAME` takes.",
        groups: [.init(title: "Options", options: [ClientOptions.json]), ClientOptions.server],
        examples: [
            .init(line: "mockpostly scenarios", purpose: "those of the newest server"),
            .init(
                line: "mockpostly world create --scenario heavy-user",
                purpose: "a world with this scenario"
            ),
        ],
        body: { call throws(Failure) in
            try call.show(try call.controlClient().get(["scenarios"], [])) { answer in
                let scenarios = answer["scenarios"]?.elements ?? []
                return table(
                    scenarios.map { [$0["name"]?.string ?? "", $0["summary"]?.string ?? ""] },
                    width: call.console.columns
                )
            }
        }
    )
}

/// Names for shell completion only; the server decides which scenarios exist.
enum Scenarios {
    static let names = [
        "empty-feed", "heavy-user", "unicode", "expired-session", "everything-draft",
    ]
}
