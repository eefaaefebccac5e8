internal import MockPostlyCrypto
internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyNouns
internal import MockPostlyWorld

/// Issues and checks the API's tokens: JWTs with HS256.
///
/// Access and refresh tokens differ in their lifetime only, as in the original. Belongs to the
/// loop's thread.
final class Tokens {
    /// The members of a user that a token repeats, in order.
    static let claims: [StaticString] = [
        "id", "username", "email", "firstName", "lastName", "gender", "image",
    ]
    /// The usual lifetime of an access token: an hour.
    static let accessSeconds: Double = 3600
    /// The lifetime of a refresh token: 30 days.
    static let refreshSeconds: Double = 2_592_000
    /// The longest lifetime of an access token, in minutes.
    static let mostMinutes: Double = 43_200

    private let secret: [UInt8]
    private let key: HMACSHA256

    init(secret: String) {
        self.secret = Array(secret.utf8)
        key = HMACSHA256(key: self.secret)
    }

    /// The tokens of a log-in, as ASCII.
    struct Pair {
        var access, refresh: [UInt8]
    }

    /// What all tokens of a user begin with.
    func start(for user: Person, _ links: LinkBase) -> TokenStart {
        let members = user.tokenMembers(links)
        var json = JSONWriter(escaping: .utf8, reserving: 512)
        json.beginObject()
        json.raw(members)
        json.key("iat")
        let signed = json.withBytes { SignedStart(payload: $0, key: key) }
        return TokenStart(links: links, members: members, signed: signed)
    }

    /// Tokens with this start; the access token is valid for `seconds` from `now`.
    func issue(_ start: TokenStart, seconds: Double, at now: Instant) -> Pair {
        var json = JSONWriter(escaping: .utf8)
        func token(_ seconds: Double) -> [UInt8] {
            json.removeAll()
            json.int(now.seconds)
            json.field("exp", (Double(now.seconds) + seconds).rounded(.down))
            json.endObject()
            return json.withBytes { start.signed.token(endingWith: $0) }
        }
        return Pair(access: token(seconds), refresh: token(Self.refreshSeconds))
    }

    /// The claims of a token as JSON; `start` and `end` are seconds since 1970.
    func claims(
        of user: Person,
        _ start: Int64,
        until end: Double,
        _ links: LinkBase
    ) -> [UInt8] {
        var json = JSONWriter(escaping: .utf8, reserving: 512)
        json.beginObject()
        json.raw(user.tokenMembers(links))
        json.field("iat", start)
        json.field("exp", end)
        json.endObject()
        return json.finish()
    }

    /// A token with the given claims, and with `fault` in it on purpose.
    ///
    /// The wrong algorithm is `none`, but with a signature: a token without one fails an earlier
    /// check.
    func sign(_ claims: [UInt8], _ fault: TokenFault?) -> String {
        JWT.sign(payload: claims, secret: secret, fault, wrongly: .none)
    }

    /// The claims of a token that is valid at `now`.
    func verify(_ token: String, at now: Instant) throws(TokenFailure) -> JSON {
        try checkToken(token, secret: secret, now: now.seconds)
    }
}
