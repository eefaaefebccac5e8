import MockPostlyCrypto
import MockPostlyJSON
import MockPostlySQLite
import MockPostlyTestKit
import MockPostlyWorld

@testable import CommunityContent
@testable import MockPostlyContent
@testable import MockPostlyNouns
@testable import MockPostlySeeds

/// Does to a content what clients can do, at random.
struct BusyWorld {
    private let domain: Domain
    private var random: RandomSource
    private var people: [User] = []

    init(_ domain: Domain, seed: UInt64) {
        self.domain = domain
        random = RandomSource(seed: seed)
    }

    private static let texts = [
        "", "plain", "two\n\nparagraphs", "\n\n\n\n", "e\u{301}", "é", "\u{0}nul", "\"quoted\" \\",
        "👩‍👩‍👧", "שלום", "tab\tand\r\n", "Ünïcode ſ ß", "Same Title", "\u{1F600} x", "<b>&amp;</b>",
    ]

    mutating func act(times: Int) throws {
        for _ in 0..<times { try act() }
        try domain.work.commit()
    }

    private mutating func text() -> String { random.pick(Self.texts) }

    private mutating func optionalText() -> String? { random.happens(50) ? text() : nil }

    private mutating func person() throws -> User {
        if people.isEmpty || random.happens(5) { people.append(try newcomer()) }
        return random.pick(people)
    }

    private mutating func newcomer() throws -> User {
        let number = people.count
        if random.happens(50) {
            let emails = [
                "e\u{301}\(number)@x", "é\(number)@x", "no mail \(number)", "a\(number)@b.c",
            ]
            let email = random.pick(emails)
            guard try !domain.users.hasAccount(email: email) else { return try person() }
            return try domain.users.register(
                email: email,
                name: text(),
                password: .seeded("p", salt: [1])
            )
        }
        return try domain.users.signInWithGoogle(
            id: User.ID(random.pick(["\(number)", "sub-\(number)", "e\u{301}", "é"])),
            email: "shared@example.com",
            name: text(),
            picture: random.pick(["", "http://plain", "https://x/y.png"])
        )
    }

    private mutating func post() throws -> Post.ID? {
        let all = try domain.work.connection.all("SELECT post_id FROM post ORDER BY id") {
            $0.text(0)
        }
        return all.isEmpty ? nil : ObjectID(hex: random.pick(all))
    }

    private mutating func feedPost() throws -> FeedPost.ID? {
        let all = try domain.work.connection.all("SELECT id FROM community_post") { $0.int(0) }
        return all.isEmpty ? nil : random.pick(all)
    }

    private mutating func number(of user: User) throws -> CommunityMember.ID {
        try domain.members.find(user.id)?.id ?? 1
    }

    private mutating func act() throws {
        // Forward, back, and not at all.
        if random.happens(30) {
            let step = Duration.microseconds(random.below(9_000_000_000) - 3_000_000_000)
            domain.world.clock = .frozen(at: domain.world.now + step)
        }
        let user = try person()
        switch random.below(100) {
        case 0..<45: try actOnPosts(user)
        case 45..<80: try actOnFeed(try number(of: user))
        default: try actOnDocuments()
        }
    }

    private mutating func actOnPosts(_ user: User) throws {
        guard let id = try post(), random.happens(80) else {
            let draft = Post.Draft(
                title: text(),
                content: text(),
                status: random.pick(["published", "draft", "archived", ""]),
                coverImage: optionalText()
            )
            // Whose token outlives them is no user any more.
            let stranger = User(
                id: User.ID("gone \(random.below(3))"),
                email: "gone@x",
                name: "Gone",
                picture: optionalText()
            )
            let author = random.happens(10) ? stranger : user
            _ = try domain.posts.create(draft, by: author)
            return
        }
        let author = try domain.posts.seen(id).author
        switch random.below(7) {
        case 0: _ = try domain.posts.like(id, by: user.id)
        case 1:
            let liker = random.happens(20) ? User.ID("unknown") : user.id
            _ = try domain.posts.like(id, by: liker)
        case 2: try domain.posts.comment(text(), to: id, by: user)
        case 3: try domain.posts.countView(key: domain.posts.key(of: id))
        case 4:
            var changes = Post.Changes()
            changes.title = optionalText()
            changes.content = optionalText()
            changes.status = random.happens(20) ? "draft" : nil
            _ = try domain.posts.update(id, changes, by: author.id)
        case 5: _ = try domain.posts.unlike(id, by: user.id)
        default: if random.happens(30) { try domain.posts.delete(id, by: author.id) }
        }
    }

    private mutating func actOnFeed(_ user: CommunityMember.ID) throws {
        guard let id = try feedPost(), random.happens(80) else {
            let draft = FeedPost.Draft(content: text(), imageURL: optionalText())
            _ = try domain.feed.create(draft, by: user)
            return
        }
        let author = try domain.feed.author(of: id)
        switch random.below(9) {
        case 0...2: _ = try domain.feed.express(.toggle, on: id, by: user)
        case 3, 4:
            _ = try domain.feed.addComment(to: id, content: text(), by: user) { _ in }
        case 5:
            try domain.members.join(user)
            if random.happens(20) { _ = try domain.members.leave(user) }
        case 6:
            let token = try domain.apiTokens.issue(for: user)
            let hash = try domain.apiTokens.look(up: token).hash
            if random.happens(50) { try domain.apiTokens.revoke(hash: hash, of: user) }
        case 7:
            let comment = try domain.work.connection.first(
                "SELECT id FROM community_comment WHERE post = ?1 ORDER BY id DESC",
                [.integer(id)]
            ) { $0.int(0) }
            if let comment { _ = try domain.feed.deleteComment(comment, of: id, by: author) }
        default: if random.happens(50) { try domain.feed.delete(id, by: author) }
        }
    }

    private mutating func actOnDocuments() throws {
        let kind = random.pick(DocumentKind.allCases)
        switch random.below(6) {
        case 0...2:
            let known = domain.documents.all(kind).map(\.id)
            let id =
                known.isEmpty || random.happens(50)
                ? domain.documents.nextID(kind) : random.pick(known)
            let nested =
                String(repeating: "[", count: 62) + "\"[\\\"\"" + String(repeating: "]", count: 62)
            let value = random.pick(["1.5", "\"é\\\"{\"", "null", nested, "{\"a\":{}}"])
            try domain.documents.put(
                kind,
                id: id,
                text: Array("{\"id\":\(id),\"x\":\(value)}".utf8)
            )
        case 3:
            let id = Int64(1 + random.below(300))
            try domain.documents.remove(kind) { $0.id == id }
        default:
            let response = CustomResponse(
                method: "GET",
                body: Array(#"{"b" : "é"}"#.utf8),
                createdAt: domain.world.now
            )
            try domain.customResponses.add("r-\(random.below(99))", response)
        }
    }
}
