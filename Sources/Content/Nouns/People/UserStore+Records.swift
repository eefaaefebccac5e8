package import MockPostlyContent
internal import MockPostlySQLite

extension RecordTable {
    /// The accounts, which all systems share.
    ///
    /// Members that systems keep for themselves, such as the hash of the password, are not shown;
    /// `membership` tells by `t.id` whether an account is a member of something.
    package static func people(_ membership: RecordField) -> RecordTable {
        RecordTable(
            "user",
            find: "t.user_id = ?1",
            order: "-created",
            search: has(["t.name", "t.email", "t.user_id"]),
            [
                .init("id", .text, .sortable, sql: "t.user_id"),
                .init("name", .text, [.written, .sortable], sql: "t.name"),
                .init("email", .text, [.written, .required, .sortable], sql: "t.email"),
                .init("picture", .text, [.written, .optional], sql: "t.picture"),
                .init("password", .secret, [.written, .optional]),
                .init("number", .number, .sortable, sql: "t.id"),
                membership,
                .init("created", .date, .sortable, sql: "t.created_at"),
                .init("lastLogin", .date, [.sortable, .optional], sql: "t.last_login"),
            ]
        )
    }
}

extension UserStore {
    /// The account with this id, else the oldest with this e-mail address; nil when there is none.
    ///
    /// A name that is the id of one account and the address of another means the id.
    ///
    /// - Throws: SQLite's errors.
    package func named(_ name: String) throws -> User? {
        do {
            return try find(User.ID(name))
        } catch UserError.noSuchUser {
            return try credentials(email: name)?.user
        }
    }

    /// Changes an account; nil leaves a value as it is, an inner nil removes the picture.
    ///
    /// What the account has written keeps the name that it had then. Throws
    /// ``UserError/noSuchUser`` and ``UserError/emailTaken``; nothing changes then.
    ///
    /// - Parameters:
    ///   - id: whose account.
    ///   - name: may be empty.
    ///   - email: compared byte by byte with those of others; the account's own is always free.
    ///   - picture: a URL.
    /// - Throws: also SQLite's errors.
    package func edit(
        _ id: User.ID,
        name: String?,
        email: String?,
        picture: String??
    ) throws {
        let old = try find(id)
        if let email, !email.utf8.elementsEqual(old.email.utf8), try hasAccount(email: email) {
            throw UserError.emailTaken
        }
        _ = try work.writeOnce {
            try work.connection.run(
                "UPDATE user SET name = ?2, email = ?3, picture = ?4 WHERE user_id = ?1",
                [
                    .text(id.text), .text(name ?? old.name), .text(email ?? old.email),
                    .optional(picture ?? old.picture),
                ]
            )
        }
    }

    /// Removes the password of an account, which then signs in with Google only.
    ///
    /// No error when it has none, or when there is no such account.
    ///
    /// - Throws: SQLite's errors.
    package func removePassword(of id: User.ID) throws {
        _ = try work.writeOnce {
            try work.connection.run(
                "UPDATE user SET password = NULL WHERE user_id = ?1",
                [.text(id.text)]
            )
        }
    }

    /// Deletes an account, to which nothing may refer.
    func delete(_ id: User.ID) throws {
        try work.connection.run("DELETE FROM user WHERE user_id = ?1", [.text(id.text)])
    }
}
