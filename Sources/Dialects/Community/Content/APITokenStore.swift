internal import MockPostlyContent
internal import MockPostlySQLite
internal import MockPostlyWorld

/// The API tokens of one world; only their hashes are stored.
///
/// Tokens do not end by themselves: there is no date of expiry.
package struct APITokenStore {
    /// Whether a token is known, and still valid.
    package enum Standing: Sendable, Equatable {
        /// No such token was stored; it may still be a derived one.
        case unknown
        /// The number of the account, which may have left the community since.
        case valid(CommunityMember.ID)
        /// Never valid again in this content.
        case revoked
    }

    let work: UnitOfWork
    let world: TimeAndChance
    private var db: Connection { work.connection }

    /// The standing of a token, and the hash under which it is known.
    ///
    /// A token from a seed is valid in all worlds with that seed; a token that this world has
    /// issued is valid in this world only. For an unknown token the hash is that of a seed's token.
    ///
    /// At most two look-ups.
    ///
    /// - Throws: SQLite's errors.
    package func look(up token: String) throws -> (standing: Standing, hash: String) {
        let hash = APIToken.hash(of: token)
        let known = try standing(ofHash: hash)
        guard known == .unknown else { return (known, hash) }
        let ownHash = APIToken.hash(of: token, givenIn: world.name)
        let own = try standing(ofHash: ownHash)
        return own == .unknown ? (.unknown, hash) : (own, ownHash)
    }

    /// The standing of the token with this hash.
    ///
    /// - Throws: SQLite's errors.
    package func standing(ofHash hash: String) throws -> Standing {
        try db.first(
            "SELECT user, revoked_at FROM api_token WHERE hash = ?1",
            [.text(hash)]
        ) { $0.isNull(1) ? .valid($0.int(0)) : .revoked } ?? .unknown
    }

    /// Makes a new token for `user` and returns it; earlier tokens stay valid.
    ///
    /// - Throws: SQLite's errors.
    package func issue(for user: CommunityMember.ID) throws -> String {
        var token = APIToken.make(in: world)
        var hash = APIToken.hash(of: token, givenIn: world.name)
        // After a reset, a fixed random seed gives the same numbers again, and a content with
        // earlier tokens may be restored.
        while try standing(ofHash: hash) != .unknown {
            token = APIToken.make(in: world)
            hash = APIToken.hash(of: token, givenIn: world.name)
        }
        try work.writeOnce { try insert(hash: hash, of: user, at: world.now, revokedAt: nil) }
        return token
    }

    /// Makes the token with this hash invalid for good, whether it is stored or derived.
    ///
    /// Repeating it moves the date of revocation.
    ///
    /// - Throws: SQLite's errors.
    package func revoke(hash: String, of user: CommunityMember.ID) throws {
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

    /// Adds a token for a seed, with all values as given.
    func insert(hash: String, of user: CommunityMember.ID, at date: Instant, revokedAt: Instant?)
        throws
    {
        try db.run(
            "INSERT INTO api_token (hash, user, created_at, revoked_at) VALUES (?1, ?2, ?3, ?4)",
            [
                .text(hash), .integer(user), .integer(date.microseconds),
                .optional(revokedAt?.microseconds),
            ]
        )
    }
}
