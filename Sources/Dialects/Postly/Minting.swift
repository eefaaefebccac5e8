package import MockPostlyCrypto
internal import MockPostlyDialect
package import MockPostlyJSON
internal import MockPostlyNouns
internal import MockPostlyWorld

extension Postly {
    static let tokenOffer = TokenOffer(
        outline: "what the server gives after a login",
        summary: "a Postly access token, as after a login",
        description: """
            Makes an access token for somebody who is in the seed, in the data file of --data, \
            which may belong to a running server, or in the world of a server. It holds for \
            servers with the same secret.
            """,
        user: .email,
        examples: [
            .init(
                "--email mira.sol@example.com",
                "a token for seven days, for somebody of the standard seed"
            ),
            .init(
                "--email me@example.com --data blog.sqlite",
                "for somebody who has registered there"
            ),
            .init(
                "--email me@example.com -w w1 --expired-for 1s",
                "one that the world w1 refuses"
            ),
        ],
        hint: "Name a person by e-mail or id, such as 'mira.sol@example.com'."
    ).with { $0.lifetime = .init(Tokens.lifetime, noun: "access token") }

    /// Makes an access token for the user whose e-mail address or id is `name`; nil when there is
    /// none.
    ///
    /// It expires `lifetime` from now; a negative one makes an expired token. `claims`, an object,
    /// replace default claims or are added to them.
    ///
    /// - Parameters:
    ///   - name: an id is looked up first, then an e-mail address.
    ///   - lifetime: nil for seven days.
    ///   - claims: nil for the usual claims.
    ///   - fault: what is wrong with the token on purpose.
    /// - Returns: a token signed with HS256 and the server's secret; nothing is stored.
    /// - Throws: ``JSONError`` for claims that nest too deeply, and SQLite's errors.
    package func mint(
        for name: String,
        lifetime: Duration? = nil,
        claims: JSONValue? = nil,
        fault: TokenFault? = nil
    ) throws -> IssuedToken? {
        guard let user = try account(name) else { return nil }
        let times = TokenTimes(
            now: domain.world.now.seconds,
            lifetime: lifetime,
            usual: Tokens.lifetime
        )
        let (id, usual) = (user.id.text, tokens.claims(of: user.id.text, times))
        return try IssuedToken(of: id, user.email, usual, changedBy: claims, escaping: .ascii) {
            tokens.sign($0, fault)
        }
    }

    private func account(_ name: String) throws -> User? {
        if let user = try users.credentials(email: name)?.user { return user }
        do {
            return try users.find(User.ID(name))
        } catch UserError.noSuchUser {
            return nil
        }
    }
}
