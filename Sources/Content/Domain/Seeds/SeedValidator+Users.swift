import MockPostlyCrypto
import MockPostlyJSON
import MockPostlyWorld

extension SeedValidator {
    /// When the account of a user without `createdAt` was made: 2024-01-01T00:00:00Z.
    static let usualCreation = Instant(seconds: 1_704_067_200)

    /// Reads a file's `users`, and checks what kinds of members the file has.
    mutating func readUsers(of root: JSONValue) {
        guard var members = object(root, .document) else {
            knowsAllUsers = false
            return
        }
        let list = members.take("users")
        if let list, list.kind != .array { knowsAllUsers = false }
        forEach(list, "users") { $0.readUser($2, .user($1)) }
        if let posts = members.take("posts") { _ = isArray(posts, "posts") }
        _ = members.take("community")
        _ = members.take("dummyjson")
        if let exact = members.take("exact"), exact.bool == nil {
            report(exact, "exact", expected: "true or false")
        }
        close(members)
    }

    private mutating func readUser(_ value: JSONValue, _ place: SeedPlace) {
        guard var members = object(value, place) else {
            knowsAllUsers = false
            return
        }
        let email = self.email(&members)
        let name = requiredString(&members, "name")
        let picture = address(&members, "profilePicture", ["https://"])
        let password = self.password(&members)
        let hash = passwordHash(&members, password)
        let createdAt = creation(&members)
        let lastLogin = optionalDate(&members, "lastLogin")
        let number = self.number(&members)
        guard let email else {
            knowsAllUsers = false
            _ = members.take("userId")
            return close(members)
        }
        let isGoogle = password == nil && hash == nil
        let userID = self.userID(&members, email, createdAt, isGoogle: isGoogle)
        close(members)
        // Another has the id or the number.
        guard let userID, number.map({ !filling.hasUser(number: $0) }) ?? true else {
            knowsAllUsers = false
            return
        }
        counts.users += 1
        filling.add(
            SeedUser(
                userID: userID,
                name: name ?? "",
                email: email,
                picture: picture,
                password: password,
                createdAt: createdAt,
                passwordHash: hash,
                lastLogin: lastLogin,
                number: number
            )
        )
    }

    private mutating func email(_ members: inout SeedMembers) -> String? {
        guard let value = required(&members, "email") else { return nil }
        let field = members.place.path("email")
        guard let email = string(value, field) else { return nil }
        if isExact { return email }
        let parts = email.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty,
            !email.hasSpaces
        else {
            report(value, field, expected: "an e-mail address")
            return nil
        }
        if filling.user(email: email) != nil {
            report(field, at: value.offset, "another user has the e-mail \(email)")
            return nil
        }
        return email
    }

    private mutating func passwordHash(
        _ members: inout SeedMembers,
        _ password: String?
    ) -> String? {
        guard let value = members.take("passwordHash") else { return nil }
        let field = members.place.path("passwordHash")
        if password != nil {
            report(field, at: value.offset, "there is a password already")
        }
        if let text = value.string, PasswordHash(stored: text) != nil { return text }
        report(value, field, expected: "a hash such as \"$scrypt$ln=12,r=8,p=1$salt$hash\"")
        // As with a password.
        return "-"
    }

    private mutating func number(_ members: inout SeedMembers) -> Int64? {
        guard let value = members.value["number"] else { return nil }
        guard let number = optionalNumber(&members, "number") else { return nil }
        if filling.hasUser(number: number) {
            let field = members.place.path("number")
            report(field, at: value.offset, "another user has the number \(number)")
        }
        return number
    }

    private mutating func creation(_ members: inout SeedMembers) -> Instant {
        guard let value = members.take("createdAt") else { return Self.usualCreation }
        return date(value, members.place.path("createdAt")) ?? Self.usualCreation
    }

    private mutating func password(_ members: inout SeedMembers) -> String? {
        guard let value = members.take("password") else { return nil }
        guard let password = value.string, !password.isEmpty else {
            report(
                value,
                members.place.path("password"),
                expected: "a string that is not empty, or no such member"
            )
            // Of no use for signing in, but it tells that the account has a password.
            return "-"
        }
        return password
    }

    private mutating func userID(
        _ members: inout SeedMembers,
        _ email: String,
        _ createdAt: Instant,
        isGoogle: Bool
    ) -> String? {
        guard let value = members.take("userId") else {
            return derivedUserID(email, createdAt, isGoogle: isGoogle)
        }
        let field = members.place.path("userId")
        guard let id = value.string, isExact || (isGoogle ? id.isDecimal : id.isObjectID) else {
            report(
                value,
                field,
                expected: isGoogle
                    ? "decimal digits, as the user has no password"
                    : "24 hexadecimal digits in lower case, as the user has a password"
            )
            return nil
        }
        guard filling.person(id: id) == nil else {
            report(field, at: value.offset, "another user has the userId \(id)")
            return nil
        }
        return id
    }

    /// An id from the e-mail: of 24 digits, or of 21 decimal ones as Google gives them.
    private mutating func derivedUserID(
        _ email: String,
        _ createdAt: Instant,
        isGoogle: Bool
    ) -> String {
        var hash = SeedHash()
        hash.add(email)
        let seconds = UInt32(truncatingIfNeeded: createdAt.seconds)
        let id = { (counter: UInt32) in
            guard isGoogle else {
                return ObjectID(seconds: seconds, random: hash.folded, counter: counter).hex
            }
            let digits = String(hash.value &+ UInt64(counter))
            return "1" + String(repeating: "0", count: 20 - digits.utf8.count) + digits
        }
        let first = id(0)
        if filling.person(id: first) == nil { return first }
        // Who shares an e-mail with many does not try all of their ids again.
        var counter = derivedIDs[ExactText(first)] ?? 1
        while filling.person(id: id(counter)) != nil { counter += 1 }
        derivedIDs[ExactText(first)] = counter + 1
        return id(counter)
    }
}

extension String {
    fileprivate var isDecimal: Bool {
        !isEmpty && utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    }
}
