package import MockPostlyContent
package import MockPostlyCrypto
internal import MockPostlySQLite
package import MockPostlyWorld

/// The accounts of one world.
///
/// ```swift
/// let user = try users.register(email: email, name: name, password: hash)
/// try domain.work.commit()
/// ```
package struct UserStore {
    let work: UnitOfWork
    let world: TimeAndChance
    private var db: Connection { work.connection }

    /// The accounts in the database of `work`; `world` dates them and makes their ids.
    package init(work: UnitOfWork, world: TimeAndChance) {
        (self.work, self.world) = (work, world)
    }

    /// The account with this id.
    ///
    /// Throws ``UserError/noSuchUser``.
    ///
    /// - Throws: also SQLite's errors.
    package func find(_ id: User.ID) throws -> User {
        let found = try db.first(
            """
            SELECT user_id, email, name, picture, last_login
            FROM user
            WHERE user_id = ?1
            """,
            [.text(id.text)],
            User.init
        )
        guard let found else { throw UserError.noSuchUser }
        return found
    }

    /// The account with this number; nil when there is none.
    func find(number: Int64) throws -> User? {
        try db.first(
            """
            SELECT user_id, email, name, picture, last_login
            FROM user
            WHERE id = ?1
            """,
            [.integer(number)],
            User.init
        )
    }

    /// Calls `body` with each account whose number is above `key`, in the order of the numbers.
    ///
    /// In pages of the caller's choice: `key` 0 begins, the last number seen continues.
    package func forEachAccount(
        after key: Int64,
        _ body: (Int64, User.ID) throws -> Void
    ) throws {
        try db.forEach(
            "SELECT id, user_id FROM user WHERE id > ?1 ORDER BY id",
            [.integer(key)]
        ) { try body($0.int(0), User.ID($0.text(1))) }
    }

    /// The id of the account with this number; nil when there is none.
    package func account(of id: Int64) throws -> User.ID? {
        try db.first("SELECT user_id FROM user WHERE id = ?1", [.integer(id)]) { row in
            User.ID(row.text(0))
        }
    }

    /// Whether an account with exactly this e-mail exists.
    ///
    /// Case counts: `Ana@example.com` is another address.
    ///
    /// - Throws: SQLite's errors.
    package func hasAccount(email: String) throws -> Bool {
        try db.first("SELECT 1 FROM user WHERE email = ?1", [.text(email)]) { _ in true } ?? false
    }

    /// The account with exactly this e-mail, and the hash of its password if it has one.
    ///
    /// The oldest when several have the e-mail; nil when none has.
    ///
    /// - Throws: SQLite's errors.
    package func credentials(email: String) throws -> (user: User, password: PasswordHash?)? {
        try db.first(
            """
            SELECT user_id, email, name, picture, last_login, password
            FROM user
            WHERE email = ?1
            ORDER BY id
            LIMIT 1
            """,
            [.text(email)]
        ) { row in
            (User(row), row.optionalText(5).flatMap { PasswordHash(stored: $0) })
        }
    }

    /// An id that no account has.
    ///
    /// The ids of a world with a fixed random seed repeat: the content may already have accounts
    /// that the world made in an earlier run.
    private func newID(at now: Instant) throws -> User.ID {
        let id = try world.ids.next(at: now) { id in
            try db.first("SELECT 1 FROM user WHERE user_id = ?1", [.text(id.hex)]) { _ in true }
                ?? false
        }
        return User.ID(id.hex)
    }

    /// Adds an account with a new id; without a password it signs in with Google only.
    ///
    /// Throws ``UserError/emailTaken``, also when a Google account has the e-mail.
    ///
    /// - Parameters:
    ///   - email: not checked but for being free.
    ///   - name: may be empty.
    ///   - password: hashed already.
    /// - Returns: the account, dated by the world's clock.
    /// - Throws: also SQLite's errors.
    package func register(
        email: String,
        name: String,
        password: PasswordHash?
    ) throws -> User {
        guard try !hasAccount(email: email) else { throw UserError.emailTaken }
        let now = world.now
        let user = User(
            id: try newID(at: now),
            email: email,
            name: name,
            picture: nil
        )
        try work.writeOnce { try insert(user, password: password?.stored, createdAt: now) }
        return user
    }

    /// Adds or updates the account of a Google user: name, e-mail and picture are set to Google's.
    ///
    /// It is never merged with another account that has the same e-mail.
    ///
    /// - Parameters:
    ///   - id: Google's `sub`.
    ///   - email: as Google has it now.
    ///   - name: as Google has it now.
    ///   - picture: a URL, or an empty string.
    /// - Returns: the account as it is now; its date of sign-in is the world's time.
    /// - Throws: SQLite's errors.
    package func signInWithGoogle(
        id: User.ID,
        email: String,
        name: String,
        picture: String
    ) throws -> User {
        let now = world.now
        let user = User(id: id, email: email, name: name, picture: picture, lastLogin: now)
        _ = try work.writeOnce {
            try db.run(
                """
                INSERT INTO user (user_id, email, name, picture, last_login, created_at)
                VALUES (?1, ?2, ?3, ?4, ?5, ?5)
                ON CONFLICT (user_id) DO UPDATE
                SET email = ?2, name = ?3, picture = ?4, last_login = ?5
                """,
                [
                    .text(id.text), .text(email), .text(name), .text(picture),
                    .integer(now.microseconds),
                ]
            )
        }
        return user
    }

    /// Adds an account for a seed, with all values as given; without a number it gets the next one.
    func insert(
        _ user: User,
        password: String?,
        createdAt: Instant,
        number: Int64? = nil
    ) throws {
        try db.run(
            """
            INSERT INTO user (id, user_id, email, name, picture, password, last_login, created_at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
            """,
            [
                .optional(number), .text(user.id.text), .text(user.email), .text(user.name),
                .optional(user.picture), .optional(password),
                .optional(user.lastLogin?.microseconds), .integer(createdAt.microseconds),
            ]
        )
    }
}

extension UserStore {
    /// How many accounts there are.
    @Sendable static func counts(_ connection: Connection) throws -> [ContentCount] {
        let users = try connection.first("SELECT count(*) FROM user") { $0.int(0) }
        return [ContentCount("users", users ?? 0)]
    }
}

extension User {
    /// Reads `user_id, email, name, picture, last_login`.
    init(_ row: borrowing Row) {
        self.init(
            id: ID(row.text(0)),
            email: row.text(1),
            name: row.text(2),
            picture: row.optionalText(3),
            lastLogin: row.optionalInt(4).map { Instant(microseconds: $0) }
        )
    }
}
