package import MockPostlyCrypto
package import MockPostlyJSON
package import MockPostlyWorld

/// The user that an ID token describes, and the app that it is for.
package struct GoogleAccount: Sendable {
    /// The claim `email`; not checked.
    package var email: String
    /// The full name; nil uses the part of the e-mail address before the `@`.
    package var name: String?
    /// The account id; nil derives it from the e-mail address, so that one address is one account.
    ///
    /// The claim `sub`: 21 digits that begin with 1 when they are derived.
    package var subject: String?
    /// The URL of a picture; nil leaves the claim out.
    package var picture: String?
    /// The client id of the app; nil uses a client id that no app has.
    ///
    /// The claims `aud` and `azp`; by default `mockpostly.apps.googleusercontent.com`.
    package var audience: String?
    /// What the token says of a sign-in; by default it is made without one.
    var signIn = SignInClaims()

    /// All parts are optional but the address.
    package init(
        email: String,
        name: String? = nil,
        subject: String? = nil,
        picture: String? = nil,
        audience: String? = nil
    ) {
        self.email = email
        self.name = name
        self.subject = subject
        self.picture = picture
        self.audience = audience
    }

    /// The account id that follows from an e-mail address: 21 digits, as Google's are.
    static func subject(of email: String) -> String {
        "1" + sha256(Array(email.utf8)).prefix(20).map { "\($0 % 10)" }.joined()
    }
}

extension GoogleKey {
    /// One hour, the lifetime of Google's own tokens.
    package static let usualLifetime = Duration.seconds(3600)

    /// Makes an ID token for `account`, issued at `now`, which expires after `lifetime`.
    ///
    /// A negative `lifetime` makes a token that has already expired. `claims` replace default
    /// claims or are added; default claims that depend on a replaced one follow it. With the fault
    /// `algorithm`, the token is signed with HS256 and the public modulus as key, which only a
    /// verifier accepts that lets the token choose the algorithm.
    ///
    /// - Parameters:
    ///   - account: whom the token describes.
    ///   - now: the claim `iat`.
    ///   - lifetime: nil for one hour.
    ///   - claims: an object; `email`, `name`, `sub`, `picture` and `aud` in it also change the
    ///     claims that follow from them.
    ///   - fault: what is wrong with the token on purpose.
    /// - Returns: a JWT with RS256, and the values of its claims `sub`, `email` and `exp`.
    /// - Throws: ``JSONError`` for claims that nest too deeply, and ``CryptoError``.
    package func issue(
        for account: GoogleAccount,
        at now: Instant,
        lifetime: Duration? = nil,
        claims: JSONValue? = nil,
        fault: TokenFault? = nil
    ) throws -> IssuedToken {
        let times = TokenTimes(now: now.seconds, lifetime: lifetime, usual: Self.usualLifetime)
        let usual = try JSON(parsing: account.changed(by: claims).claims(times)).root
        var json = JSONWriter(escaping: .utf8)
        json.object(usual, changedBy: claims)
        let payload = json.finish()
        let made = try JSON(parsing: payload).root
        return IssuedToken(
            token: try sign(payload, fault),
            userID: made["sub"]?.string ?? "",
            email: made["email"]?.string ?? "",
            expiresAt: made["exp"]?.int
        )
    }

    private func sign(_ payload: [UInt8], _ fault: TokenFault?) throws -> String {
        let algorithm = fault == .algorithm ? "HS256" : "RS256"
        let header = Array(#"{"alg":"\#(algorithm)","kid":"\#(id)","typ":"JWT"}"#.utf8)
        let token = try JWT.assemble(header: header, payload: payload) { content in
            switch fault {
            case nil, .format: try rsa.sign(content)
            // A signature of another text looks like one by another key, and needs no second key.
            case .signature: try rsa.sign(content + content)
            case .algorithm: HMACSHA256(key: rsa.modulus).authenticate(content)
            }
        }
        return fault == .format ? JWT.withoutSignature(token) : token
    }
}

extension GoogleAccount {
    /// The account with the values that `claims` replace.
    fileprivate func changed(by claims: JSONValue?) -> GoogleAccount {
        var changed = GoogleAccount(
            email: claims?["email"]?.string ?? email,
            name: claims?["name"]?.string ?? name,
            subject: claims?["sub"]?.string ?? subject,
            picture: claims?["picture"]?.string ?? picture,
            audience: claims?["aud"]?.string ?? audience
        )
        changed.signIn = signIn
        return changed
    }

    fileprivate func claims(_ times: TokenTimes) -> [UInt8] {
        let audience = audience ?? "mockpostly.apps.googleusercontent.com"
        let name =
            name ?? String(decoding: email.utf8.prefix { $0 != UInt8(ascii: "@") }, as: UTF8.self)
        let words = name.split(separator: " ", maxSplits: 1)
        var json = JSONWriter(escaping: .utf8)
        json.beginObject()
        json.field("iss", Discovery.issuer)
        json.field("azp", audience)
        json.field("aud", audience)
        json.field("sub", subject ?? Self.subject(of: email))
        if let domain = signIn.domain { json.field("hd", domain) }
        if signIn.hasEmail {
            json.field("email", email)
            json.field("email_verified", true)
        }
        if let hash = signIn.accessHash { json.field("at_hash", hash) }
        if let hash = signIn.codeHash { json.field("c_hash", hash) }
        if let nonce = signIn.nonce { json.field("nonce", nonce) }
        if signIn.hasProfile {
            json.field("name", name)
            if let picture { json.field("picture", picture) }
            if let given = words.first { json.field("given_name", String(given)) }
            if words.count > 1 { json.field("family_name", String(words[1])) }
        }
        json.field("iat", times.issued)
        json.field("exp", times.end)
        json.endObject()
        return json.finish()
    }
}
