package import MockPostlyContent
internal import MockPostlyNouns
internal import MockPostlySQLite
internal import MockPostlyWorld

/// A content made for one kind of test.
package enum Scenario: String, Sendable, CaseIterable {
    case emptyFeed = "empty-feed"
    case heavyUser = "heavy-user"
    case unicode
    case expiredSession = "expired-session"
    case everythingDraft = "everything-draft"

    /// Somebody whom a test may want to be.
    package struct Person: Sendable, Equatable {
        package var email: String
        package var password: String
    }

    /// A session that was begun so long before the time of the world that it is over.
    package struct EndedSession: Sendable, Equatable {
        /// The dialect whose session it is.
        package var dialect: String
        package var email: String
        /// How long before the present its token was made, which is valid for seven days.
        package var age: Duration
    }

    /// What there is in it, as one sentence.
    package var summary: String {
        switch self {
        case .emptyFeed:
            "Five people who can sign in, all in the community, and nothing written yet."
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

    /// The content; the same each time.
    ///
    /// A large one is composed at each call. Throws a ``SeedFault`` only when the program itself
    /// lacks something.
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

    /// Whom a test may want to be, the one that it is about first.
    package var people: [Person] {
        switch self {
        case .emptyFeed: (0..<EmptyFeed.people.count).map { Person(EmptyFeed.email($0)) }
        case .heavyUser: [Person(HeavyUser.writer), Person(HeavyUser.reader(0))]
        case .unicode: (0..<3).map { Person(UnicodeScenario.email($0)) }
        case .expiredSession, .everythingDraft:
            [Person("mira.sol@example.com"), Person("theo.lindqvist@example.com")]
        }
    }

    /// The session that is over, in the scenario that has one.
    package var endedSession: EndedSession? {
        guard self == .expiredSession else { return nil }
        return EndedSession(dialect: "postly", email: people[0].email, age: .seconds(8 * 86_400))
    }
}

extension Scenario.Person {
    /// Somebody with the password that everybody has by the rule of the seeds.
    init(_ email: String) {
        self.init(email: email, password: Self.password(of: email))
    }

    static func password(of email: String) -> String {
        email.prefix { $0 != "@" } + "-postly"
    }
}

extension SeedWriter {
    /// Writes a person with the password of the rule.
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

    /// Writes the members of the community: everybody.
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

/// People, and nothing else.
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
            // 2026-01-01T00:00:00Z and the minutes after it.
            let createdAt = Instant(seconds: 1_767_225_600 + Int64(index) * 60)
            writer.person(name, email(index), createdAt: createdAt)
        }
        writer.endArray()
        writer.key("community")
        writer.beginObject()
        writer.members(people.indices.map(email))
        writer.endObject()
        writer.endObject()
        return writer.finish()
    }
}

/// The standard content with all posts unpublished.
enum EverythingDraft {
    static func compose() throws -> [UInt8] {
        let world = World(
            name: "drafts",
            clock: .frozen(at: Instant(seconds: 0)),
            randomSeed: 0
        )
        let domain = try Domain.inMemory(world, seed: .standard)
        try domain.posts.unpublishAll()
        try domain.work.commit()
        return try SeedExport.json(of: domain.work.connection, domain.registry.seeds)
    }
}
