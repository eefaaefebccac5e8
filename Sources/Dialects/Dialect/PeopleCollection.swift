internal import MockPostlyContent
internal import MockPostlyCrypto
internal import MockPostlyHTTP
package import MockPostlyNouns
internal import MockPostlySeeds
internal import MockPostlyWorld

extension RecordCollection {
    /// The accounts of a world, which several dialects share.
    ///
    /// `leaving` is called with the number of an account that is deleted, before it goes, within
    /// the unit of work; what it returns is called when the account has gone.
    ///
    /// - Parameters:
    ///   - domain: whose accounts they are.
    ///   - leaving: so that sockets tell other clients; by default nothing.
    /// - Returns: named `people`; passwords are hashed on the thread for accounts.
    package static func people(
        _ domain: Domain,
        leaving: @escaping (Int64) throws -> () -> Void = { _ in {} }
    ) -> RecordCollection {
        var people = RecordCollection(
            "people",
            "People",
            noun: "person",
            StandardParts.people,
            domain.work
        )
        let (users, noRecord) = (domain.users, people.noRecord)
        let refusing = { (body: () throws -> String) throws -> String in
            do {
                return try body()
            } catch UserError.emailTaken {
                throw RecordRefusal(
                    409,
                    "email",
                    "User already exists: somebody has this e-mail address.",
                    hint: "Choose another."
                )
            } catch UserError.noSuchUser {
                throw noRecord
            }
        }
        people.add = { values in
            let (name, email) = (values.text("name") ?? "", try address(values) ?? "")
            _ = try refusing {
                if try users.hasAccount(email: email) { throw UserError.emailTaken }
                return ""
            }
            return try hash(values, domain) { hash in
                try refusing {
                    let user = try users.register(email: email, name: name, password: hash)
                    if let picture = values.text("picture") {
                        try users.edit(user.id, name: nil, email: nil, picture: picture)
                    }
                    return user.id.text
                }
            }
        }
        people.edit = { text, values in
            let id = User.ID(text)
            let email = try address(values)
            let edit = {
                try refusing {
                    try users.edit(
                        id,
                        name: values.text("name"),
                        email: email,
                        picture: values.optionalText("picture")
                    )
                    return text
                }
            }
            guard values.text("password") != nil else {
                let done = try edit()
                if values.has("password") { try users.removePassword(of: id) }
                return .now(done)
            }
            _ = try refusing { try users.find(id).id.text }
            return try hash(values, domain) { hash in
                let done = try edit()
                if let hash { try users.change(password: hash, of: id) }
                return done
            }
        }
        people.delete = { id in
            _ = try refusing {
                var tell: () -> Void = {}
                try domain.deleteAccount(User.ID(id)) { tell = try leaving($0) }
                tell()
                return id
            }
        }
        return people
    }

    /// The e-mail address, which must not be blank; nil when it is absent.
    ///
    /// More is not asked for where people register.
    private static func address(_ values: RecordValues) throws -> String? {
        guard let email = values.text("email") else { return nil }
        guard !email.isBlank else {
            throw RecordRefusal(
                400,
                "email",
                "Email and password are required.",
                hint: "Send an e-mail address."
            )
        }
        return email
    }

    /// Continues with the hash of the password, which the worker makes, or at once without one.
    private static func hash(
        _ values: RecordValues,
        _ domain: Domain,
        _ next: @escaping (PasswordHash?) throws -> String
    ) throws -> Deferred<String> {
        guard let password = values.text("password") else { return .now(try next(nil)) }
        guard !password.isEmpty else {
            throw RecordRefusal(
                400,
                "password",
                "The password is empty.",
                hint: "Leave it out for an account that signs in with Google only."
            )
        }
        let salt = domain.world.random.bytes(16)
        return .later(on: .accounts) {
            try PasswordHash.scrypt(of: password, salt: salt)
        } finish: {
            try next($0.get())
        }
    }
}
