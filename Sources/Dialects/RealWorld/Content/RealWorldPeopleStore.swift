package import MockPostlyContent
package import MockPostlyCrypto
package import MockPostlyNouns
internal import MockPostlySQLite
package import MockPostlyWorld

/// A person of RealWorld: an account that has a username.
package struct RealWorldPerson: Sendable, Equatable {
    /// The number of the account.
    package typealias ID = Int64

    package var id: ID
    package var account: User.ID
    package var email: String
    package var username: String
    package var bio: String?
    /// The URL of the account's picture; nil without one.
    package var image: String?
}

/// What a request changes of a person; nil leaves a value as it is, an inner nil removes it.
package struct RealWorldChanges {
    package var email: String?
    package var username: String?
    package var bio: String??
    package var image: String??
    package var password: PasswordHash?

    package init() {}
}

/// Which of these somebody else has.
package struct RealWorldTaken: Error, Equatable {
    package var email: Bool
    package var username: Bool

    package init(email: Bool, username: Bool) {
        (self.email, self.username) = (email, username)
    }
}

/// The people of one world, as RealWorld sees the accounts.
///
/// An account gets its username when it is first seen here: the part of the e-mail address before the
/// `@`, with a number when that is taken. Functions throw SQLite's errors.
package struct RealWorldPeopleStore {
    let work: UnitOfWork
    private let users: UserStore
    private var db: Connection { work.connection }

    package init(_ work: UnitOfWork, _ world: TimeAndChance) {
        self.work = work
        users = UserStore(work: work, world: world)
    }

    // MARK: Finding

    /// The person with this number; nil when there is no such account.
    package func find(_ id: RealWorldPerson.ID) throws -> RealWorldPerson? {
        let found = try db.first(
            """
            SELECT u.id, u.user_id, u.email, u.picture, p.username, p.bio
            FROM user u LEFT JOIN realworld_person p ON p.user = u.id WHERE u.id = ?1
            """,
            [.integer(id)],
            RealWorldPerson.init
        )
        return try found.map(named)
    }

    /// The person of an account.
    package func find(_ account: User.ID) throws -> RealWorldPerson? {
        try users.number(id: account.text).flatMap(find)
    }

    /// The number of the person who has this username.
    func owner(of username: String) throws -> RealWorldPerson.ID? {
        try db.first(
            "SELECT user FROM realworld_person WHERE username = ?1",
            [.text(username)]
        ) { $0.int(0) }
    }

    /// The person with exactly this username.
    ///
    /// An account that was not seen yet is found by the beginning of its e-mail address.
    package func find(username: String) throws -> RealWorldPerson? {
        if let known = try owner(of: username) { return try find(known) }
        let new = try db.first(
            """
            SELECT id FROM user
            WHERE substr(email, 1, length(?1) + 1) IN (?1, ?1 || '@')
                AND id NOT IN (SELECT user FROM realworld_person)
            ORDER BY id LIMIT 1
            """,
            [.text(username)]
        ) { $0.int(0) }
        guard let person = try new.flatMap(find),
            person.username.utf8.elementsEqual(username.utf8)
        else { return nil }
        return person
    }

    /// The person with exactly this e-mail address, the oldest account when several have it.
    package func find(email: String) throws -> RealWorldPerson? {
        try users.number(email: email).flatMap(find)
    }

    /// The person, who gets a username and is stored when there was none.
    private func named(_ person: RealWorldPerson) throws -> RealWorldPerson {
        guard person.username.isEmpty else { return person }
        var person = person
        person.username = try freeUsername(person.email)
        try insert(person)
        return person
    }

    func freeUsername(_ email: String) throws -> String {
        let start = String(email.prefix { $0 != "@" }).trimmed
        let wanted = start.isEmpty ? "user" : start
        var (name, number) = (wanted, 1)
        while try owner(of: name) != nil {
            number += 1
            name = "\(wanted)-\(number)"
        }
        return name
    }

    private func insert(_ person: RealWorldPerson) throws {
        _ = try work.writeOnce {
            try db.run(
                "INSERT INTO realworld_person (user, username, bio) VALUES (?1, ?2, ?3)",
                [.integer(person.id), .text(person.username), .optional(person.bio)]
            )
        }
    }

    // MARK: Writing

    /// Throws ``RealWorldTaken`` when somebody but `person` has the address or the username.
    package func check(
        email: String?,
        username: String?,
        for person: RealWorldPerson? = nil
    ) throws {
        let isOwn = { (new: String, old: String?) in old?.utf8.elementsEqual(new.utf8) ?? false }
        var taken = RealWorldTaken(email: false, username: false)
        if let email, !isOwn(email, person?.email) {
            taken.email = try users.hasAccount(email: email)
        }
        if let username, !isOwn(username, person?.username) {
            taken.username = try find(username: username) != nil
        }
        if taken.email || taken.username { throw taken }
    }

    /// Makes an account, which other systems have as well.
    ///
    /// Its name is the username. Throws ``RealWorldTaken``.
    package func register(
        email: String,
        username: String,
        password: PasswordHash,
        bio: String?,
        image: String?
    ) throws -> RealWorldPerson? {
        try check(email: email, username: username)
        return try work.write {
            let user = try users.register(email: email, name: username, password: password)
            if let image { try users.edit(user.id, name: nil, email: nil, picture: image) }
            guard let id = try users.number(id: user.id.text) else { return nil }
            try insert(
                RealWorldPerson(
                    id: id,
                    account: user.id,
                    email: email,
                    username: username,
                    bio: bio
                )
            )
            return try find(id)
        }
    }

    /// Changes a person and the account.
    ///
    /// Throws ``RealWorldTaken``.
    package func change(
        _ person: RealWorldPerson,
        _ changes: RealWorldChanges
    ) throws -> RealWorldPerson? {
        try check(email: changes.email, username: changes.username, for: person)
        return try work.write {
            if changes.email != nil || changes.image != nil {
                try users.edit(
                    person.account,
                    name: nil,
                    email: changes.email,
                    picture: changes.image
                )
            }
            if let password = changes.password {
                try users.change(password: password, of: person.account)
            }
            if changes.username != nil || changes.bio != nil {
                try db.run(
                    "UPDATE realworld_person SET username = ?2, bio = ?3 WHERE user = ?1",
                    [
                        .integer(person.id), .text(changes.username ?? person.username),
                        .optional(changes.bio ?? person.bio),
                    ]
                )
            }
            return try find(person.id)
        }
    }

    /// Stores a person of a seed, with the username if it gives one.
    func seed(_ id: Int64, _ username: String?, _ changes: RealWorldChanges) throws {
        if let username {
            try db.run(
                """
                INSERT INTO realworld_person (user, username) VALUES (?1, ?2)
                ON CONFLICT (user) DO UPDATE SET username = ?2
                """,
                [.integer(id), .text(username)]
            )
        }
        if let person = try find(id) { _ = try change(person, changes) }
    }

    // MARK: Following

    package func isFollowing(
        _ follower: RealWorldPerson.ID?,
        _ followed: RealWorldPerson.ID
    ) throws -> Bool {
        guard let follower else { return false }
        return try db.first(
            "SELECT 1 FROM realworld_follow WHERE follower = ?1 AND followed = ?2",
            [.integer(follower), .integer(followed)]
        ) { _ in true } ?? false
    }

    /// Begins or ends following; repeating it changes nothing.
    package func set(
        _ follower: RealWorldPerson.ID,
        follows followed: RealWorldPerson.ID,
        _ isFollowing: Bool
    ) throws {
        let pair: [Value] = [.integer(follower), .integer(followed)]
        try work.writeOnce {
            try ContentTable.realWorldFollow.set(pair, isThere: isFollowing, on: db)
        }
    }
}

extension RealWorldPerson {
    /// Reads `id, user_id, email, picture, username, bio`; without a username it is empty.
    fileprivate init(_ row: borrowing Row) {
        let image = row.optionalText(3)
        self.init(
            id: row.int(0),
            account: User.ID(row.text(1)),
            email: row.text(2),
            username: row.optionalText(4) ?? "",
            bio: row.optionalText(5),
            image: image?.isEmpty == true ? nil : image
        )
    }
}
