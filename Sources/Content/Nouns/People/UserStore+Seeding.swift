internal import MockPostlyContent
internal import MockPostlySQLite
internal import MockPostlyWorld

/// Finds accounts by the numbers of their rows, for seeds.
extension UserStore {
    /// The number of the account with exactly this e-mail, the oldest when several have it.
    package func number(email: String) throws -> Int64? {
        try work.connection.first(
            "SELECT id FROM user WHERE email = ?1 ORDER BY id LIMIT 1",
            [.text(email)]
        ) { $0.int(0) }
    }

    /// The number of the account with this id; nil when there is none.
    package func number(id: String) throws -> Int64? {
        try work.connection.first("SELECT id FROM user WHERE user_id = ?1", [.text(id)]) {
            $0.int(0)
        }
    }

    func has(number: Int64) throws -> Bool {
        try work.connection.first("SELECT 1 FROM user WHERE id = ?1", [.integer(number)]) { _ in
            true
        } ?? false
    }

    /// When the account with this number was made; 1970 when there is none.
    func creation(of number: Int64) throws -> Instant {
        let microseconds = try work.connection.first(
            "SELECT created_at FROM user WHERE id = ?1",
            [.integer(number)]
        ) { $0.int(0) }
        return Instant(microseconds: microseconds ?? 0)
    }

    /// Calls `body` with each account, in the order of the numbers.
    ///
    /// The columns are number, id, name, e-mail, picture, password, date and last log-in.
    static func forEachRow(
        of connection: Connection,
        _ body: (borrowing Row) throws -> Void
    ) throws {
        try connection.forEach(
            """
            SELECT id, user_id, name, email, picture, password, created_at, last_login
            FROM user
            ORDER BY id
            """,
            [],
            body
        )
    }
}
