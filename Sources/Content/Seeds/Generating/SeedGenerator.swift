package import MockPostlyContent
import MockPostlyJSON
package import MockPostlyNouns
import MockPostlyWorld

/// Writes a large seed of composed posts: what `mockpostly seed gen` does.
///
/// The same plan gives the same files, byte for byte. Users are `user000001@example.com` and so on,
/// with passwords such as `user000001-postly`. Posts are spread over the two years before
/// 2026-11-01, oldest first. Each 5,000th post mentions a quokka, and no other text does, so that
/// a search for the word in 100,000 posts finds 20.
package struct SeedGenerator {
    /// The size of the seed to generate.
    ///
    /// ```swift
    /// let plan = Plan(posts: 100_000, users: 1_000, comments: 0, randomSeed: 1)
    /// var generator = try SeedGenerator(plan)
    /// try generator.write(to: "seed") { done, total in print(done, "of", total) }
    /// ```
    package struct Plan: Sendable, Equatable {
        /// The number of posts.
        package var posts: Int
        /// The number of users, all of whom can be authors.
        package var users: Int
        /// The number of all comments, which are spread unevenly over the posts.
        package var comments: Int
        /// The number of all likes of posts; nil for up to 12 of each post.
        package var likes: Int?
        /// The number of posts of the feed, all of whose members are the users.
        package var feed = 0
        /// How many records of DummyJSON there are of a kind, in place of the program's.
        package var records: [DocumentKind: Int] = [:]
        /// The same seed and the same plan give the same files.
        package var randomSeed: UInt64
        /// The number of words in a post, approximately.
        package var words: ClosedRange<Int>

        /// - Parameters:
        ///   - posts: 0 or more.
        ///   - users: at least 1 with posts.
        ///   - comments: 0 without posts.
        ///   - randomSeed: any number.
        ///   - words: at least 1 per post.
        package init(
            posts: Int,
            users: Int,
            comments: Int,
            randomSeed: UInt64,
            words: ClosedRange<Int> = 50...250
        ) {
            self.posts = posts
            self.users = users
            self.comments = comments
            self.randomSeed = randomSeed
            self.words = words
        }

        /// Why no such seed can be made; nil when it can.
        ///
        /// A sentence without a capital and a full stop, for the command line.
        package var problem: String? {
            if posts < 0 || users < 0 || comments < 0 { return "a count cannot be negative" }
            if posts > 0, users == 0 { return "posts need at least one user" }
            if comments > 0, posts == 0 { return "comments need at least one post" }
            if feed > 0, users == 0 { return "a feed needs at least one user" }
            if let likes, likes > posts * users { return "a user likes a post once at most" }
            return words.lowerBound < 1 ? "a post has at least one word" : nil
        }
    }

    static let postsPerFile = 1_000
    static let rarityInterval = 5_000
    /// 2026-11-01T00:00:00Z, in microseconds.
    static let end: Int64 = 1_793_491_200_000_000
    /// 730 days.
    static let span: Int64 = 730 * 86_400_000_000

    let plan: Plan
    var composer: Composer
    private let names: NameList
    private var comments: [UInt32] = []
    private var likes: [UInt32] = []

    /// Prepares the writing; ``Plan/problem`` must be nil.
    ///
    /// - Throws: ``SeedFault`` when the banks inside the program are damaged.
    package init(_ plan: Plan) throws(SeedFault) {
        self.plan = plan
        composer = Composer(try .embedded(), RandomSource(seed: plan.randomSeed))
        names = try .embedded()
    }

    /// Writes `users.json`, then `posts-00001.json` and so on with 1,000 posts each, then
    /// a file for the feed and `dummyjson.json` if there is to be something in them.
    ///
    /// Calls `progress` with the number of posts written and the total. The directory is made if it
    /// is missing, and must be empty. A fault names the file that could not be written; the files
    /// before it stay.
    ///
    /// - Parameters:
    ///   - directory: with or without a slash at its end.
    ///   - progress: called first with 0, then after each file.
    /// - Throws: ``SeedFault``.
    package mutating func write(
        to directory: String,
        progress: (_ done: Int, _ total: Int) -> Void
    ) throws(SeedFault) {
        let parent = directory.hasSuffix("/") ? directory : directory + "/"
        try SeedFiles.makeDirectory(directory)
        if let name = try SeedFiles.names(in: directory).first {
            throw SeedFault(
                file: directory,
                line: 0,
                column: 0,
                field: "",
                words: "expected an empty directory, found \(name) in it"
            )
        }
        progress(0, plan.posts)
        try writeUsers(to: parent + "users.json")
        spreadComments()
        spreadLikes()
        var done = 0
        while done < plan.posts {
            let count = min(Self.postsPerFile, plan.posts - done)
            let number = String(done / Self.postsPerFile + 1)
            let zeros = String(repeating: "0", count: max(0, 5 - number.utf8.count))
            let path = "\(parent)posts-\(zeros)\(number).json"
            try writePosts(done..<done + count, to: path)
            done += count
            progress(done, plan.posts)
        }
        if plan.feed > 0 { try writeFeed(to: "\(parent)\(StandardParts.feed).json") }
        if !plan.records.isEmpty { try writeRecords(to: parent + "dummyjson.json") }
    }

    /// Spreads the likes over all posts, as evenly as chance lets them, each user once for a post.
    private mutating func spreadLikes() {
        guard let all = plan.likes, plan.posts > 0 else { return }
        likes = Array(repeating: 0, count: plan.posts)
        for _ in 0..<all {
            var post = composer.random.below(plan.posts)
            while likes[post] == plan.users { post = (post + 1) % plan.posts }
            likes[post] += 1
        }
    }

    /// Spreads the comments: half of them over one post in sixteen, the others over all.
    private mutating func spreadComments() {
        comments = Array(repeating: 0, count: plan.posts)
        guard plan.posts > 0 else { return }
        for _ in 0..<plan.comments {
            var post = composer.random.below(plan.posts)
            if composer.random.happens(50) { post &= ~15 }
            comments[post] += 1
        }
    }

    static func email(_ user: Int) -> String {
        let digits = String(user + 1)
        let zeros = String(repeating: "0", count: max(0, 6 - digits.utf8.count))
        return "user\(zeros)\(digits)@example.com"
    }
}

// MARK: Users

extension SeedGenerator {
    private mutating func writeUsers(to path: String) throws(SeedFault) {
        var writer = JSONWriter(escaping: .utf8, reserving: 1 << 16)
        writer.beginObject()
        writer.key("users")
        writer.beginArray()
        for user in 0..<plan.users {
            if user > 0 { writer.byte(UInt8(ascii: ",")) }
            writer.byte(UInt8(ascii: "\n"))
            writeUser(user, &writer)
        }
        writer.byte(UInt8(ascii: "\n"))
        writer.endArray()
        writer.endObject()
        writer.byte(UInt8(ascii: "\n"))
        try Self.save(writer, path)
    }

    private mutating func writeUser(_ user: Int, _ writer: inout JSONWriter) {
        let email = Self.email(user)
        writer.beginObject()
        writer.field("name", names.name(&composer.random))
        writer.field("email", email)
        if composer.random.happens(60) {
            let folder = composer.random.happens(50) ? "women" : "men"
            let number = composer.random.below(100)
            let picture = "https://randomuser.me/api/portraits/\(folder)/\(number).jpg"
            writer.field("profilePicture", picture)
        }
        writer.field("password", email.prefix { $0 != "@" } + "-postly")
        // All accounts are older than the first post.
        let second =
            (Self.end - Self.span) / 1_000_000 - Int64(1 + composer.random.below(5_000_000))
        writer.field("createdAt", Instant(seconds: second).rfc3339Micros)
        writer.endObject()
    }

    static func save(
        _ writer: consuming JSONWriter,
        _ path: String
    ) throws(SeedFault) {
        try SeedFiles.write(writer.finish(), to: path)
    }
}

// MARK: Posts

extension SeedGenerator {
    private mutating func writePosts(_ posts: Range<Int>, to path: String) throws(SeedFault) {
        var writer = JSONWriter(escaping: .utf8, reserving: posts.count * 1_500)
        writer.beginObject()
        writer.key("posts")
        writer.beginArray()
        for post in posts {
            if post > posts.lowerBound { writer.byte(UInt8(ascii: ",")) }
            writer.byte(UInt8(ascii: "\n"))
            writePost(post, &writer)
        }
        writer.byte(UInt8(ascii: "\n"))
        writer.endArray()
        writer.endObject()
        writer.byte(UInt8(ascii: "\n"))
        try Self.save(writer, path)
    }

    private mutating func writePost(_ post: Int, _ writer: inout JSONWriter) {
        let author = composer.random.below(plan.users)
        let createdAt = date(of: post)
        composer.beginPost()
        let title = composer.title()
        composer.writePost(words: plan.words)
        if (post + 1) % Self.rarityInterval == 0 { composer.writeRarity() }
        writer.beginObject()
        writer.field("author", Self.email(author))
        writer.field("title", title)
        writer.key("content")
        composer.text.withUnsafeBufferPointer { writer.string(utf8: $0) }
        if composer.random.happens(4) { writer.field("status", "draft") }
        let covers = composer.book.banks[composer.topic].covers
        if !covers.isEmpty, composer.random.happens(50) {
            writer.field("coverImage", StandardParts.coverAddress(composer.random.pick(covers)))
        }
        writer.field("createdAt", Instant(microseconds: createdAt).rfc3339Micros)
        // A few posts have many views.
        let fame = composer.random.below(70)
        writer.field("views", fame * fame + composer.random.below(20))
        let count = plan.likes == nil ? composer.random.below(13) : Int(likes[post])
        writeLikes(min(count, plan.users), &writer)
        writeComments(Int(comments[post]), by: author, after: createdAt, &writer)
        writer.endObject()
    }

    /// A date for a post: the period is divided evenly, and the moment within each part is random.
    private mutating func date(of post: Int) -> Int64 {
        let share = Self.span / Int64(plan.posts)
        return Self.end - Self.span + share * Int64(post)
            + Int64(composer.random.below(Int(max(share, 1))))
    }

    /// Writes so many users who like a post, at most all, each once.
    mutating func writeLikes(_ count: Int, _ writer: inout JSONWriter) {
        guard count > 0 else { return }
        var likes: [Int] = []
        var known: Set<Int> = []
        while likes.count < count {
            var user = composer.random.below(plan.users)
            while known.contains(user) { user = (user + 1) % plan.users }
            known.insert(user)
            likes.append(user)
        }
        writer.key("likes")
        writer.beginArray()
        for user in likes { writer.string(Self.email(user)) }
        writer.endArray()
    }

    private mutating func writeComments(
        _ count: Int,
        by author: Int,
        after createdAt: Int64,
        _ writer: inout JSONWriter
    ) {
        guard count > 0 else { return }
        let days = 14 * 86_400_000_000
        let room = Int(min(Int64(days), Self.end - createdAt))
        var dates = (0..<count).map { _ in createdAt + Int64(composer.random.below(room)) }
        dates.sort()
        writer.key("comments")
        writer.beginArray()
        var isAnswerDue = false
        for date in dates {
            let isReply = isAnswerDue && composer.random.happens(60)
            let isQuestion = !isReply && composer.random.happens(20)
            isAnswerDue = isQuestion || isAnswerDue && !isReply
            composer.writeComment(isReply ? .reply : isQuestion ? .question : .comment)
            writer.beginObject()
            writer.field(
                "author",
                Self.email(isReply ? author : composer.random.below(plan.users))
            )
            writer.key("content")
            composer.text.withUnsafeBufferPointer { writer.string(utf8: $0) }
            writer.field("createdAt", Instant(microseconds: date).rfc3339Micros)
            writer.endObject()
        }
        writer.endArray()
    }
}
