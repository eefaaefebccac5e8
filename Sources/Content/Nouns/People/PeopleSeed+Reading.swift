internal import MockPostlyContent
internal import MockPostlyCrypto
package import MockPostlyJSON
package import MockPostlyWorld

extension PeopleSeed {
    /// When an account without `createdAt` was made: 2024-01-01T00:00:00Z.
    ///
    /// Fixed, so that the same seed gives the same ids.
    package static let usualCreation = Instant(seconds: 1_704_067_200)

    private static let members = [
        "userId", "name", "email", "profilePicture", "password", "createdAt", "passwordHash",
        "lastLogin", "number",
    ]

    package func read(_ list: JSONValue) {
        if list.kind != .array { knowsAllUsers = false }
        reading.forEach(list, "users") { index, user in
            readUser(user, SeedPlace("users", at: index, members: Self.members))
        }
    }

    private func readUser(_ value: JSONValue, _ place: SeedPlace) {
        guard var members = reading.object(value, place) else {
            knowsAllUsers = false
            return
        }
        let email = self.email(&members)
        let name = reading.requiredString(&members, "name")
        let picture = reading.address(&members, "profilePicture", schemes: ["https://"])
        let password = self.password(&members)
        let hash = passwordHash(&members, password)
        let createdAt = creation(&members)
        let lastLogin = reading.optionalDate(&members, "lastLogin")
        let number = self.number(&members)
        guard let email else {
            knowsAllUsers = false
            _ = members.take("userId")
            return reading.close(members)
        }
        let isGoogle = password == nil && hash == nil
        let userID = self.userID(&members, email: email, createdAt: createdAt, isGoogle: isGoogle)
        reading.close(members)
        // Another user has the id or the number; the fault was reported.
        guard let userID, number.map({ !hasUser(number: $0) }) ?? true else {
            knowsAllUsers = false
            return
        }
        count += 1
        add(
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

    private func email(_ members: inout SeedMembers) -> String? {
        guard let value = reading.required(&members, "email") else { return nil }
        let field = members.place.path("email")
        guard let email = reading.string(value, field) else { return nil }
        if reading.isExact { return email }
        let parts = email.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty,
            !email.hasSpaces
        else {
            reading.report(value, field, expected: "an e-mail address")
            return nil
        }
        if user(email: email) != nil {
            reading.report(field, at: value.offset, "another user has the e-mail \(email)")
            return nil
        }
        return email
    }

    private func passwordHash(
        _ members: inout SeedMembers,
        _ password: String?
    ) -> String? {
        guard let value = members.take("passwordHash") else { return nil }
        let field = members.place.path("passwordHash")
        if password != nil {
            reading.report(field, at: value.offset, "there is a password already")
        }
        if let text = value.string, PasswordHash(stored: text) != nil { return text }
        reading.report(value, field, expected: "a hash such as \"$scrypt$ln=12,r=8,p=1$salt$hash\"")
        // It tells that the account has a password, as below.
        return "-"
    }

    private func number(_ members: inout SeedMembers) -> Int64? {
        guard let value = members.value["number"] else { return nil }
        guard let number = reading.optionalNumber(&members, "number") else { return nil }
        if hasUser(number: number) {
            let field = members.place.path("number")
            reading.report(field, at: value.offset, "another user has the number \(number)")
        }
        return number
    }

    private func creation(_ members: inout SeedMembers) -> Instant {
        guard let value = members.take("createdAt") else { return Self.usualCreation }
        return reading.date(value, members.place.path("createdAt")) ?? Self.usualCreation
    }

    private func password(_ members: inout SeedMembers) -> String? {
        guard let value = members.take("password") else { return nil }
        guard let password = value.string, !password.isEmpty else {
            reading.report(
                value,
                members.place.path("password"),
                expected: "a string that is not empty, or no such member"
            )
            // Nobody can sign in with it, but it tells that the account has a password.
            return "-"
        }
        return password
    }

    private func userID(
        _ members: inout SeedMembers,
        email: String,
        createdAt: Instant,
        isGoogle: Bool
    ) -> String? {
        guard let value = members.take("userId") else {
            return derivedUserID(email, createdAt, isGoogle: isGoogle)
        }
        let field = members.place.path("userId")
        guard let id = value.string, reading.isExact || (isGoogle ? id.isDecimal : id.isObjectID)
        else {
            reading.report(
                value,
                field,
                expected: isGoogle
                    ? "decimal digits, as the user has no password"
                    : "24 hexadecimal digits in lower case, as the user has a password"
            )
            return nil
        }
        guard person(id: id) == nil else {
            reading.report(field, at: value.offset, "another user has the userId \(id)")
            return nil
        }
        return id
    }

    /// A user id made from the e-mail, so that the same seed always gives the same ids.
    ///
    /// 24 hexadecimal digits; for a Google account 21 decimal digits, the length of Google's ids.
    private func derivedUserID(
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
        if person(id: first) == nil { return first }
        // When many users share an e-mail, the counters that were found taken are not tried again.
        var counter = derivedIDs[ExactText(first)] ?? 1
        while person(id: id(counter)) != nil { counter += 1 }
        derivedIDs[ExactText(first)] = counter + 1
        return id(counter)
    }
}

extension String {
    fileprivate var isDecimal: Bool {
        !isEmpty && utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    }
}
