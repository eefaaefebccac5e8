internal import MockPostlyJSON
internal import MockPostlyOptions

extension Commands {
    static let loginCodes = Command(
        name: "login-codes",
        summary: "list the one-time codes that users can log in with",
        description: """
            Prints the codes that a server in production would send by SMS or e-mail: the code, \
            the system, who logs in with it, where it would be sent, and until when it works by \
            the world's clock.
            """,
        groups: [
            .init(title: "Options", options: [ClientOptions.json]), ClientOptions.serverAndWorld,
        ],
        examples: [
            .init(
                line: "mockpostly login-codes",
                purpose: "those of the world that requests without a world go to"
            ),
            .init(line: "mockpostly login-codes -w w1 --json", purpose: "in JSON"),
        ],
        body: { call throws(Failure) in
            let answer = try call.controlClient().get(["login-codes"])
            return try call.showList(answer, "codes", "login codes") { entries in
                table(
                    entries.map { code in
                        [
                            code["code"]?.string ?? "", code["system"]?.string ?? "",
                            code["user"]?["email"]?.string ?? "", code["sentTo"]?.string ?? "",
                            code["expiresAt"]?.string ?? "",
                        ]
                    },
                    width: call.console.columns
                )
            }
        }
    )
}
