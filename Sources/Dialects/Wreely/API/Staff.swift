internal import MockPostlyCrypto
internal import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyNouns
internal import MockPostlyWorld
internal import WreelyContent

/// The older API, where people log in with e-mail and password.
enum Staff {
    static func logIn(_ request: Request, _ call: Call) throws -> Reply {
        let body = try RequestBody(request)
        try body.require("email", "password")
        let api = call.api
        let password = body["password"] ?? ""
        let found = try api.context.domain.users.credentials(email: (body["email"] ?? "").trimmed)
        return .later(on: .accounts) {
            PasswordHash.verify(password, against: found?.password)
        } finish: { isRight in
            guard isRight, let found, let member = try api.members.find(found.user.id) else {
                throw Failure.wrongCredentials
            }
            return try session(of: member, api)
        }
    }

    /// Makes an account, and a member of the first workspace who can log in by mobile number too.
    ///
    /// Somebody who has an account already, and its password, becomes a member with it.
    static func register(_ request: Request, _ call: Call) throws -> Reply {
        let body = try RequestBody(request)
        try body.require("name", "email", "mobile", "password")
        let api = call.api
        let (name, email) = ((body["name"] ?? "").trimmed, (body["email"] ?? "").trimmed)
        let mobile = (body["mobile"] ?? "").digits
        let password = body["password"] ?? ""
        guard mobile.isMobileNumber else { throw Failure.badNumber }
        if let known = try api.context.domain.users.credentials(email: email) {
            return .later(on: .accounts) {
                PasswordHash.verify(password, against: known.password)
            } finish: { isRight in
                guard isRight, try api.members.find(known.user.id) == nil else {
                    throw Failure.emailTaken
                }
                return try join(api, mobile: mobile) { known.user.id }
            }
        }
        let salt = api.context.world.random.bytes(16)
        return .later(on: .accounts) {
            try? PasswordHash.scrypt(of: password, salt: salt)
        } finish: { hash in
            guard let hash else { throw Failure.busy }
            return try join(api, mobile: mobile) {
                let users = api.context.domain.users
                return try users.register(email: email, name: name, password: hash).id
            }
        }
    }

    /// Makes an account a member of the first workspace; `account` is called when nothing is in the
    /// way.
    private static func join(
        _ api: Wreely,
        mobile: String,
        account: () throws -> User.ID
    ) throws -> Response {
        guard try api.members.find(mobile: mobile) == nil else { throw Failure.numberTaken }
        guard let workspace = try api.companies.workspaces().first else {
            throw Failure.unknownWorkspace
        }
        guard let member = try api.members.join(workspace.id, account: account(), mobile: mobile)
        else { throw Failure.somethingWrong }
        return try session(of: member, api)
    }

    private static func session(of member: WreelyMember, _ api: Wreely) throws -> Response {
        let token = try api.tokens.token(of: member)
        return .json { json in
            json.key("user")
            json.beginObject()
            json.field("id", member.id)
            json.field("name", member.name)
            json.field("mobile", member.mobile)
            json.field("email", member.email)
            json.field("access_token", token)
            json.endObject()
        }
    }

    static func sendCode(_ request: Request, _ call: Call) throws -> Response {
        let body = try RequestBody(request)
        try body.require("email")
        guard let member = try call.api.members.find(email: (body["email"] ?? "").trimmed) else {
            throw Failure.unknownEmail
        }
        try call.api.issueCode(for: member, purpose: .password)
        return .json { json in
            json.field("error", false)
            json.field("message", "Random code sent successfully")
        }
    }

    /// Takes a code without the member that it is for; of several members with the same code, the
    /// last who asked for it.
    static func confirm(_ request: Request, _ call: Call) throws -> Response {
        let body = try RequestBody(request)
        try body.require("random_code")
        let code = (body["random_code"] ?? "").trimmed
        let pending = try call.api.codes.pending().last {
            $0.code == code && $0.purpose == .password
        }
        guard let pending, let member = try call.api.members.find(pending.member.id),
            try call.api.codes.redeem(code, of: member.id, purpose: .password)
        else { throw Failure.wrongCode }
        let token = try call.api.tokens.token(of: member)
        return .json { json in
            json.field("error", false)
            json.field("access_token", token)
        }
    }

    static func changePassword(_ request: Request, _ call: Call) throws -> Reply {
        let member = try call.api.member(of: request)
        let body = try RequestBody(request)
        try body.require("new_password")
        let api = call.api
        let password = body["new_password"] ?? ""
        let salt = api.context.world.random.bytes(16)
        return .later(on: .accounts) {
            try? PasswordHash.scrypt(of: password, salt: salt)
        } finish: { hash in
            guard let hash else { throw Failure.busy }
            try api.context.domain.users.change(password: hash, of: member.user)
            return .done
        }
    }

    /// Nothing is ever sent to a device, so there is nothing to keep.
    static func noteDevice(_ request: Request, _ call: Call) throws -> Response {
        _ = try call.api.member(of: request)
        try RequestBody(request).require("device_token")
        return .done
    }
}
