internal import MockPostlyCrypto
internal import MockPostlyDomain
internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyWorld

/// Issues and checks the API's tokens: JWTs with HS256, access and refresh ones alike.
///
/// Belongs to the loop's thread.
final class Tokens {
    /// The members of a person that a token repeats, in order.
    static let claims: [StaticString] = [
        "id", "username", "email", "firstName", "lastName", "gender", "image",
    ]
    /// How long a refresh token lives: 30 days.
    static let refreshSeconds: Double = 2_592_000
    /// The longest life of an access token in minutes.
    static let mostMinutes: Double = 43_200

    private let secret: [UInt8]
    private let key: HMACSHA256

    init(secret: String) {
        self.secret = Array(secret.utf8)
        key = HMACSHA256(key: self.secret)
    }

    /// A token for `user` that lives `seconds` from `now`.
    func issue(for user: Document, seconds: Double, at now: Instant, _ links: LinkBase) -> String {
        var json = JSONWriter(escaping: .utf8, reserving: 512)
        json.beginObject()
        for name in Self.claims { json.stored(name, of: user, links) }
        json.field("iat", now.seconds)
        json.field("exp", (Double(now.seconds) + seconds).rounded(.down))
        json.endObject()
        return JWT.sign(payload: json.finish(), key: key)
    }

    /// The claims of a token that holds at `now`.
    func check(_ token: String, at now: Instant) throws(TokenFailure) -> JSON {
        try checkToken(token, secret: secret, now: now.seconds)
    }
}
