internal import MockPostlyServer

extension Commands {
    static let token = Command(
        name: "token",
        summary: "print a token to sign in with",
        description: """
            Prints one token and a newline on standard output, to paste or to put into a variable. \
            `google` makes what Google would send to the client, `postly` what the server gives \
            after a login, `community` an API token for the feed.
            """,
        examples: googleToken.examples + postlyToken.examples + communityToken.examples,
        subcommands: [googleToken, postlyToken, communityToken]
    )

    private static let googleToken = Command(
        name: "token google",
        summary: "a Google ID token for POST /api/auth/login",
        description: """
            Makes a Google ID token for an e-mail address. The server checks its claims and not \
            its signature, so it is good for mockpostly and for nothing else. An account that does \
            not exist is made at its first login.
            """,
        groups: [
            .init(
                title: "Options",
                options: [
                    CommandOptions.email, CommandOptions.name, CommandOptions.subject,
                    CommandOptions.picture, CommandOptions.googleLifetime,
                    ServerOptions.googleClientID.with {
                        $0.details = "Put into the token, for a server that has the same option."
                    },
                ]
            )
        ],
        examples: [
            .init(
                line: "mockpostly token google --email ada@example.com --name \"Ada Byron\"",
                purpose: "a token for one hour"
            )
        ],
        body: printGoogleToken
    )

    private static let postlyToken = Command(
        name: "token postly",
        summary: "a Postly access token, as after a login",
        description: """
            Makes an access token for somebody who is in the seed, or in the data file of --data, \
            which may belong to a running server. It holds for servers with the same secret.
            """,
        groups: [
            .init(
                title: "Options",
                options: [
                    CommandOptions.email, CommandOptions.postlyLifetime, ServerOptions.seed,
                    ServerOptions.dataFile, ServerOptions.jwtSecret,
                    ServerOptions.configurationFile,
                ]
            )
        ],
        examples: [
            .init(
                line: "mockpostly token postly --email mira.sol@example.com",
                purpose: "a token for seven days, for somebody of the standard seed"
            ),
            .init(
                line: "mockpostly token postly --email me@example.com --data blog.sqlite",
                purpose: "for somebody who has registered there"
            ),
        ],
        body: printPostlyToken
    )

    private static let communityToken = Command(
        name: "token community",
        summary: "an API token for the community's feed and its sockets",
        description: """
            Makes the API token of somebody who is in the seed, or in the data file of --data, \
            which may belong to a running server. It is the same one each time, and it holds for \
            servers with the same secret until it is revoked there.
            """,
        groups: [
            .init(
                title: "Options",
                options: [
                    CommandOptions.email, ServerOptions.seed, ServerOptions.dataFile,
                    ServerOptions.jwtSecret, ServerOptions.configurationFile,
                ]
            )
        ],
        examples: [
            .init(
                line: "mockpostly token community --email mira.sol@example.com",
                purpose: "a token for somebody of the standard seed"
            )
        ],
        body: printCommunityToken
    )

    private static func printGoogleToken(_ call: Command.Call) throws(Failure) -> ExitCode {
        let settings = call.settings
        let email = settings.email ?? ""
        try checkEmail(email)
        if let subject = settings.subject, !subject.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) {
            throw .usage(
                "--sub: expected decimal digits, found \(quoted(subject))",
                hint: "Google accounts have numbers, such as 104857600000000000001"
            )
        }
        let token = mintGoogleToken(
            email: email,
            name: settings.name ?? String(email.prefix { $0 != "@" }),
            subject: settings.subject,
            picture: settings.picture,
            audience: settings.configuration.googleClientID,
            expiresIn: settings.googleLifetime
        )
        try call.console.write(token + "\n")
        return .success
    }

    private static func printPostlyToken(_ call: Command.Call) throws(Failure) -> ExitCode {
        try printToken(call) { email, settings throws(TokenFailure) in
            try mintPostlyToken(
                email: email,
                configuration: settings.configuration,
                expiresIn: settings.postlyLifetime
            )
        }
    }

    private static func printCommunityToken(_ call: Command.Call) throws(Failure) -> ExitCode {
        try printToken(call) { email, settings throws(TokenFailure) in
            try mintCommunityToken(email: email, configuration: settings.configuration)
        }
    }

    private static func printToken(
        _ call: Command.Call,
        _ mint: (String, Settings) throws(TokenFailure) -> String
    ) throws(Failure) -> ExitCode {
        let settings = call.settings
        let email = settings.email ?? ""
        try checkEmail(email)
        let token: String
        do throws(TokenFailure) {
            token = try mint(email, settings)
        } catch {
            switch error {
            case .start(let failure): throw Failure(failure)
            case .noSuchUser(let email):
                throw Failure(
                    "nobody has the e-mail \(quoted(email))",
                    hint: "name the seed or the data file they are in by --seed or --data"
                )
            }
        }
        try call.console.write(token + "\n")
        return .success
    }

    private static func checkEmail(_ email: String) throws(Failure) {
        guard !email.contains("@") else { return }
        throw .usage(
            "--email: expected an address with an @, found \(quoted(email))",
            hint: "somebody of the standard seed: mira.sol@example.com"
        )
    }
}
