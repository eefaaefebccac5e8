internal import CommunityContent
internal import MockPostlyCrypto
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyNouns
internal import MockPostlyWorld

/// Accounts, their tokens, and who is in the community.
enum Accounts {
    static func register(_ request: Request, _ community: Community) throws -> Reply {
        var form = Form(try RequestBody(request, of: "user"))
        let email = form.text("email", most: 160)
        let name = form.text("name", most: 80)
        let password = form.text("password", most: 72)
        try form.requireNoFaults()
        let users = community.domain.users
        guard try !users.hasAccount(email: email) else { throw UserError.emailTaken }
        let salt = community.domain.world.random.bytes(16)
        return .later(on: .accounts) {
            try? PasswordHash.scrypt(of: password, salt: salt)
        } finish: { hash in
            guard let hash else { throw Overload() }
            let user = try users.register(email: email, name: name, password: hash)
            return try session(of: user, community)
        }
    }

    static func createToken(_ request: Request, _ community: Community) throws -> Reply {
        var form = Form(try RequestBody(request, of: "user"))
        let email = form.text("email")
        let password = form.text("password")
        try form.requireNoFaults()
        let found = try community.domain.users.credentials(email: email)
        return .later(on: .accounts) {
            PasswordHash.verify(password, against: found?.password)
        } finish: { isRight in
            guard isRight, let found else { throw Failure.wrongCredentials }
            return try session(of: found.user, community)
        }
    }

    private static func session(of user: User, _ community: Community) throws -> Response {
        guard let member = try community.members.find(user.id) else {
            throw Failure.wrongCredentials
        }
        let token = try community.apiTokens.issue(for: member.id)
        return .data(status: 201) { json in
            json.beginObject()
            json.field("token", token)
            json.key("user")
            member.write(&json)
            json.endObject()
        }
    }

    static func revokeToken(_ request: Request, _ community: Community) throws -> Response {
        let account = try community.sender(of: request)
        try community.apiTokens.revoke(hash: account.tokenHash, of: account.user)
        community.note(.revoked(tokenHash: account.tokenHash))
        return .noContent
    }

    static func show(_ request: Request, _ community: Community) throws -> Response {
        try community.person(community.sender(of: request).user)
    }

    static func join(_ request: Request, _ community: Community) throws -> Response {
        let user = try community.sender(of: request).user
        try community.members.join(user)
        return try community.person(user)
    }

    static func leave(_ request: Request, _ community: Community) throws -> Response {
        let user = try community.sender(of: request).user
        if try community.members.leave(user) { community.note(.left(user)) }
        return .noContent
    }
}

extension Community {
    /// The response with the user's own account.
    fileprivate func person(_ id: CommunityMember.ID) throws -> Response {
        guard let member = try members.find(id) else { throw Failure.unauthorized }
        return .data { member.write(&$0) }
    }
}

/// A password could not be hashed because memory was short.
struct Overload: Error {}
