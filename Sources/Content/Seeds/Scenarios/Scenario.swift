package import MockPostlyContent
internal import MockPostlyNouns
internal import MockPostlySQLite
internal import MockPostlyWorld

/// A content made for one kind of test; the raw value is its name for clients.
package enum Scenario: String, Sendable, CaseIterable {
    /// Accounts and memberships, and no post, comment or document of theirs.
    case emptyFeed = "empty-feed"
    /// For pages and searches over many rows of one author.
    case heavyUser = "heavy-user"
    /// For texts that apps show, measure or cut wrongly.
    case unicode
    /// For the path of an app whose stored token is refused.
    case expiredSession = "expired-session"
    /// Every feed of Postly is empty, and the authors' own lists are not.
    case everythingDraft = "everything-draft"

    /// An account that a test can log in with.
    package struct Person: Sendable, Equatable {
        /// Ends in `@example.com`, which no mail can reach.
        package var email: String
        /// In plain text.
        ///
        /// What is before the `@`, and `-postly`.
        package var password: String
    }

    /// A session whose token has expired at the present time of the world.
    package struct EndedSession: Sendable, Equatable {
        /// The name of the dialect that issued it.
        ///
        /// Such as `postly`.
        package var dialect: String
        /// Of one of ``people``.
        package var email: String
        /// How long ago its token was made; tokens are valid for seven days.
        package var age: Duration
    }

    /// The content in one sentence.
    ///
    /// For lists on the command line and in the dashboard.
    package var summary: String {
        switch self {
        case .emptyFeed:
            "Five people who can sign in, all members of the feed, and nothing written yet."
        case .heavyUser:
            "One person with 10,000 posts, some with many likes and comments, and 200 readers."
        case .unicode:
            "Names, titles and texts in many scripts, in both directions, and at every edge."
        case .expiredSession:
            "The standard content, and a token of Mira's that ended a day ago."
        case .everythingDraft:
            "The people of the standard content, whose posts are all drafts."
        }
    }

    /// The seed of the scenario, always the same.
    ///
    /// A large one is composed at each call. Throws ``SeedFault`` only when the program itself is
    /// incomplete.
    ///
    /// The same bytes on every machine, for one release of the program.
    package var seed: SeedSource {
        get throws {
            let bytes: [UInt8]
            switch self {
            case .emptyFeed: bytes = EmptyFeed.compose()
            case .heavyUser: bytes = try HeavyUser.compose()
            case .unicode: bytes = UnicodeScenario.compose()
            case .expiredSession: return .standard
            case .everythingDraft: bytes = try EverythingDraft.compose()
            }
            return .bytes(bytes, name: "scenario \(rawValue)")
        }
    }

    /// The accounts for tests; the main one comes first.
    ///
    /// All scenarios have at least two.
    package var people: [Person] {
        switch self {
        case .emptyFeed: (0..<EmptyFeed.people.count).map { Person(EmptyFeed.email($0)) }
        case .heavyUser: [Person(HeavyUser.writer), Person(HeavyUser.reader(0))]
        case .unicode: (0..<3).map { Person(UnicodeScenario.email($0)) }
        case .expiredSession, .everythingDraft:
            [Person("mira.sol@example.com"), Person("theo.lindqvist@example.com")]
        }
    }

    /// The expired session, in the scenario that has one.
    ///
    /// Nil in the others.
    package var endedSession: EndedSession? {
        guard self == .expiredSession else { return nil }
        return EndedSession(dialect: "postly", email: people[0].email, age: .seconds(8 * 86_400))
    }
}

extension Scenario.Person {
    /// An account with the password that the seeds give it by rule.
    init(_ email: String) {
        self.init(email: email, password: Self.password(of: email))
    }

    static func password(of email: String) -> String {
        email.prefix { $0 != "@" } + "-postly"
    }
}

extension SeedWriter {
    /// Writes a user with the password that the seeds give by rule.
    mutating func person(_ name: String, _ email: String, createdAt: Instant) {
        element()
        beginObject()
        key("name")
        text(name)
        key("email")
        text(email)
        key("password")
        text(Scenario.Person.password(of: email))
        date("createdAt", createdAt.microseconds)
        endObject()
    }

    /// Writes the members of the feed: all users.
    mutating func members(_ emails: [String]) {
        key("members")
        emailList(emails)
    }

    mutating func emailList(_ emails: [String]) {
        beginArray()
        for email in emails {
            element()
            text(email)
        }
        endArray()
    }
}

/// Users only, without posts.
enum EmptyFeed {
    static let people = ["Ada First", "Ben Second", "Cleo Third", "Dan Fourth", "Eve Fifth"]

    static func email(_ person: Int) -> String {
        people[person].prefix { $0 != " " }.lowercased() + "@example.com"
    }

    static func compose() -> [UInt8] {
        var writer = SeedWriter(reserving: 1 << 11)
        writer.beginObject()
        writer.key("users")
        writer.beginArray()
        for (index, name) in people.enumerated() {
            // One minute apart, from 2026-01-01T00:00:00Z on.
            let createdAt = Instant(seconds: 1_767_225_600 + Int64(index) * 60)
            writer.person(name, email(index), createdAt: createdAt)
        }
        writer.endArray()
        writer.key(named: StandardParts.feed)
        writer.beginObject()
        writer.members(people.indices.map(email))
        writer.endObject()
        writer.endObject()
        return writer.finish()
    }
}

/// The standard content with all posts as drafts.
enum EverythingDraft {
    static func compose() throws -> [UInt8] {
        let world = TimeAndChance(
            name: "drafts",
            clock: .frozen(at: Instant(seconds: 0)),
            randomSeed: 0
        )
        let domain = try Domain.inMemory(world, seed: .standard)
        try domain.posts.unpublishAll()
        try domain.work.commit()
        return try SeedExport.json(
            of: domain.work.connection,
            domain.registry.seeds,
            followsClock: true
        )
    }
}
