internal import MockPostlyCrypto
internal import MockPostlyJSON
internal import MockPostlyText
internal import MockPostlyWorld

/// The tokens of people who have logged in: JWTs with HS256 and the world's secret, as
/// json-server-auth gives them.
struct UserTokens {
    /// How long a token is valid.
    static let lifetime = Duration.seconds(3600)

    /// How long a refresh token is valid.
    static let refreshing = Duration.seconds(30 * 24 * 3600)

    /// What a token is for: requests, or another token.
    enum Use {
        case access, refresh
    }

    private let secret: [UInt8]
    private let key: HMACSHA256

    init(secret: String) {
        self.secret = Array(secret.utf8)
        key = HMACSHA256(key: self.secret)
    }

    /// A token for an account, which is valid from `now` for an hour, to refresh for 30 days.
    func token(
        email: String,
        id: String,
        at now: Instant,
        for use: Use = .access
    ) -> String {
        let lifetime = use == .access ? Self.lifetime : Self.refreshing
        let end = now.seconds + lifetime.components.seconds
        return JWT.sign(payload: Self.claims(email: email, id: id, now.seconds, end, use), key: key)
    }

    /// The claims of a token as JSON; `start` and `end` are seconds since 1970.
    static func claims(
        email: String,
        id: String,
        _ start: Int64,
        _ end: Int64,
        _ use: Use = .access
    ) -> [UInt8] {
        var json = JSONWriter(escaping: .utf8)
        json.beginObject()
        json.field("email", email)
        json.field("iat", start)
        json.field("exp", end)
        json.field("sub", id)
        if use == .refresh { json.field("token_use", refreshMark) }
        json.endObject()
        return json.finish()
    }

    private static let refreshMark = "refresh"

    /// A token with the given claims, and with `fault` in it on purpose.
    func sign(_ claims: [UInt8], _ fault: TokenFault?) -> String {
        JWT.sign(payload: claims, secret: secret, fault, wrongly: .none)
    }

    /// The account of a token that is valid at `now` for `use`.
    ///
    /// - Throws: 401 with the words of the library jsonwebtoken.
    func account(
        of token: String,
        at now: Instant,
        for use: Use = .access
    ) throws(Failure) -> String {
        let bytes = Array(token.utf8)
        let dots = bytes.count { $0 == UInt8(ascii: ".") }
        guard dots == 2, bytes.count <= JWT.longest, let parts = JWT.split(bytes) else {
            throw .text(401, "jwt malformed")
        }
        guard let header = JSONValue.object(parts.decodedHeader()),
            let payload = JSONValue.object(parts.decodedPayload())
        else { throw .text(401, "invalid token") }
        guard header["alg"]?.string == "HS256" else { throw .text(401, "invalid algorithm") }
        // As text: letters behind a signature make it another one.
        let wanted = Base64URL.encodedBytes(key.authenticate(parts.signingInput))
        guard equalInConstantTime(Array(parts.signature), wanted) else {
            throw .text(401, "invalid signature")
        }
        if let end = payload["exp"]?.double, end <= Double(now.seconds) {
            throw .text(401, "jwt expired")
        }
        guard (payload["token_use"]?.string == Self.refreshMark) == (use == .refresh) else {
            throw .text(401, "invalid token")
        }
        return payload["sub"]?.string ?? ""
    }
}
