internal import MockPostlyDialect
internal import MockPostlyOptions
internal import MockPostlyServer

extension Commands {
    /// `mockpostly token`, with a subcommand for each dialect of `registry` that makes tokens.
    static func token(of registry: DialectRegistry) -> Command {
        let offers = registry.all.compactMap { dialect in
            dialect.tokens.map { (name: dialect.name, outline: $0.outline) }
        }
        let outlines = offers.enumerated().map { index, offer in
            "`\(offer.name)` \(index == 0 ? "makes " : "")\(offer.outline)"
        }
        let commands = registry.all.compactMap { tokenCommand(of: $0) }
        return Command(
            name: "token",
            summary: "print a token to sign in with",
            description: """
                Prints one token and a newline on standard output, to paste or to put into a \
                variable. \(outlines.joined(separator: ", ")). \(whoMakesIt(.content))
                """,
            examples: commands.flatMap(\.examples),
            subcommands: commands
        )
    }

    /// The part of the help that says who makes the token.
    private static func whoMakesIt(_ source: TokenOffer.Source, isKept: Bool = false) -> String {
        let server = """
            The server that --url or its variable names, or else the \(which(isKept)) server of this \
            user on this machine, makes it, with the secret, the people and the clock of the world.
            """
        let options = source == .content ? "--seed, --data, --jwt-secret" : "--jwt-secret"
        return source == .server
            ? server
            : """
            \(server) Without a server, or with \(options) or --config, the command makes it \
            itself.
            """
    }

    /// Which server is asked without being named: none is chosen for a token that it would keep.
    private static func which(_ isKept: Bool) -> String { isKept ? "only" : "newest" }

    private static func server(isKept: Bool) -> ServerOptions.Group {
        ServerOptions.Group(
            title: "Server",
            options: ClientOptions.serverAndWorld.options.map { option in
                guard option.name == "url" else { return option }
                return option.with {
                    $0.details =
                        "Without it, the \(which(isKept)) server of this user on this machine, if one "
                        + "runs."
                }
            }
        )
    }

    /// The command that makes the tokens of one dialect; nil when it makes none.
    private static func tokenCommand<D: Dialect>(of dialect: D.Type) -> Command? {
        guard let offer = D.tokens else { return nil }
        let name = "token \(D.name)"
        let needsServer = offer.source == .server
        let words = [offer.description, whoMakesIt(offer.source, isKept: offer.isKept)]
        return Command(
            name: name,
            summary: offer.summary,
            description: words.filter { !$0.isEmpty }.joined(separator: " "),
            groups: [
                .init(title: "Options", options: options(of: dialect, offer)),
                needsServer ? ClientOptions.serverAndWorld : server(isKept: offer.isKept),
            ],
            examples: offer.examples.map {
                .init(line: "mockpostly \(name) \($0.arguments)", purpose: $0.purpose)
            },
            body: { call throws(Failure) in try call.printToken(of: dialect, offer) }
        )
    }

    /// Where the command itself looks for people.
    private static let content = [
        ServerOptions.seed.with {
            $0.summary = "the seed that has the people: standard, empty, or paths; repeatable"
            $0.details = ""
        },
        ServerOptions.dataFile.with {
            $0.summary = "the data file that has the people"
            $0.details = "It is only read, and may belong to a running server."
        },
    ]

    private static func options<D: Dialect>(of dialect: D.Type, _ offer: TokenOffer) -> [Option] {
        var options = TokenOptions.user(offer.user)
        if offer.kinds.count > 1 { options.append(TokenOptions.kind(offer.kinds)) }
        // The options of its own come before those that the dialect has anyway.
        options += offer.claimOptions.filter { !$0.isSetting }
            .compactMap { TokenOptions.claim($0, of: dialect) }
        if let lifetime = offer.lifetime { options.append(TokenOptions.lifetime(lifetime)) }
        options += offer.claimOptions.filter(\.isSetting)
            .compactMap { TokenOptions.claim($0, of: dialect) }
        if offer.source == .content { options += content }
        if offer.source != .server {
            options += [ServerOptions.jwtSecret, ServerOptions.configurationFile]
        }
        if offer.lifetime != nil { options.append(TokenOptions.expiredFor) }
        if offer.hasClaims { options.append(TokenOptions.claims) }
        if !offer.faults.isEmpty { options.append(TokenOptions.fault(offer.faults)) }
        return options + [ClientOptions.output, ClientOptions.json]
    }
}

extension ClaimOption {
    /// Whether it is an option of the dialect's settings.
    fileprivate var isSetting: Bool {
        if case .setting = kind { true } else { false }
    }
}
