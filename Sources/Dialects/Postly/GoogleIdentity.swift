internal import MockPostlyJSON
internal import MockPostlyWorld

/// The user that a Google ID token describes.
///
/// The claims are checked as `google-auth` checks them. Google's certificates cannot be fetched
/// without a network, so the signature is checked against the world's own key
/// (``GoogleToken/checkSignature(keyID:_:)``) or not at all.
struct GoogleIdentity {
    var subject: String
    var email: String
    var name: String
    var picture: String

    /// Reads and checks the claims of `token` at the time `now`.
    ///
    /// Throws a ``Failure`` with status 401 and the message of `google-auth`.
    init(_ token: GoogleToken, at now: Instant, audience: String?) throws {
        let claims = token.claims
        try Self.checkTime(claims, now)
        if let audience, claims["aud"]?.string != audience {
            let given = GoogleToken.shown(claims["aud"])
            throw Failure(
                401,
                "Token has wrong audience \(given), expected one of"
                    + " [\(PythonText.literal(audience))]"
            )
        }
        guard let issuer = claims["iss"] else { throw Failure(401, "'iss'") }
        guard let issuer = issuer.string, Self.issuers.contains(issuer) else {
            let names = Self.issuers.map(PythonText.literal).joined(separator: ", ")
            throw Failure(401, "Wrong issuer. 'iss' should be one of the following: [\(names)]")
        }
        subject = try Self.required("sub", claims)
        email = try Self.required("email", claims)
        name = try Self.text("name", claims) ?? ""
        picture = try Self.text("picture", claims) ?? ""
    }

    private static let issuers = ["accounts.google.com", "https://accounts.google.com"]

    private static func checkTime(_ claims: JSONValue, _ now: Instant) throws {
        let issued = try time("iat", claims)
        let end = try time("exp", claims)
        let now = now.seconds
        if Double(now) < issued.value {
            throw Failure(
                401,
                "Token used too early, \(now) < \(issued.text)."
                    + " Check that your computer's clock is set correctly."
            )
        }
        if end.value < Double(now) {
            throw Failure(401, "Token expired, \(end.text) < \(now)")
        }
    }

    private static func time(
        _ name: String,
        _ claims: JSONValue
    ) throws -> (value: Double, text: String) {
        guard let claim = claims[name] else {
            throw Failure(401, "Token does not contain required claim \(name)")
        }
        guard let value = claim.double else {
            throw Failure(401, "The claim \(name) must be a number")
        }
        let digits = String(decoding: claim.rawText, as: UTF8.self)
        return (value, claim.isIntegerLiteral ? digits : "\(value)")
    }

    private static func required(_ name: String, _ claims: JSONValue) throws -> String {
        guard let text = try text(name, claims) else { throw Failure(401, "'\(name)'") }
        return text
    }

    private static func text(_ name: String, _ claims: JSONValue) throws -> String? {
        guard let claim = claims[name], !(claim.isNull && name != "sub" && name != "email") else {
            return nil
        }
        guard let text = claim.string else {
            throw Failure(401, "The claim \(name) must be a string")
        }
        return text
    }
}
