package import MockPostlyContent
internal import MockPostlySQLite

/// The sign-ins with Google of one world.
package struct SignInStore {
    /// How many sign-ins are kept; the oldest go first.
    ///
    /// What belongs to a sign-in that is gone is answered like a revoked token.
    package static let limit: Int64 = 10_000

    let work: UnitOfWork
    private var db: Connection { work.connection }

    /// Cheap: reads nothing.
    package init(_ work: UnitOfWork) {
        self.work = work
    }

    /// Keeps a sign-in and returns its number, which is never used again.
    ///
    /// - Throws: SQLite's errors.
    package func add(_ signIn: SignIn) throws -> SignIn.ID {
        try work.write {
            let id = try db.first(
                """
                INSERT INTO google_sign_in (
                    secret, client, redirect, scope, subject, email, name, picture, domain, nonce,
                    challenge, is_offline, is_redeemed
                )
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, 0)
                RETURNING id
                """,
                [
                    .text(signIn.secret), .text(signIn.client), .text(signIn.redirect),
                    .text(signIn.scope), .text(signIn.account.subject),
                    .text(signIn.account.email), .text(signIn.account.name),
                    .text(signIn.account.picture), .optional(signIn.domain),
                    .optional(signIn.nonce), .optional(signIn.challenge),
                    .integer(signIn.isOffline ? 1 : 0),
                ]
            ) { $0.int(0) }
            let new = id ?? 0
            _ = try db.run(
                "DELETE FROM google_sign_in WHERE id <= ?1",
                [.integer(new - Self.limit)]
            )
            return new
        }
    }

    /// The sign-in with this number; nil when there is none, or it was ended.
    ///
    /// - Throws: SQLite's errors.
    package func find(_ id: SignIn.ID) throws -> SignIn? {
        try db.first(
            """
            SELECT subject, email, name, picture, client, redirect, scope, secret, domain, nonce,
                challenge, is_offline
            FROM google_sign_in
            WHERE id = ?1
            """,
            [.integer(id)]
        ) { row in
            SignIn(
                SignIn.Account(row),
                client: row.text(4),
                redirect: row.text(5),
                scope: row.text(6),
                secret: row.text(7),
                domain: row.optionalText(8),
                nonce: row.optionalText(9),
                challenge: row.optionalText(10),
                isOffline: row.int(11) == 1
            )
        }
    }

    /// Takes note that the code was exchanged for tokens; false when it was before.
    ///
    /// A code is valid once (RFC 6749, section 4.1.2).
    ///
    /// - Throws: SQLite's errors.
    package func redeem(_ id: SignIn.ID) throws -> Bool {
        try work.writeOnce {
            try db.run(
                "UPDATE google_sign_in SET is_redeemed = 1 WHERE id = ?1 AND is_redeemed = 0",
                [.integer(id)]
            ) == 1
        }
    }

    /// Ends a sign-in with all its codes and tokens.
    ///
    /// Repeating it is no error.
    ///
    /// - Throws: SQLite's errors.
    package func end(_ id: SignIn.ID) throws {
        _ = try work.writeOnce {
            try db.run("DELETE FROM google_sign_in WHERE id = ?1", [.integer(id)])
        }
    }

    /// The account that signed in last with this e-mail address; nil when none has.
    ///
    /// Compared byte by byte. For accounts that were typed in and are none of the world's.
    ///
    /// - Throws: SQLite's errors.
    package func account(email: String) throws -> SignIn.Account? {
        try db.first(
            """
            SELECT subject, email, name, picture
            FROM google_sign_in
            WHERE email = ?1
            ORDER BY id DESC
            LIMIT 1
            """,
            [.text(email)],
            SignIn.Account.init
        )
    }
}

extension SignIn.Account {
    /// Reads `subject, email, name, picture`.
    fileprivate init(_ row: borrowing Row) {
        self.init(
            subject: row.text(0),
            email: row.text(1),
            name: row.text(2),
            picture: row.text(3)
        )
    }
}
