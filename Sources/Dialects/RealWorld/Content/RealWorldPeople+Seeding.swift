internal import MockPostlyContent
internal import MockPostlySQLite

/// People as seeds tell them.
extension RealWorldPeople {
    /// The number of the person who has this username.
    func owner(of username: String) throws -> Int64? {
        try work.connection.first(
            "SELECT user FROM realworld_person WHERE username = ?1",
            [.text(username)]
        ) { $0.int(0) }
    }

    /// Stores a person of a seed, with the username if it gives one.
    func seed(
        _ id: Int64,
        _ username: String?,
        _ changes: RealWorldChanges
    ) throws {
        if let username {
            try work.connection.run(
                """
                INSERT INTO realworld_person (user, username) VALUES (?1, ?2)
                ON CONFLICT (user) DO UPDATE SET username = ?2
                """,
                [.integer(id), .text(username)]
            )
        }
        if let person = try find(id) { _ = try change(person, changes) }
    }
}
