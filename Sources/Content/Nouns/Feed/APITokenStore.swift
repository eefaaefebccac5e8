internal import MockPostlyContent
internal import MockPostlySQLite
internal import MockPostlyWorld

/// The API tokens of one world; only their hashes are kept.
package struct APITokenStore {
    /// What is known of a hash.
    package enum Standing: Sendable, Equatable {
        /// Nothing.
        case unknown
        case valid(Member.ID)
        case revoked
    }

    let work: UnitOfWork
    let world: World
    private var db: Connection { work.connection }

    /// What is known of a token, and its hash: that of one from a seed, which is good in all worlds
    /// with that seed, or that of one that this world gave.
    package func look(up token: String) throws -> (standing: Standing, hash: String) {
        let hash = APIToken.hash(of: token)
        let known = try standing(ofHash: hash)
        guard known == .unknown else { return (known, hash) }
        let ownHash = APIToken.hash(of: token, givenIn: world.name)
        let own = try standing(ofHash: ownHash)
        return own == .unknown ? (.unknown, hash) : (own, ownHash)
    }

    /// What is known of the token with this hash.
    package func standing(ofHash hash: String) throws -> Standing {
        try db.first(
            "SELECT user, revoked_at FROM api_token WHERE hash = ?1",
            [.text(hash)]
        ) { $0.isNull(1) ? .valid($0.int(0)) : .revoked } ?? .unknown
    }

    /// Makes a new token of `user`.
    ///
    /// Those there are stay valid.
    package func issue(for user: Member.ID) throws -> String {
        var token = APIToken.make(in: world)
        var hash = APIToken.hash(of: token, givenIn: world.name)
        // Chosen random numbers begin again with a reset, and a content with earlier tokens may be
        // restored after it.
        while try standing(ofHash: hash) != .unknown {
            token = APIToken.make(in: world)
            hash = APIToken.hash(of: token, givenIn: world.name)
        }
        try work.writeOnce { try insert(hash: hash, of: user, at: world.now, revokedAt: nil) }
        return token
    }

    /// Makes the token with this hash invalid for good, be it stored or derived.
    package func revoke(hash: String, of user: Member.ID) throws {
        _ = try work.writeOnce {
            try db.run(
                """
                INSERT INTO api_token (hash, user, created_at, revoked_at) VALUES (?1, ?2, ?3, ?3)
                ON CONFLICT DO UPDATE SET revoked_at = ?3
                """,
                [.text(hash), .integer(user), .integer(world.now.microseconds)]
            )
        }
    }

    /// Adds a token as it is, for seeds.
    func insert(hash: String, of user: Member.ID, at date: Instant, revokedAt: Instant?) throws {
        try db.run(
            "INSERT INTO api_token (hash, user, created_at, revoked_at) VALUES (?1, ?2, ?3, ?4)",
            [
                .text(hash), .integer(user), .integer(date.microseconds),
                .optional(revokedAt?.microseconds),
            ]
        )
    }

    /// Gives person, hash, date and end of each token, for seeds.
    static func forEachRow(
        of connection: Connection,
        _ body: (borrowing Row) throws -> Void
    ) throws {
        try connection.forEach(
            "SELECT user, hash, created_at, revoked_at FROM api_token ORDER BY hash",
            [],
            body
        )
    }
}
