internal import MockPostlyCrypto
internal import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyNouns
internal import MockPostlyWorld

/// `/api/auth/…`.
enum Auth {
    static func register(_ request: Request, _ postly: Postly) throws -> Reply {
        let body = try RequestBody(request)
        let (email, password) = try emailAndPassword(body)
        let name = try body.text("name", allowsNull: true) ?? ""
        guard try !postly.users.hasAccount(email: email) else { throw UserError.emailTaken }
        let salt = postly.domain.world.random.bytes(16)
        return .later(on: .accounts) {
            try? PasswordHash.scrypt(of: password, salt: salt)
        } finish: { hash in
            guard let hash else { throw Overload() }
            let user = try postly.users.register(email: email, name: name, password: hash)
            return session(of: user, as: .registered, postly, status: 201)
        }
    }

    static func logIn(_ request: Request, _ postly: Postly) throws -> Reply {
        let (email, password) = try emailAndPassword(RequestBody(request))
        let found = try postly.users.credentials(email: email)
        return .later(on: .accounts) {
            PasswordHash.verify(password, against: found?.password)
        } finish: { isRight in
            guard isRight, let found else { throw UserError.wrongCredentials }
            return session(of: found.user, as: .account, postly)
        }
    }

    static func logInWithGoogle(_ request: Request, _ postly: Postly) throws -> Reply {
        let body = try RequestBody(request, failingWith: 401)
        guard !body.isFalsy("token") else { throw Failure.googleToken }
        guard let text = body["token"]?.string else {
            throw Failure(401, "token must be a string")
        }
        let token = try GoogleToken(text)
        guard let provider = postly.identityProvider, provider.demandsSignatures else {
            return .now(try signIn(token, postly))
        }
        try token.checkHeader()
        let response = try provider.signingKey().map { id, key in
            try token.checkSignature(keyID: id, key)
            return try signIn(token, postly)
        }
        return response
    }

    private static func signIn(_ token: GoogleToken, _ postly: Postly) throws -> Response {
        let identity = try GoogleIdentity(
            token,
            at: postly.domain.world.now,
            audience: postly.identityProvider?.audience
        )
        let user = try postly.users.signInWithGoogle(
            id: User.ID(identity.subject),
            email: identity.email,
            name: identity.name,
            picture: identity.picture
        )
        return session(of: user, as: .google, postly)
    }

    static func check(_ request: Request, _ postly: Postly) throws -> Response {
        let user = try postly.users.find(postly.user(of: request))
        return .json { user.write(&$0, as: .account) }
    }

    private static func emailAndPassword(
        _ body: RequestBody
    ) throws -> (email: String, password: String) {
        guard !body.isFalsy("email"), !body.isFalsy("password"),
            let email = try body.text("email"), let password = try body.text("password")
        else { throw Failure.emailAndPassword }
        return (email, password)
    }

    private static func session(
        of user: User,
        as shape: UserShape,
        _ postly: Postly,
        status: Int = 200
    ) -> Response {
        .json(status: status) { json in
            json.beginObject()
            json.field("accessToken", postly.tokens.issue(for: user.id.text))
            json.key("user")
            user.write(&json, as: shape)
            json.endObject()
        }
    }
}

/// A password could not be hashed because memory was short.
struct Overload: Error {}
