package import MockPostlyContent
internal import MockPostlySQLite
package import MockPostlyWorld

/// The one-time codes with which members of one world sign in.
///
/// Functions throw SQLite's errors and nothing else.
package struct WreelyCodeStore {
    let work: UnitOfWork
    let world: TimeAndChance
    private var db: Connection { work.connection }

    /// How long a code is valid, by the world's clock.
    ///
    /// Ten minutes. A clock that is frozen keeps codes valid for ever.
    package static let lifetime = Duration.seconds(600)

    package init(_ work: UnitOfWork, _ world: TimeAndChance) {
        (self.work, self.world) = (work, world)
    }

    /// Five random digits; the first is not 0.
    ///
    /// From 10000 to 99999; with a fixed seed the same codes come in each run.
    package func makeCode() -> String {
        String(Int64.random(in: 10_000...99_999, using: &world.random))
    }

    /// Gives `code` to a member in place of an earlier one for the same purpose; false when there
    /// is no such member, or the code is not 1 to 10 digits.
    ///
    /// - Parameters:
    ///   - code: need not be random: tests choose their own.
    ///   - member: who signs in with it.
    ///   - purpose: a code for one is none for the other.
    /// - Returns: whether the code was stored.
    /// - Throws: SQLite's errors.
    package func issue(
        _ code: String,
        for member: WreelyMember.ID,
        purpose: WreelyLoginCode.Purpose = .login
    ) throws -> Bool {
        guard code.isLoginCode else { return false }
        return try work.writeOnce {
            try db.run(
                """
                INSERT INTO wreely_login_code (member, purpose, code, issued_at)
                SELECT id, ?2, ?3, ?4 FROM wreely_member WHERE id = ?1
                ON CONFLICT DO UPDATE SET code = ?3, issued_at = ?4
                """,
                [
                    .integer(member), .text(purpose.rawValue), .text(code),
                    .integer(world.now.microseconds),
                ]
            ) == 1
        }
    }

    /// Uses up the code of a member; false when it is another one, is for another purpose, was
    /// used or is too old.
    ///
    /// - Parameters:
    ///   - code: compared as text.
    ///   - member: whose code it is.
    ///   - purpose: what the code was given for.
    /// - Returns: whether it was right; only then it is used up.
    /// - Throws: SQLite's errors.
    package func redeem(
        _ code: String,
        of member: WreelyMember.ID,
        purpose: WreelyLoginCode.Purpose = .login
    ) throws -> Bool {
        try work.writeOnce {
            try db.run(
                """
                DELETE FROM wreely_login_code
                WHERE member = ?1 AND purpose = ?2 AND code = ?3
                    AND issued_at > ?4 AND issued_at <= ?5
                """,
                [
                    .integer(member), .text(purpose.rawValue), .text(code), .integer(oldest),
                    .integer(world.now.microseconds),
                ]
            ) == 1
        }
    }

    /// The codes that can still be used, in the order in which they were given.
    ///
    /// In place of text messages: the control plane and the dashboard show them.
    package func pending() throws -> [WreelyLoginCode] {
        try db.all(
            """
            SELECT m.id, coalesce(m.name, u.name), coalesce(m.picture, u.picture), m.mobile,
                u.email, c.purpose, c.code, c.issued_at
            FROM wreely_login_code c JOIN wreely_member m ON m.id = c.member
                JOIN user u ON u.id = m.user
            WHERE c.issued_at > ?1 AND c.issued_at <= ?2
            ORDER BY c.issued_at, m.id, c.purpose
            """,
            [.integer(oldest), .integer(world.now.microseconds)]
        ) { row in
            let issuedAt = Instant(microseconds: row.int(7))
            return WreelyLoginCode(
                member: WreelyPerson(row, from: 0),
                mobile: row.text(3),
                email: row.text(4),
                purpose: WreelyLoginCode.Purpose(rawValue: row.text(5)) ?? .login,
                code: row.text(6),
                issuedAt: issuedAt,
                expiresAt: issuedAt + Self.lifetime
            )
        }
    }

    /// A code that was given then or earlier is too old.
    ///
    /// One of a later time, when the clock was set back, does not count either.
    private var oldest: Int64 { (world.now - Self.lifetime).microseconds }
}
