import MockPostlyCrypto
import MockPostlySQLite
import MockPostlyTestKit
import MockPostlyWorld

@testable import MockPostlyContent
@testable import MockPostlyNouns
@testable import MockPostlySeeds

extension TimeAndChance {
    static func frozen(randomSeed: UInt64 = 1) -> TimeAndChance {
        TimeAndChance(name: "default", clock: .frozen(at: .frozen), randomSeed: randomSeed)
    }
}

extension Domain {
    /// How many posts, accounts and comments there are.
    func totals() throws -> (posts: Int64, users: Int64, comments: Int64) {
        let counts = try counts().first { $0.scope == .postly }?.counts ?? []
        func count(_ name: String) -> Int64 { counts.first { $0.name == name }?.count ?? 0 }
        return (count("posts"), count("users"), count("comments"))
    }

    /// Content in memory, empty at first, whose clock stands still.
    static func fresh(randomSeed: UInt64 = 1) throws -> Domain {
        try Domain.inMemory(.frozen(randomSeed: randomSeed))
    }

    /// The responses that clients have defined.
    var customResponses: CustomResponseStore { CustomResponseStore(work, documents) }

    /// A registered person, whose password is the name.
    func person(_ name: String) throws -> User {
        try users.register(
            email: name.lowercased() + "@example.com",
            name: name,
            password: .seeded(name, salt: [1, 2, 3])
        )
    }

    /// A new post, as the store shows it.
    @discardableResult
    func post(
        _ title: String,
        _ content: String = "Some words",
        status: String = "published",
        by author: User
    ) throws -> SeenPost {
        let draft = Post.Draft(title: title, content: content, status: status)
        return try posts.seen(posts.create(draft, by: author))
    }

    /// What a query for one number gives.
    func number(_ sql: StaticString, _ values: [Value] = []) throws -> Int64 {
        try work.connection.first(sql, values) { $0.int(0) } ?? 0
    }
}

/// A copy of a ``PostRecord``, which is only lent.
struct SeenPost: Equatable {
    var key: Int64
    var id: Post.ID
    var author: User
    var title: String
    var content: String
    var slug: String
    var status: String
    var coverImage: String?
    var readTime: Int64
    var createdAt: Instant
    var updatedAt: Instant
    var views: Int64
    var likes: Int64
    var comments: Int64
}

extension SeenPost {
    init?(_ post: PostRecord) {
        guard let id = Post.ID(hex: Self.text(post.id)) else { return nil }
        self.init(
            key: post.key,
            id: id,
            author: User(
                id: User.ID(Self.text(post.authorID)),
                email: Self.text(post.authorEmail),
                name: Self.text(post.authorName),
                picture: post.authorPicture.map(Self.text)
            ),
            title: Self.text(post.title),
            content: Self.text(post.content),
            slug: Self.text(post.slug),
            status: Self.text(post.status),
            coverImage: post.coverImage.map(Self.text),
            readTime: post.readTime,
            createdAt: post.createdAt,
            updatedAt: post.updatedAt,
            views: post.views,
            likes: post.likes,
            comments: post.comments
        )
    }

    static func text(_ lent: LentText) -> String { String(decoding: lent, as: UTF8.self) }
}

extension PostStore {
    func seen(_ key: Int64) throws -> SeenPost {
        guard let post = try read(key: key, SeenPost.init) else { throw PostError.noSuchPost }
        return post
    }

    func seen(_ id: Post.ID) throws -> SeenPost { try seen(key(of: id)) }

    /// The contents of a post's comments, in order.
    func comments(_ id: Post.ID) throws -> [String] {
        var contents: [String] = []
        try forEachComment(ofPost: key(of: id)) { contents.append(SeenPost.text($0.content)) }
        return contents
    }

    /// Adds a comment and returns its id.
    @discardableResult
    func comment(_ content: String, to id: Post.ID, by author: User) throws -> String {
        try addComment(to: id, content: content, by: author) { SeenPost.text($0.id) }
    }
}

extension RandomNumberGenerator {
    mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

    mutating func chance(_ numerator: Int, in denominator: Int) -> Bool {
        below(denominator) < numerator
    }

    mutating func pick<Choices: RandomAccessCollection>(_ choices: Choices) -> Choices.Element
    where Choices.Index == Int {
        choices[choices.startIndex + below(choices.count)]
    }
}
