package import MockPostlyCrypto
internal import MockPostlyDialect
package import MockPostlyJSON
internal import MockPostlyNouns
internal import MockPostlyWorld

extension DummyJSON {
    static let tokenOffer = TokenOffer(
        kinds: ["access", "refresh"],
        outline: "what that system gives after a log-in",
        summary: "an access or refresh token of DummyJSON, as after a log-in",
        user: TokenUser(
            TokenOption("user", "USER", "whose token: a username, an e-mail or an id"),
            noun: "username, e-mail or id"
        ),
        examples: [
            .init("--user emilys", "an access token"),
            .init(
                "--user emilys --kind refresh --expired-for 1m",
                "a refresh token that has expired"
            ),
        ],
        hint: "Name a user of DummyJSON by username, e-mail or id, such as 'emilys'."
    ).with {
        $0.users = ("dummyjson-users", "id")
        $0.source = .server
        $0.lifetime = .init(
            .seconds(Tokens.accessSeconds),
            noun: "access token, unless the log-in asks for another time",
            others: [.init("refresh token of a log-in", .seconds(Tokens.refreshSeconds))],
            details: "Without it, as long as after a log-in: a refresh token holds for longer."
        )
    }

    /// A token for the user with the user name, e-mail or id `name`; nil when there is no such
    /// user.
    ///
    /// It expires `lifetime` from now; a negative one makes a token that has expired. `claims`, a
    /// JSON object, are added to the usual claims or replace them. Links in it begin with `site`,
    /// such as `http://localhost:8080/w/one`, unless the settings ask for the original's.
    ///
    /// - Parameters:
    ///   - name: a user name is looked up first, then an e-mail address, then an id.
    ///   - isRefresh: whether it is a refresh token, which holds for 30 days instead of one hour.
    ///   - lifetime: nil for the usual one.
    ///   - claims: an object; nil for the usual claims.
    ///   - fault: what is wrong with the token on purpose.
    ///   - site: without a slash at its end.
    /// - Returns: a token signed with HS256 and the server's secret; nothing is stored.
    /// - Throws: ``JSONError`` for claims that nest too deeply.
    package func mint(
        for name: String,
        isRefresh: Bool = false,
        lifetime: Duration? = nil,
        claims: JSONValue? = nil,
        fault: TokenFault? = nil,
        site: String
    ) throws -> IssuedToken? {
        guard let user = person(name) else { return nil }
        let usualSeconds = isRefresh ? Tokens.refreshSeconds : Tokens.accessSeconds
        let times = TokenTimes(
            now: world.now.seconds,
            lifetime: lifetime,
            usual: .seconds(usualSeconds)
        )
        let links = settings.links == .upstream ? LinkBase.upstream : LinkBase(site: site)
        let usual = tokens.claims(of: user, times.issued, until: Double(times.end), links)
        let (id, email) = ("\(user.record.id)", user.record["email"]?.string ?? "")
        return try IssuedToken(of: id, email, usual, changedBy: claims) { tokens.sign($0, fault) }
    }

    private func person(_ name: String) -> Person? {
        // The index has users without a user name under an empty name.
        guard !name.isEmpty else { return nil }
        if let user = index.user(named: name) { return user }
        let byEmail = documents.all(.users).first { user in
            user["email"]?.string?.utf8.elementsEqual(name.utf8) == true
        }
        let record = byEmail ?? Int64(name).flatMap { documents.find(.users, $0) }
        return record.map { Person($0) }
    }
}
