package import MockPostlyContent
package import MockPostlyNouns
internal import MockPostlySQLite
internal import MockPostlyWorld

extension RecordField {
    /// Whether the account `t` is a member.
    package static let isMember = RecordField(
        "member",
        .flag,
        sql: "EXISTS (SELECT 1 FROM community_member WHERE user = t.id)"
    )
}

/// The members of one world's community, and the accounts that could join.
///
/// Functions throw SQLite's errors and nothing else.
package struct MembershipStore {
    let work: UnitOfWork
    let world: TimeAndChance
    private var db: Connection { work.connection }

    /// The account with this number; nil when there is none.
    ///
    /// One look-up by the primary key.
    package func find(_ id: CommunityMember.ID) throws -> CommunityMember? {
        try db.first(
            """
            SELECT u.id, u.name, u.email, u.picture, m.joined_at
            FROM user u LEFT JOIN community_member m ON m.user = u.id
            WHERE u.id = ?1
            """,
            [.integer(id)],
            CommunityMember.init
        )
    }

    /// The account with this id; nil when there is none.
    ///
    /// One look-up by a unique index.
    package func find(_ account: User.ID) throws -> CommunityMember? {
        try db.first(
            """
            SELECT u.id, u.name, u.email, u.picture, m.joined_at
            FROM user u LEFT JOIN community_member m ON m.user = u.id
            WHERE u.user_id = ?1
            """,
            [.text(account.text)],
            CommunityMember.init
        )
    }

    /// Whether the person with this number is a member now.
    package func isMember(_ id: CommunityMember.ID) throws -> Bool {
        try db.first("SELECT 1 FROM community_member WHERE user = ?1", [.integer(id)]) { _ in
            true
        } ?? false
    }

    /// Makes the account a member; a member's date of joining stays as it is.
    ///
    /// Repeating it changes nothing. The account must exist.
    package func join(_ id: CommunityMember.ID) throws {
        _ = try work.writeOnce {
            try db.run(
                """
                INSERT INTO community_member (user, joined_at) VALUES (?1, ?2)
                ON CONFLICT DO NOTHING
                """,
                [.integer(id), .integer(world.now.microseconds)]
            )
        }
    }

    /// Ends a membership; false when there was none.
    ///
    /// The person's posts, comments and likes stay.
    ///
    /// The membership can begin again, with a new date.
    package func leave(_ id: CommunityMember.ID) throws -> Bool {
        try work.writeOnce {
            try db.run("DELETE FROM community_member WHERE user = ?1", [.integer(id)]) == 1
        }
    }

    /// Adds a membership for a seed, with its date as given.
    func insert(_ id: CommunityMember.ID, joinedAt: Instant) throws {
        try db.run(
            "INSERT INTO community_member (user, joined_at) VALUES (?1, ?2)",
            [.integer(id), .integer(joinedAt.microseconds)]
        )
    }
}

extension CommunityMember {
    /// Reads `id, name, email, picture, joined_at`.
    fileprivate init(_ row: borrowing Row) {
        self.init(
            id: row.int(0),
            name: row.text(1),
            email: row.text(2),
            picture: row.optionalText(3),
            joinedAt: row.optionalInt(4).map { Instant(microseconds: $0) }
        )
    }
}
