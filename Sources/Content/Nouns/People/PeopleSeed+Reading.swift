internal import MockPostlyContent
internal import MockPostlyCrypto
package import MockPostlyJSON
internal import MockPostlyText
package import MockPostlyWorld

extension PeopleSeed {
    /// When an account without `createdAt` was made: 2024-01-01T00:00:00Z.
    ///
    /// Fixed, so that the same seed gives the same ids.
    package static let usualCreation = Instant(seconds: 1_704_067_200)

    package func read(_ list: JSONValue) {
        if list.kind != .array { knowsAllUsers = false }
        let shape = SeedShape.user
        reading.forEach(list, "users", members: shape.names) { value, place in
            readUser(reading.row(value, place, shape))
        }
    }

    private func readUser(_ row: SeedRow?) {
        guard let row else {
            knowsAllUsers = false
            return
        }
        let hasPassword = row.json("password") != nil
        if let hash = row.json("passwordHash"), hasPassword {
            reading.report(row.path("passwordHash"), at: hash.offset, "there is a password already")
        }
        let createdAt = row.date("createdAt") ?? Self.usualCreation
        let isNumberFree = isNumberFree(row)
        guard let email = email(row) else {
            knowsAllUsers = false
            return
        }
        let isGoogle = !hasPassword && row.json("passwordHash") == nil
        let date = row.dateForIDs("createdAt") ?? Self.usualCreation
        let userID = self.userID(row, email: email, createdAt: date, isGoogle: isGoogle)
        // Another user has the id or the number; the fault was reported.
        guard let userID, isNumberFree else {
            knowsAllUsers = false
            return
        }
        count += 1
        add(
            SeedUser(
                userID: userID,
                name: row.text("name") ?? "",
                email: email,
                picture: row.text("profilePicture"),
                password: row.text("password"),
                createdAt: createdAt,
                passwordHash: row.text("passwordHash"),
                lastLogin: row.date("lastLogin"),
                number: row.number("number")
            )
        )
    }

    private func email(_ row: SeedRow) -> String? {
        guard let email = row.text("email"), let offset = row.json("email")?.offset else {
            return nil
        }
        if reading.isExact || user(email: email) == nil { return email }
        reading.report(row.path("email"), at: offset, "another user has the e-mail \(email)")
        return nil
    }

    private func isNumberFree(_ row: SeedRow) -> Bool {
        guard let number = row.number("number"), let offset = row.json("number")?.offset,
            hasUser(number: number)
        else { return true }
        reading.report(row.path("number"), at: offset, "another user has the number \(number)")
        return false
    }

    private func userID(
        _ row: SeedRow,
        email: String,
        createdAt: Instant,
        isGoogle: Bool
    ) -> String? {
        guard let value = row.json("userId") else {
            return derivedUserID(email, createdAt, isGoogle: isGoogle)
        }
        let field = row.path("userId")
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
        !isEmpty && utf8.allSatisfy(\.isDigit)
    }
}
