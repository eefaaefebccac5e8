internal import GoogleDialect
internal import MockPostlyDialect
internal import MockPostlyJSON
internal import MockPostlyOptions
internal import MockPostlyServer
internal import MockPostlyWorld
internal import MockPostlyWorlds

extension Command.Call {
    // MARK: Commands

    func printGoogleToken() throws(Failure) -> ExitCode {
        let email = try checkedEmail()
        if let subject = settings.subject, !subject.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) {
            throw .usage(
                "--sub: expected decimal digits, found \(quoted(subject))",
                hint: "Google accounts have numbers, such as 104857600000000000001"
            )
        }
        if try asksServer() {
            return try printServerToken(
                "google",
                user: email,
                lifetime: TokenOptions.googleLifetime,
                claims: [
                    ("name", settings.name), ("sub", settings.subject),
                    ("picture", settings.picture),
                    ("aud", googleClientID),
                ]
            )
        }
        let token = mintGoogleToken(
            email: email,
            name: settings.name ?? String(email.prefix { $0 != "@" }),
            subject: settings.subject,
            picture: settings.picture,
            audience: googleClientID,
            expiresIn: settings.googleLifetime,
            secret: settings.configuration.jwtSecret
        )
        return try printOwnToken(token, "google")
    }

    func printToken(
        _ dialect: String,
        lifetime: Option?,
        _ mint: (Settings) throws(TokenFailure) -> String
    ) throws(Failure) -> ExitCode {
        let email = try checkedEmail()
        if try asksServer() {
            return try printServerToken(dialect, user: email, lifetime: lifetime)
        }
        let token: String
        do throws(TokenFailure) {
            token = try mint(settings)
        } catch {
            switch error {
            case .start(let failure): throw Failure(failure)
            case .noSuchUser(let email):
                throw Failure(
                    "nobody has the e-mail \(quoted(email))",
                    hint: "name the seed or the data file they are in by --seed or --data, or a "
                        + "server by --url"
                )
            }
        }
        return try printOwnToken(token, dialect)
    }

    /// The client id for Google tokens, from the server's option.
    private var googleClientID: String? {
        settings.configuration.settings[GoogleAccounts.self].clientID
    }

    // MARK: Which way

    /// Whether a running server makes the token, or this process itself.
    private func asksServer() throws(Failure) -> Bool {
        let forServer = [
            ClientOptions.url, ClientOptions.world, ClientOptions.timeout, ServerOptions.adminToken,
            ServerOptions.adminTokenFile, TokenOptions.expiredFor, TokenOptions.claims,
            TokenOptions.fault,
        ].first { resolution.origin(of: $0).isFlag }
        let forHere = [
            ServerOptions.seed, ServerOptions.dataFile, ServerOptions.jwtSecret,
            ServerOptions.configurationFile,
        ].first { resolution.origin(of: $0).isFlag }
        if let forServer, let forHere {
            throw .usage(
                "--\(forServer.name) asks a server for the token, and --\(forHere.name) is for "
                    + "making it here",
                hint: "leave one of them out"
            )
        }
        if forServer != nil { return true }
        if forHere != nil { return false }
        return settings.client.url != nil || settings.client.world != nil || newestServer() != nil
    }

    private func checkedEmail() throws(Failure) -> String {
        let email = settings.email ?? ""
        guard !email.utf8.contains(UInt8(ascii: "@")) else { return email }
        throw .usage(
            "--email: expected an address with an @, found \(quoted(email))",
            hint: "somebody of the standard seed: mira.sol@example.com"
        )
    }

    // MARK: Printing

    private func printOwnToken(_ token: String, _ dialect: String) throws(Failure) -> ExitCode {
        var writer = JSONWriter(escaping: .utf8)
        writer.beginObject()
        writer.field("token", token)
        writer.field("dialect", dialect)
        writer.field("header", "Authorization: Bearer \(token)")
        writer.endObject()
        return try printToken(token, writer.finish())
    }

    /// Asks a server for a token, and prints it.
    func printServerToken(
        _ dialect: String,
        user: String,
        lifetime: Option?,
        claims: [(name: String, value: String?)] = []
    ) throws(Failure) -> ExitCode {
        let client = settings.client
        let duration = lifetime.flatMap { option in
            resolution.origin(of: option).isFlag ? option.show(settings).text : nil
        }
        if duration != nil, client.expiredFor != nil {
            throw .usage(
                "--expires-in and --expired-for do not go together",
                hint: "give one of them"
            )
        }
        let added = claimsObject(claims)
        let answer = try controlClient().send("POST", "/tokens") { json in
            json.field("dialect", dialect)
            json.field("user", user)
            if let kind = client.tokenKind { json.field("kind", kind) }
            if let duration { json.field("expiresIn", duration) }
            if let time = client.expiredFor { json.field("expiredFor", formatDuration(time)) }
            if let added {
                json.key("claims")
                json.value(added)
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
