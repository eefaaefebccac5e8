internal import MockPostlyCrypto
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyNouns
internal import MockPostlyText
internal import MockPostlyWorld

/// Registration and log-in as json-server-auth has them, over the collection `users`.
enum Accounts {
    /// The collection of the accounts.
    static let collection = "users"
    /// The paths beside it, for POST.
    static let words = ["register", "signup", "login", "signin"]

    // MARK: Requests

    static func register(_ call: Call) throws -> Reply {
        try check(call, isRequired: true)
        let members = try Writes.members(call)
        let email = members["email"].text
        return try hash(members["password"].text, call) { hash in
            guard try user(call, email: email) == nil else {
                throw Failure.text(400, "Email already exists")
            }
            var user = JSObject()
            user["email"] = members["email"]
            user["password"] = .string(hash)
            for (name, value) in members.members where user[name] == .undefined {
                user[name] = value
            }
            let row = try Writes.insert(call, collection, .object(user), members[call.settings.id])
                .row
            return session(call, row, email, status: 201)
        }
    }

    static func logIn(_ call: Call) throws -> Reply {
        try check(call, isRequired: true)
        let members = try Writes.members(call)
        let (email, password) = (members["email"].text, members["password"].text)
        guard let row = try user(call, email: email) else {
            throw Failure.text(400, "Cannot find user")
        }
        let stored = row.value["password"]?.string ?? ""
        // The users of a file may have their passwords as they are.
        let hash = PasswordHash(stored: stored)
        return .later(on: .accounts) {
            hash.map { PasswordHash.verify(password, against: $0) }
                ?? password.utf8.elementsEqual(stored.utf8)
        } finish: { isRight in
            guard isRight else { throw Failure.text(400, "Incorrect password") }
            return session(call, JSValue(row.value), email, status: 200)
        }
    }

    /// The account of the request's token.
    static func me(_ call: Call) throws -> Response {
        let account = try Guard.account(of: call)
        guard let row = try call.rows(collection).row(IDText(account)) else {
            throw Failure.notFound
        }
        return .json(call.hiding(JSValue(row.value), of: collection))
    }

    /// Checks and hashes the password of a changed user, then goes on with `body`.
    static func hashing(
        _ call: Call,
        _ body: @escaping (Call) throws -> Response
    ) throws -> Reply {
        guard call.settings.authenticates, call.segments.first == collection else {
            return .now(try body(call))
        }
        try check(call, isRequired: call.method == .put)
        var members = try Writes.members(call)
        guard let password = members["password"].string else { return .now(try body(call)) }
        return try hash(password, call) { hash in
            members["password"] = .string(hash)
            call.body = .object(members)
            return try body(call)
        }
    }

    // MARK: Parts

    private static func session(
        _ call: Call,
        _ user: JSValue,
        _ email: String,
        status: Int
    ) -> Response {
        let id = user[call.settings.id].text
        call.request.findings?.asker = id
        var answer = JSObject()
        answer["accessToken"] = .string(
            call.api.tokens.token(email: email, id: id, at: call.api.world.now)
        )
        answer["user"] = call.hiding(user, of: collection)
        return .json(.object(answer), status)
    }

    private static func user(_ call: Call, email: String) throws -> CollectionRow? {
        try call.rows(collection).rows.first {
            $0.value["email"]?.string.map { $0.utf8.elementsEqual(email.utf8) } ?? false
        }
    }

    private static func hash(
        _ password: String,
        _ call: Call,
        _ finish: @escaping (String) throws -> Response
    ) throws -> Reply {
        let salt = call.api.world.random.bytes(16)
        return .later(on: .accounts) {
            try PasswordHash.scrypt(of: password, salt: salt).stored
        } finish: { hash in
            try finish(try hash.get())
        }
    }

    private static func check(_ call: Call, isRequired: Bool) throws(Failure) {
        let members = try Writes.members(call)
        let email = try text(members["email"], "Email")
        let password = try text(members["password"], "Password")
        if isRequired, isBlank(email) || isBlank(password) {
            throw .text(400, "Email and password are required")
        }
        if let email, !email.isEmpty, !isAddress(email) {
            throw .text(400, "Email format is invalid")
        }
        if let password, !password.isEmpty, password.utf16.count < 4 {
            throw .text(400, "Password is too short")
        }
    }

    private static func text(_ value: JSValue, _ title: String) throws(Failure) -> String? {
        guard !value.isNullish else { return nil }
        guard let text = value.string else { throw .text(400, "\(title) format is invalid") }
        return text
    }

    private static func isBlank(_ text: String?) -> Bool {
        text?.unicodeScalars.allSatisfy(\.properties.isWhitespace) ?? true
    }

    /// As the pattern of an HTML field for e-mail addresses.
    private static func isAddress(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else { return false }
        let isLetter = { (byte: UInt8) in
            byte.isDigit || byte.isLetter
        }
        let signs = ".!#$%&'*+/=?^_`{|}~-".utf8
        let labels = parts[1].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts[0].allSatisfy { isLetter($0) || signs.contains($0) }
            && labels.allSatisfy { label in
                !label.isEmpty && label.allSatisfy { isLetter($0) || $0 == UInt8(ascii: "-") }
            }
    }
}
