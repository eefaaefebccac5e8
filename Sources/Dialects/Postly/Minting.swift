package import MockPostlyCrypto
package import MockPostlyJSON
internal import MockPostlyNouns
internal import MockPostlyWorld

extension Postly {
    /// Makes an access token for the user whose e-mail address or id is `name`; nil when there is
    /// none.
    ///
    /// It expires `lifetime` from now; a negative one makes an expired token. `claims`, an object,
    /// replace default claims or are added to them.
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
        let usual = try JSON(parsing: tokens.claims(of: user.id.text, times)).root
        var json = JSONWriter(escaping: .ascii)
        json.object(usual, changedBy: claims)
        let payload = json.finish()
        return IssuedToken(
            token: tokens.sign(payload, fault),
            userID: user.id.text,
            email: user.email,
            expiresAt: try JSON(parsing: payload).root["exp"]?.int
        )
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
