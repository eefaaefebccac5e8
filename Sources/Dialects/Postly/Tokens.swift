internal import MockPostlyCrypto
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyNouns
package import MockPostlyWorld

/// Access tokens, issued and checked as Flask-JWT-Extended 4.7 with PyJWT 2.10 does it.
package final class Tokens {
    private let secret: String
    private let world: TimeAndChance
    /// Made at its first use, so that the start does not wait for OpenSSL.
    private lazy var key = HMACSHA256(key: Array(secret.utf8))

    /// Tokens that are signed with `secret` and follow the clock of `world`.
    package init(secret: String, world: TimeAndChance) {
        self.secret = secret
        self.world = world
    }

    /// Seven days.
    ///
    /// What the original's configuration has; a token cannot be renewed, only taken again.
    package static let lifetime = Duration.seconds(604_800)

    /// Makes an access token for `user` that expires after `lifetime`.
    ///
    /// - Parameters:
    ///   - user: the claim `sub`, the id of an account.
    ///   - lifetime: from the world's time on; negative for a token that has expired.
    /// - Returns: a JWT with HS256.
    package func issue(for user: String, lifetime: Duration = Tokens.lifetime) -> String {
        let now = world.now.seconds
        let times = TokenTimes(now: now, lifetime: lifetime, usual: Self.lifetime)
        return JWT.sign(payload: claims(of: user, times), key: key)
    }

    /// The claims of a new access token, as JSON.
    func claims(of user: String, _ times: TokenTimes) -> [UInt8] {
        var json = JSONWriter(escaping: .ascii)
        json.beginObject()
        json.field("fresh", false)
        json.field("iat", times.issued)
        json.field("jti", world.newUUID())
        json.field("type", "access")
        json.field("sub", user)
        json.field("nbf", times.issued)
        json.field("csrf", world.newUUID())
        json.field("exp", times.end)
        json.endObject()
        return json.finish()
    }

    /// Signs `claims` as they are, with `fault` built in.
    ///
    /// The fault `algorithm` signs with HS512 and the right key: an algorithm that the server
    /// refuses.
    func sign(_ claims: [UInt8], _ fault: TokenFault?) -> String {
        JWT.sign(payload: claims, secret: Array(secret.utf8), fault, wrongly: .hs512)
    }

    /// The user of the token in the Authorization field of `request`.
    ///
    /// Does not check whether that user exists. Throws a ``Failure`` with the member `msg`.
    func user(of request: Request) throws -> User.ID {
        let token = try AuthorizationField.token(request.headerBytes("authorization"))
        return User.ID(try verify(token))
    }

    private func verify(_ token: [UInt8]) throws -> String {
        guard token.count <= JWT.longest else {
            throw Self.refusal("Signature verification failed")
        }
        guard let parts = JWT.split(token) else { throw Self.refusal("Not enough segments") }
        guard let header = parts.decodedHeader() else {
            throw Self.refusal("Invalid header padding")
        }
        let headerJSON = try Self.object(header, "header")
        guard let payload = parts.decodedPayload() else {
            throw Self.refusal("Invalid payload padding")
        }
        guard parts.decodedSignature() != nil else {
            throw Self.refusal("Invalid crypto padding")
        }
        if headerJSON["b64"]?.bool == false {
            throw Self.refusal(
                "It is required that you pass in a value for the \"detached_payload\" argument to"
                    + " decode a message having the b64 header set to false."
            )
        }
        let claims = try Self.object(payload, "payload")
        if let keyID = headerJSON["kid"], keyID.kind != .string {
            throw Self.refusal("Key ID header parameter must be a string")
        }
        guard let algorithm = headerJSON["alg"] else {
            throw Self.refusal("Algorithm not specified")
        }
        guard algorithm.string == "HS256" else {
            throw Self.refusal("The specified alg value is not allowed")
        }
        guard JWT.verify(parts, key: key) else {
            throw Self.refusal("Signature verification failed")
        }
        return try TokenClaims(claims).verify(at: world.now)
    }

    private static func object(_ bytes: [UInt8], _ part: String) throws -> JSONValue {
        guard let document = try? JSON(parsing: bytes, skippingByteOrderMark: true) else {
            throw refusal("Invalid \(part) string: Expecting value: line 1 column 1 (char 0)")
        }
        guard document.root.kind == .object else {
            throw refusal("Invalid \(part) string: must be a json object")
        }
        return document.root
    }

    static func refusal(_ words: String) -> Failure {
        Failure(token: 422, words)
    }
}

/// The claims of a token whose signature was verified.
struct TokenClaims {
    private let claims: JSONValue

    init(_ claims: JSONValue) {
        self.claims = claims
    }

    /// Checks the claims at the time `now` and returns the subject.
    ///
    /// For an expired token with a bad subject or id, the error names the subject or id: on expiry,
    /// the original decodes the token again without checking `exp`.
    func verify(at now: Instant) throws -> String {
        if let issued = try number("iat", "Issued At claim (iat) must be an integer."),
            issued > now
        {
            throw Tokens.refusal("The token is not yet valid (iat)")
        }
        if let start = try number("nbf", "Not Before claim (nbf) must be an integer."),
            start > now
        {
            throw Tokens.refusal("The token is not yet valid (nbf)")
        }
        let end = try number("exp", "Expiration Time claim (exp) must be an integer.")
        let subject = try subject()
        if let end, end <= now { throw Failure(token: 401, "Token has expired") }
        if claims["type"]?.string == "refresh" {
            throw Tokens.refusal("Only non-refresh tokens are allowed")
        }
        return subject
    }

    private func subject() throws -> String {
        if let subject = claims["sub"], subject.kind != .string {
            throw Tokens.refusal("Subject must be a string")
        }
        if let id = claims["jti"], id.kind != .string {
            throw Tokens.refusal("JWT ID must be a string")
        }
        guard let subject = claims["sub"]?.string else {
            throw Tokens.refusal("Missing claim: sub")
        }
        return subject
    }

    /// The time in a claim, rounded towards zero to seconds; nil when the claim is absent.
    ///
    /// A text of digits counts as a number, as for Python's `int`.
    private func number(_ name: String, _ words: String) throws -> Instant? {
        guard let claim = claims[name] else { return nil }
        switch claim.kind {
        case .bool: return Instant(seconds: claim.bool == true ? 1 : 0)
        case .number:
            if let seconds = claim.int { return Self.instant(seconds) }
            // A number outside `Int64`, or one with a fraction.
            guard let seconds = claim.double, !seconds.isNaN else { break }
            return Self.instant(Int64(max(-1e18, min(1e18, seconds.rounded(.towardZero)))))
        case .string:
            guard let seconds = claim.string.flatMap({ PythonInteger($0) }) else { break }
            return Self.instant(seconds.clamped)
        case .null, .array, .object: break
        }
        throw Tokens.refusal(words)
    }

    private static func instant(_ seconds: Int64) -> Instant {
        Instant(seconds: max(-9_000_000_000_000, min(9_000_000_000_000, seconds)))
    }
}

/// The Authorization field, parsed as Flask-JWT-Extended parses it.
///
/// The original decodes it as Latin-1, so white space is looked for among single bytes.
enum AuthorizationField {
    /// The token in the only `Bearer` part of `field`.
    ///
    /// Throws a ``Failure`` with the member `msg`.
    static func token(_ field: [UInt8]?) throws -> [UInt8] {
        var value = (field ?? [])[...]
        strip(&value) { isBlank($0) }
        strip(&value) { $0 == comma }
        guard !value.isEmpty else {
            throw Failure(token: 401, "Missing Authorization Header")
        }
        let pieces = value.split(separator: comma, omittingEmptySubsequences: false)
        let bearers = pieces.filter { words($0).first?.elementsEqual("Bearer".utf8) == true }
        // The original crashes on an empty part; here it is refused like a missing token.
        let isBroken = pieces.contains { words($0).isEmpty }
        guard !isBroken, bearers.count == 1, let bearer = bearers.first else {
            throw Failure(
                token: 401,
                "Missing 'Bearer' type in 'Authorization' header."
                    + " Expected 'Authorization: Bearer <JWT>'"
            )
        }
        let parts = words(bearer)
        guard parts.count == 2 else {
            throw Failure(
                token: 422,
                "Bad Authorization header. Expected 'Authorization: Bearer <JWT>'"
            )
        }
        return Array(parts[1])
    }

    private static let comma = UInt8(ascii: ",")

    private static func words(_ piece: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        piece.split(whereSeparator: isBlank)
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09...0x0D, 0x1C...0x20, 0x85, 0xA0: true
        default: false
        }
    }

    private static func strip(_ value: inout ArraySlice<UInt8>, _ isStripped: (UInt8) -> Bool) {
        while let first = value.first, isStripped(first) { value.removeFirst() }
        while let last = value.last, isStripped(last) { value.removeLast() }
    }
}
