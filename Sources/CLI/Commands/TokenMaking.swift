internal import MockPostlyControl
internal import MockPostlyCrypto
internal import MockPostlyDialect
internal import MockPostlyJSON
internal import MockPostlyOptions
internal import MockPostlyServer
internal import MockPostlyWorld
internal import MockPostlyWorlds

extension Command.Call {
    /// Makes a token as `offer` says, here or by a server, and prints it.
    func printToken<D: Dialect>(of dialect: D.Type, _ offer: TokenOffer) throws(Failure)
        -> ExitCode
    {
        let user = settings.client.user ?? ""
        try check(user, try userOption(offer.user, isNamed: !user.isEmpty))
        for claim in offer.claimOptions {
            guard case .own(let option) = claim.kind else { continue }
            if let text = settings.client.claimTexts[claim.claim] { try check(text, option) }
        }
        let claims = claimsObject(offer.claimOptions.map { ($0.claim, text(of: $0, dialect)) })
        let byServer = offer.source == .server ? true : try asksServer()
        if byServer {
            let isKept = offer.isKept && settings.client.tokenFault == nil
            return try printServerToken(
                D.name,
                user: user,
                claims,
                isKept ? .changing : .reading
            )
        }
        var order = MintOrder(user: user)
        order.kind = settings.client.tokenKind
        order.lifetime = settings.client.tokenLifetime
        order.claims = claims
        return try printOwnToken(order, of: dialect)
    }

    /// The option that names the user.
    private func userOption(
        _ user: TokenUser,
        isNamed: Bool
    ) throws(Failure) -> TokenOption {
        guard let other = user.alternative else { return user.option }
        guard isNamed else {
            throw .usage(
                "--\(user.option.name) or --\(other.name) is missing",
                hint: "say whose token it is"
            )
        }
        return resolution.origin(ofOption: other.name).isFlag ? other : user.option
    }

    private func check(_ text: String, _ option: TokenOption) throws(Failure) {
        guard let rule = option.rule, !rule.holds(text) else { return }
        throw .usage(
            "--\(option.name): expected \(rule.expected), found \(quoted(text))",
            hint: rule.hint
        )
    }

    /// The value of an option for a claim; nil when it was not given.
    private func text<D: Dialect>(of claim: ClaimOption, _ dialect: D.Type) -> String? {
        switch claim.kind {
        case .own: settings.client.claimTexts[claim.claim]
        case .setting: TokenOptions.claim(claim, of: dialect)?.show(settings).text
        }
    }

    // MARK: Which way

    /// Whether a running server makes the token, or this process itself.
    private func asksServer() throws(Failure) -> Bool {
        func flag(of names: [String]) -> String? {
            names.first { resolution.origin(ofOption: $0).isFlag }
        }
        let forServer = [
            ClientOptions.url, ClientOptions.world, ClientOptions.timeout, ServerOptions.adminToken,
            ServerOptions.adminTokenFile, TokenOptions.expiredFor, TokenOptions.claims,
        ]
        let forHere = [
            ServerOptions.seed, ServerOptions.dataFile, ServerOptions.jwtSecret,
            ServerOptions.configurationFile,
        ]
        let asks = flag(of: forServer.map(\.name) + [TokenOptions.faultName])
        let makes = flag(of: forHere.map(\.name))
        if let asks, let makes {
            throw .usage(
                "--\(asks) asks a server for the token, and --\(makes) is for making it here",
                hint: "leave one of them out"
            )
        }
        if asks != nil { return true }
        if makes != nil { return false }
        return settings.client.url != nil || settings.client.world != nil
            || !runningServers().isEmpty
    }

    // MARK: Printing

    /// Makes a token without a server, and prints it.
    private func printOwnToken(
        _ order: MintOrder,
        of dialect: any Dialect.Type
    ) throws(Failure) -> ExitCode {
        let issued: IssuedToken
        do throws(TokenFailure) {
            issued = try mintToken(order, of: dialect, settings.configuration)
        } catch {
            switch error {
            case .start(let failure): throw Failure(failure)
            case .mismatch: throw Failure(error.words, hint: error.hint)
            case .noSuchUser(let user, let noun):
                throw Failure(
                    "nobody has the \(noun) \(quoted(user))",
                    hint: "choose the people by --seed or --data, or a server by --url"
                )
            }
        }
        var writer = JSONWriter(escaping: .utf8)
        writer.beginObject()
        MintedToken(
            token: issued.token,
            userID: issued.userID,
            email: issued.email,
            expiresAt: issued.expiresAt.map { Instant(seconds: $0) },
            carrier: dialect.tokens?.carrier ?? .bearer
        ).writeMembers(of: dialect.name, &writer)
        writer.endObject()
        return try printToken(issued.token, writer.finish())
    }

    /// Asks a server for a token, and prints it; one that the server keeps is a change of it.
    private func printServerToken(
        _ dialect: String,
        user: String,
        _ claims: JSONValue?,
        _ use: ServerUse
    ) throws(Failure) -> ExitCode {
        let client = settings.client
        if client.tokenLifetime != nil, client.expiredFor != nil {
            throw .usage(
                "--expires-in and --expired-for do not go together",
                hint: "give one of them"
            )
        }
        let answer = try controlClient(for: use).send("POST", ["tokens"]) { json in
            json.field("system", dialect)
            json.field("user", user)
            if let kind = client.tokenKind { json.field("kind", kind) }
            if let time = client.tokenLifetime { json.field("expiresIn", formatDuration(time)) }
            if let time = client.expiredFor { json.field("expiredFor", formatDuration(time)) }
            if let claims {
                json.key("claims")
                json.value(claims)
            }
            if let fault = client.tokenFault { json.field("break", fault) }
        }
        guard let token = answer.root["token"]?.string else {
            throw Failure("the answer has no token", hint: "is the server another version?")
        }
        return try printToken(token, Array(answer.root.rawText))
    }

    private func printToken(_ token: String, _ json: [UInt8]) throws(Failure) -> ExitCode {
        switch settings.client.format {
        case .text: try console.write(token + "\n")
        case .json: try console.write(JSONWriter.pretty(json) + [UInt8(ascii: "\n")])
        case .env: try console.write(variables([("TOKEN", token)]))
        case .dotenv: try console.write(fileOfVariables([("TOKEN", token)]))
        }
        return .success
    }

    /// The claims of `--claims`, with those of `named` that it lacks; nil when there are none.
    private func claimsObject(
        _ named: [(name: String, value: String?)]
    ) -> JSONValue? {
        let given = settings.client.claims.flatMap { try? JSON(parsing: Array($0.utf8)) }?.root
        let added = named.filter { $0.value != nil && given?[$0.name] == nil }
        guard given != nil || !added.isEmpty else { return nil }
        var writer = JSONWriter(escaping: .utf8)
        writer.beginObject()
        for (name, value) in given?.members ?? [] {
            writer.key(name)
            writer.value(value)
        }
        for (name, value) in added {
            writer.key(name)
            writer.string(value ?? "")
        }
        writer.endObject()
        return (try? JSON(parsing: writer.finish()))?.root
    }
}
