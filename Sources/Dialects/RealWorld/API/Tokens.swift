package import MockPostlyCrypto
package import MockPostlyDialect
package import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyNouns
internal import MockPostlyWorld
internal import RealWorldContent

/// The tokens of one world: JWT with HS256, `{"user":{"id":14},"iat":…,"exp":…}`.
final class Tokens {
    /// Sixty days, as in the reference server.
    static let lifetime = Duration.seconds(60 * 86_400)

    private let context: DialectContext
    private let people: RealWorldPeopleStore
    /// Made at its first use, so that the start does not wait for OpenSSL.
    private lazy var key = HMACSHA256(key: Array(context.secret.utf8))

    init(_ context: DialectContext, _ people: RealWorldPeopleStore) {
        (self.context, self.people) = (context, people)
    }

    func issue(for person: RealWorldPerson.ID) -> String {
        JWT.sign(payload: claims(of: person), key: key)
    }

    /// The claims of a token that expires after `lifetime`, by the world's clock; nil: after the usual.
    func claims(of person: RealWorldPerson.ID, lifetime: Duration? = nil) -> [UInt8] {
        let now = context.world.now.seconds
        let times = TokenTimes(now: now, lifetime: lifetime, usual: Self.lifetime)
        var json = JSONWriter(escaping: .utf8)
        json.beginObject()
        json.key("user")
        json.beginObject()
        json.field("id", person)
        json.endObject()
        json.field("iat", times.issued)
        json.field("exp", times.end)
        json.endObject()
        return json.finish()
    }

    /// Signs `claims` as they are, with `fault` built in.
    func sign(_ claims: [UInt8], _ fault: TokenFault?) -> String {
        JWT.sign(payload: claims, secret: Array(context.secret.utf8), fault, wrongly: .hs512)
    }

    /// The person of the token in the Authorization field, after `Token` or `Bearer`; nil without one.
    ///
    /// Throws a ``Failure`` for a token that is wrong.
    func person(of request: Request) throws -> RealWorldPerson? {
        guard let token = Self.token(in: request.authorization) else { return nil }
        guard token.utf8.count <= JWT.longest, let parts = JWT.split(Array(token.utf8)),
            JSONValue.object(parts.decodedHeader())?["alg"]?.string == "HS256",
            JWT.verify(parts, key: key), let claims = JSONValue.object(parts.decodedPayload()),
            let user = claims["user"], user.kind == .object, let id = user["id"]?.int,
            let end = claims["exp"]?.int
        else { throw Failure.invalidToken }
        guard end > context.world.now.seconds else { throw Failure.expiredToken }
        guard let person = try people.find(id) else { throw Failure.invalidToken }
        return person
    }

    private static func token(in field: String?) -> String? {
        guard let field else { return nil }
        let words = field.split(separator: " ", maxSplits: 1)
        guard words.count == 2, ["token", "bearer"].contains(words[0].lowercased()) else {
            return nil
        }
        let token = String(words[1]).trimmed
        return token.isEmpty ? nil : token
    }
}

extension RealWorld {
    static let tokenOffer = TokenOffer(
        outline: "what the server gives after a login",
        summary: "a RealWorld token, as after a login",
        description: """
            Makes a token for somebody who is in the seed, in the data file of --data, which may \
            belong to a running server, or in the world of a server. It holds for servers with the \
            same secret.
            """,
        user: .email.or(TokenOption("user", "USERNAME", "whose token, in place of --email")),
        examples: [
            .init("--email mira.sol@example.com", "a token for sixty days"),
            .init("--user theo.lindqvist -w w1", "for somebody in the world w1, by username"),
            .init("--email mira.sol@example.com -w w1 --expired-for 1s", "one that w1 refuses"),
        ],
        hint: "Name a person by e-mail or username, such as 'mira.sol@example.com'."
    ).with {
        $0.lifetime = .init(Tokens.lifetime)
    }

    /// For the person whose e-mail address, username or number is named; the number comes last.
    package func mint(_ order: MintOrder) throws -> Deferred<IssuedToken?> {
        guard
            let person = try people.find(email: order.user)
                ?? people.find(username: order.user) ?? Int64(order.user).flatMap(people.find)
        else { return .now(nil) }
        let usual = tokens.claims(of: person.id, lifetime: order.lifetime)
        return .now(
            try IssuedToken(of: "\(person.id)", person.email, usual, changedBy: order.claims) {
                tokens.sign($0, order.fault)
            }
        )
    }
}
