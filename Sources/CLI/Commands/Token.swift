internal import MockPostlyOptions
internal import MockPostlyServer

extension Commands {
    static let token = Command(
        name: "token",
        summary: "print a token to sign in with",
        description: """
            Prints one token and a newline on standard output, to paste or to put into a variable. \
            `google` makes what Google would send to the client, `postly` what the server gives \
            after a login, `community` an API token for the feed, `dummyjson` what that system \
            gives after a log-in. \(whoMakesIt)
            """,
        examples: googleToken.examples + postlyToken.examples + communityToken.examples
            + dummyJSONToken.examples,
        subcommands: [googleToken, postlyToken, communityToken, dummyJSONToken]
    )

    /// The part of the help that says when a server makes the token.
    private static let whoMakesIt = """
        The server that --url or its variable names, else the newest one of yours on this machine, \
        makes it, with the secret, the people and the clock of the world. It is made right here \
        when none runs, or when a flag says what from: --seed, --data, --jwt-secret or --config.
        """

    private static let server = ServerOptions.Group(
        title: "Server",
        options: ClientOptions.serverAndWorld.options.map { option in
            option.name == "url"
                ? option.with {
                    $0.details =
                        "Without it, the newest server of this user on this machine, if any."
                }
                : option
        }
    )

    private static let output = [ClientOptions.output, ClientOptions.json]

    private static let googleToken = Command(
        name: "token google",
        summary: "a Google ID token for POST /api/auth/login",
        description: """
            Makes a Google ID token for an e-mail address. One that is made here is signed by the \
            key of the default world of servers with the same secret, one that a server makes by \
            the key of the world; its OpenID configuration says where that key is. Servers look at \
            the signature if they run with --google verify. \
            An account that does not exist is made at its first login. \(whoMakesIt)
            """,
        groups: [
            .init(
                title: "Options",
                options: [
                    TokenOptions.email, TokenOptions.name, TokenOptions.subject,
                    TokenOptions.picture, TokenOptions.googleLifetime,
                    TokenOptions.googleClientID, ServerOptions.jwtSecret,
                    ServerOptions.configurationFile,
                    TokenOptions.expiredFor, TokenOptions.claims, TokenOptions.fault,
                ] + output
            ),
            server,
        ],
        examples: [
            .init(
                line: "mockpostly token google --email ada@example.com --name \"Ada Byron\"",
                purpose: "a token for one hour"
            )
        ],
        body: { call throws(Failure) in try call.printGoogleToken() }
    )

    private static let postlyToken = Command(
        name: "token postly",
        summary: "a Postly access token, as after a login",
        description: """
            Makes an access token for somebody who is in the seed, in the data file of --data, \
            which may belong to a running server, or in the world of a server. It holds for \
            servers with the same secret. \(whoMakesIt)
            """,
        groups: [
            .init(
                title: "Options",
                options: [
                    TokenOptions.email, TokenOptions.postlyLifetime, ServerOptions.seed,
                    ServerOptions.dataFile, ServerOptions.jwtSecret,
                    ServerOptions.configurationFile, TokenOptions.expiredFor, TokenOptions.claims,
                    TokenOptions.fault,
                ] + output
            ),
            server,
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
            .init(
                line: "mockpostly token postly --email me@example.com -w w1 --expired-for 1s",
                purpose: "one that the world w1 refuses"
            ),
        ],
        body: { call throws(Failure) in
            try call.printToken("postly", lifetime: TokenOptions.postlyLifetime) {
                settings throws(TokenFailure) in
                try mintPostlyToken(
                    email: settings.email ?? "",
                    configuration: settings.configuration,
                    expiresIn: settings.postlyLifetime
                )
            }
        }
    )

    private static let communityToken = Command(
        name: "token community",
        summary: "an API token for the community's feed and its sockets",
        description: """
            Makes the API token of somebody who is in the seed, in the data file of --data, which \
            may belong to a running server, or in the world of a server. One that is made here is \
            the same each time, and holds for servers with the same secret until it is revoked \
            there; one that a server makes is a new one. \(whoMakesIt)
            """,
        groups: [
            .init(
                title: "Options",
                options: [
                    TokenOptions.email, ServerOptions.seed, ServerOptions.dataFile,
                    ServerOptions.jwtSecret, ServerOptions.configurationFile, TokenOptions.fault,
                ] + output
            ),
            server,
        ],
        examples: [
            .init(
                line: "mockpostly token community --email mira.sol@example.com",
                purpose: "a token for somebody of the standard seed"
            )
        ],
        body: { call throws(Failure) in
            try call.printToken("community", lifetime: nil) { settings throws(TokenFailure) in
                try mintCommunityToken(
                    email: settings.email ?? "",
                    configuration: settings.configuration
                )
            }
        }
    )

    private static let dummyJSONToken = Command(
        name: "token dummyjson",
        summary: "an access or refresh token of DummyJSON, as after a log-in",
        description: """
            Has a running server make a token for somebody in a world: the one that is named, else \
            the default one of the newest server of this user on this machine.
            """,
        groups: [
            .init(
                title: "Options",
                options: [
                    TokenOptions.user, TokenOptions.kind, TokenOptions.accessLifetime,
                    TokenOptions.expiredFor, TokenOptions.claims, TokenOptions.fault,
                ] + output
            ),
            ClientOptions.serverAndWorld,
        ],
        examples: [
            .init(line: "mockpostly token dummyjson --user emilys", purpose: "an access token"),
            .init(
                line: "mockpostly token dummyjson --user emilys --kind refresh --expired-for 1m",
                purpose: "a refresh token that no longer does"
            ),
        ],
        body: { call throws(Failure) in
            try call.printServerToken(
                "dummyjson",
                user: call.settings.client.user ?? "",
                lifetime: TokenOptions.accessLifetime
            )
        }
    )
}
