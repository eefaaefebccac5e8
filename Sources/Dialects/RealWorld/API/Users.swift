internal import MockPostlyCrypto
internal import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyNouns
internal import MockPostlyWorld
internal import RealWorldContent

/// `/api/users` and `/api/user`.
enum Users {
    static func register(_ request: Request, _ call: Call) throws -> Reply {
        var body = try RequestBody(request, "user")
        let email = body.required("email").trimmed
        let username = body.required("username").trimmed
        let password = body.required("password")
        let image = body.removable("image", .new) ?? nil
        let bio = body.removable("bio", .new) ?? nil
        try body.check()
        try call.api.people.check(email: email, username: username)
        return hash(password, call) { hash in
            guard
                let person = try call.api.people.register(
                    email: email,
                    username: username,
                    password: hash,
                    bio: bio,
                    image: image
                )
            else { throw Overload() }
            return answer(person, call, status: 201)
        }
    }

    static func logIn(_ request: Request, _ call: Call) throws -> Reply {
        var body = try RequestBody(request, "user")
        let email = body.required("email").trimmed
        let password = body.required("password")
        try body.check()
        let found = try call.api.context.domain.users.credentials(email: email)
        return .later(on: .accounts) {
            PasswordHash.verify(password, against: found?.password)
        } finish: { isRight in
            guard isRight, let found, let person = try call.api.people.find(found.user.id) else {
                throw call.era == .old
                    ? Failure(403, "email or password", "is invalid")
                    : Failure(401, "credentials", "invalid")
            }
            return answer(person, call)
        }
    }

    static func show(_ request: Request, _ call: Call) throws -> Response {
        answer(try call.person(), call)
    }

    static func update(_ request: Request, _ call: Call) throws -> Reply {
        let person = try call.person()
        var body = try RequestBody(request, "user")
        var changes = RealWorldChanges()
        changes.email = body.changed("email", call.era)?.trimmed
        changes.username = body.changed("username", call.era)?.trimmed
        let password = body.password("password", call.era)
        changes.bio = body.removable("bio", call.era)
        changes.image = body.removable("image", call.era)
        try body.check()
        let change = { (changes: RealWorldChanges) in
            guard let new = try call.api.people.change(person, changes) else {
                throw Failure.invalidToken
            }
            return answer(new, call)
        }
        guard let password else { return .now(try change(changes)) }
        try call.api.people.check(email: changes.email, username: changes.username, for: person)
        let others = changes
        return hash(password, call) { hash in
            var changes = others
            changes.password = hash
            return try change(changes)
        }
    }

    /// Goes on with the hash of a password, which the worker makes.
    private static func hash(
        _ password: String,
        _ call: Call,
        _ next: @escaping (PasswordHash) throws -> Response
    ) -> Reply {
        let salt = call.api.context.world.random.bytes(16)
        return .later(on: .accounts) {
            try? PasswordHash.scrypt(of: password, salt: salt)
        } finish: { hash in
            guard let hash else { throw Overload() }
            return try next(hash)
        }
    }

    private static func answer(
        _ person: RealWorldPerson,
        _ call: Call,
        status: Int = 200
    ) -> Response {
        .json(status) { $0.wrapped("user") { $0.user(person, call) } }
    }
}

/// A password could not be hashed because memory was short.
struct Overload: Error {}
