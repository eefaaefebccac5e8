package import MockPostlyContent
internal import MockPostlyCrypto
package import MockPostlyJSON
package import MockPostlyWorld

/// The member `users` of a seed; it also resolves the people whom other members refer to.
///
/// A person is known by the number of their row. People without an account who wrote or liked
/// something are "strangers": only their id is known, and they have numbers below zero.
package class PeopleSeed: SeedPart {
    package static var member: String { "users" }
    package static var described: SeedMember {
        SeedMember(member, .list(.object(.user)), "The accounts.")
    }
    /// All other members refer to people.
    package static var isReadFirst: Bool { true }

    let reading: SeedReading
    private let users: UserStore
    /// Whether every user was read; if not, an unknown e-mail is no fault, as its user may be
    /// missing.
    var knowsAllUsers = true
    /// For an id made from an e-mail that was taken, the counter from which to try next.
    var derivedIDs: [ExactText: UInt32] = [:]
    var count = 0

    private var strangers: [String] = []
    private var strangerNumbers: [ExactText: Int] = [:]
    /// The numbers of users by e-mail, for the users looked up lately.
    private var numbers: [ExactText: Int] = [:]
    /// The accounts looked up lately, by number.
    private var people: [Int: User] = [:]
    private static let mostKnown = 4_096

    package required init(_ reading: SeedReading, _ earlier: SeedParts) {
        self.reading = reading
        users = UserStore(work: reading.work, world: reading.world)
    }

    package func missFile() { knowsAllUsers = false }

    /// Shown in the first line: "12 users".
    package var tally: SeedTally? { SeedTally([.init("user", count)]) }

    /// Adds an account to the content.
    func add(_ user: SeedUser) {
        let account = User(
            id: User.ID(user.userID),
            email: user.email,
            name: user.name,
            picture: user.picture,
            lastLogin: user.lastLogin
        )
        // Anybody can read the password in the seed file, so a slow hash would protect nothing.
        let password = user.password.map {
            PasswordHash.seeded($0, salt: Array(user.userID.utf8)).stored
        }
        reading.attempt {
            try users.insert(
                account,
                password: password ?? user.passwordHash,
                createdAt: user.createdAt,
                number: user.number
            )
        }
    }

    // MARK: Finding

    /// The number of the user with this e-mail, the oldest when several have it; nil when none has.
    func user(email: String) -> Int? {
        let key = ExactText(email)
        if let known = numbers[key] { return known }
        guard let found = reading.attempt({ try users.number(email: email) }) ?? nil else {
            return nil
        }
        if numbers.count >= Self.mostKnown { numbers = [:] }
        numbers[key] = Int(found)
        return Int(found)
    }

    /// The number of the user or stranger with this id; nil when it is unknown.
    func person(id: String) -> Int? {
        if let stranger = strangerNumbers[ExactText(id)] { return stranger }
        return reading.attempt { try users.number(id: id) }?.map { Int($0) }
    }

    /// Whether a user has this number.
    func hasUser(number: Int64) -> Bool {
        reading.attempt { try users.has(number: number) } ?? false
    }

    /// When the account of a user was made; ``usualCreation`` after a failure of the database.
    ///
    /// In UTC; 1970 for a stranger.
    package func creation(of user: Int) -> Instant {
        reading.attempt { try users.creation(of: Int64(user)) } ?? Self.usualCreation
    }

    /// The account with a number; of a stranger only the id is filled in.
    ///
    /// Up to 4,096 accounts are kept for the next look-ups.
    package func find(_ person: Int) -> User {
        let unknown = { (id: String) in User(id: User.ID(id), email: "", name: "") }
        guard person > 0 else { return unknown(strangers[-1 - person]) }
        if let known = people[person] { return known }
        guard let user = reading.attempt({ try users.find(number: Int64(person)) }) ?? nil else {
            return unknown("")
        }
        if people.count >= Self.mostKnown { people = [:] }
        people[person] = user
        return user
    }

    /// What identifies a person in a message: the e-mail of a user, the id of a stranger.
    ///
    /// Not for clients: it may be an e-mail address.
    package func name(of person: Int) -> String {
        person > 0 ? find(person).email : strangers[-1 - person]
    }

    /// Assigns a number to somebody who has no account.
    private func addStranger(_ id: String) -> Int {
        let number = -1 - strangers.count
        strangers.append(id)
        strangerNumbers[ExactText(id)] = number
        return number
    }

    // MARK: Naming

    /// The number of a user, named by an e-mail or by an object with an id.
    ///
    /// With `knowsStrangers`, an id that no user has is accepted. Nil after a fault was reported,
    /// and for an unknown e-mail while some users could not be read.
    ///
    /// - Parameters:
    ///   - value: a text with an e-mail, or `{"userId": "..."}`; nil for a member whose absence was
    ///     reported.
    ///   - field: its path, for messages.
    ///   - knowsStrangers: whether people without an account are right.
    /// - Returns: above 0 for a user, below 0 for a stranger.
    package func author(
        _ value: JSONValue?,
        _ field: @autoclosure () -> String,
        knowsStrangers: Bool = false
    ) -> Int? {
        guard let value else { return nil }
        if value.kind == .object { return person(value, field(), knowsStrangers: knowsStrangers) }
        guard let email = reading.string(value, field()) else { return nil }
        if let user = user(email: email) { return user }
        if knowsAllUsers {
            reading.report(value, field(), expected: "the e-mail of a user of this seed")
        }
        return nil
    }

    private func person(
        _ value: JSONValue,
        _ field: String,
        knowsStrangers: Bool
    ) -> Int? {
        let place = SeedPlace(field, members: SeedShape.person.names)
        guard let id = reading.row(value, place, .person)?.text("userId") else { return nil }
        if let person = person(id: id), knowsStrangers || person > 0 { return person }
        guard knowsAllUsers else { return nil }
        guard knowsStrangers else {
            reading.report(value, field, expected: "the userId of a user of this seed")
            return nil
        }
        return addStranger(id)
    }

    /// The numbers of the people in the member `likes`; the same person twice is a fault.
    ///
    /// - Parameters:
    ///   - value: an array of references; nil for none.
    ///   - place: of the post.
    ///   - knowsStrangers: whether people without an account are right.
    /// - Returns: in the order of the file, each once; those with a fault are left out.
    package func likes(
        _ value: JSONValue?,
        _ place: SeedPlace,
        knowsStrangers: Bool = false
    ) -> [Int] {
        var likes: [Int] = []
        likers.removeAll(keepingCapacity: likers.count < 1_024)
        reading.forEach(value, place.path("likes")) { index, element in
            let field = { place.path("likes[\(index)]") }
            guard let user = author(element, field(), knowsStrangers: knowsStrangers) else {
                return
            }
            guard likers.insert(user).inserted else {
                let words = "\(name(of: user)) likes the post twice"
                return reading.report(field(), at: element.offset, words)
            }
            likes.append(user)
        }
        return likes
    }

    /// The people whose likes of the present post were read already.
    private var likers: Set<Int> = []
}
