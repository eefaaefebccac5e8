import MockPostlyCrypto
import MockPostlyJSON
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import GoogleDialect

@Suite
struct IDTokenTests {
    private let key: GoogleKey
    private static let now = Instant.frozen.seconds

    init() throws {
        key = try GoogleKey.usual.get()
    }

    private func issue(
        _ account: GoogleAccount = GoogleAccount(email: "ada@example.com"),
        lifetime: Duration? = nil,
        claims: String? = nil,
        fault: TokenFault? = nil
    ) throws -> IssuedToken {
        try key.issue(
            for: account,
            at: .frozen,
            lifetime: lifetime,
            claims: claims.map { try JSON(parsing: Array($0.utf8)).root },
            fault: fault
        )
    }

    private func isSigned(_ token: String) throws -> Bool {
        let parts = try #require(JWT.split(Array(token.utf8)))
        let signature = try #require(parts.decodedSignature())
        #expect(signature.count == RSAKey.signatureLength)
        return key.rsa.verifies(signature, of: Array(parts.signingInput))
    }

    @Test
    func `a token has Google's claims in its order`() throws {
        let account = GoogleAccount(
            email: "ada@example.com",
            name: "Ada King Byron",
            subject: "123456789012345678901",
            picture: "https://lh3.googleusercontent.com/a",
            audience: "client"
        )
        let made = try issue(account)
        #expect(
            try made.token.segment(0) == #"{"alg":"RS256","kid":"\#(key.id)","typ":"JWT"}"#
        )
        #expect(
            try made.token.segment(1)
                == #"{"iss":"https://accounts.google.com","azp":"client","aud":"client","#
                + #""sub":"123456789012345678901","email":"ada@example.com","#
                + #""email_verified":true,"name":"Ada King Byron","#
                + #""picture":"https://lh3.googleusercontent.com/a","given_name":"Ada","#
                + #""family_name":"King Byron","iat":\#(Self.now),"exp":\#(Self.now + 3600)}"#
        )
        #expect(try isSigned(made.token))
        #expect(made.userID == "123456789012345678901" && made.email == "ada@example.com")
        #expect(made.expiresAt == Self.now + 3600)
    }

    @Test
    func `what was not said follows from the e-mail`() throws {
        let claims = try JSON(parsing: Array(issue().token.segment(1).utf8)).root
        #expect(claims["name"]?.string == "ada" && claims["given_name"]?.string == "ada")
        #expect(claims["family_name"] == nil && claims["picture"] == nil)
        #expect(claims["aud"]?.string == "mockpostly.apps.googleusercontent.com")
        let subject = try #require(claims["sub"]?.string)
        #expect(subject.count == 21 && subject.allSatisfy { ("0"..."9").contains($0) })
        #expect(try issue().userID == subject)
        #expect(try issue(GoogleAccount(email: "Ada@example.com")).userID != subject)
        let nameless = try issue(GoogleAccount(email: "a@b.c", name: ""))
        #expect(try !nameless.token.segment(1).contains("given_name"))
    }

    @Test
    func `claims stand in the place of the usual ones, or come last`() throws {
        let claims = #"{"hd":"b.c","sub":"1","exp":7,"email_verified":"é","aud":["x",{"y":null}]}"#
        let made = try issue(claims: claims)
        #expect(
            try made.token.segment(1)
                == #"{"iss":"https://accounts.google.com","#
                + #""azp":"mockpostly.apps.googleusercontent.com","aud":["x",{"y":null}],"#
                + #""sub":"1","email":"ada@example.com","email_verified":"é","name":"ada","#
                + #""given_name":"ada","iat":\#(Self.now),"exp":7,"hd":"b.c"}"#
        )
        #expect(try isSigned(made.token))
        #expect(made.userID == "1" && made.expiresAt == 7)
    }

    @Test
    func `what follows from a claim follows a changed one`() throws {
        let claims = #"{"name":"Grace Hopper","aud":"client","picture":"p"}"#
        #expect(
            try issue(claims: claims).token.segment(1).hasPrefix(
                #"{"iss":"https://accounts.google.com","azp":"client","aud":"client","#
            )
        )
        #expect(
            try issue(claims: claims).token.segment(1).contains(
                #""name":"Grace Hopper","picture":"p","given_name":"Grace","family_name":"Hopper""#
            )
        )
        let email = try issue(claims: #"{"email":"grace@example.com"}"#)
        #expect(email.userID == (try issue(GoogleAccount(email: "grace@example.com")).userID))
        #expect(email.email == "grace@example.com")
        #expect(try email.token.segment(1).contains(#""name":"grace","given_name":"grace""#))
    }

    @Test
    func `one that has ended was good for an hour`() throws {
        let made = try issue(lifetime: .seconds(-1))
        let claims = try JSON(parsing: Array(made.token.segment(1).utf8)).root
        #expect(claims["exp"]?.int == Self.now - 1 && made.expiresAt == Self.now - 1)
        #expect(claims["iat"]?.int == Self.now - 3601)
        #expect(try isSigned(made.token))
    }

    @Test
    func `faults`() throws {
        let good = try issue().token
        let forged = try issue(fault: .signature).token
        #expect(try !isSigned(forged))
        #expect(try forged.segment(1) == good.segment(1) && forged.segment(0) == good.segment(0))
        let other = try issue(fault: .algorithm).token
        #expect(try other.segment(0).hasPrefix(#"{"alg":"HS256","kid":"\#(key.id)""#))
        let parts = try #require(JWT.split(Array(other.utf8)))
        #expect(JWT.verify(parts, key: HMACSHA256(key: key.rsa.modulus)))
        let broken = try issue(fault: .format).token
        #expect(broken.split(separator: ".").count == 2 && good.hasPrefix(broken + "."))
    }

    @Test
    func `each secret has a key of its own, and the same one always`() throws {
        let again = try GoogleKey(secret: "your-secret-key")
        #expect(again.id == key.id && again.rsa.modulus == key.rsa.modulus)
        let other = try GoogleKey(secret: "another")
        #expect(other.id != key.id)
        #expect(key.id.count == 40 && key.id.allSatisfy(\.isHexDigit))
        // In a world with another secret, a token is as good as a forged one.
        let token = try issue().token
        let parts = try #require(JWT.split(Array(token.utf8)))
        let signature = try #require(parts.decodedSignature())
        #expect(!other.rsa.verifies(signature, of: Array(parts.signingInput)))
    }
}
