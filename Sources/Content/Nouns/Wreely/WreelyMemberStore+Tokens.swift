internal import MockPostlyContent
internal import MockPostlySQLite

extension WreelyMemberStore {
    /// The token that a seed has given to a member; nil when there is none.
    package func storedToken(of id: WreelyMember.ID) throws -> String? {
        try work.connection.first(
            "SELECT token FROM wreely_member WHERE id = ?1 AND token IS NOT NULL",
            [.integer(id)]
        ) { $0.text(0) }
    }

    /// Calls `body` with each member who has no token from a seed, and with the account.
    package func forEachWithoutToken(_ body: (WreelyMember.ID, User.ID) throws -> Void) throws {
        try work.connection.forEach(
            """
            SELECT m.id, u.user_id FROM wreely_member m JOIN user u ON u.id = m.user
            WHERE m.token IS NULL
            ORDER BY m.id
            """,
            []
        ) { row in try body(row.int(0), User.ID(row.text(1))) }
    }
}
