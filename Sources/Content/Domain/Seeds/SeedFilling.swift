import MockPostlyCrypto
internal import MockPostlySQLite
import MockPostlyWorld

/// Puts what a seed says into a content, part by part as it is read, and knows what is there.
///
/// The content alone says who and what is there, so that nothing of a seed is in memory twice. People
/// are known by the numbers of their rows; those who are no users, but wrote or liked something, by
/// numbers below zero. A failure of the database is kept in ``failure``; nothing is put in after it.
class SeedFilling {
    let domain: Domain
    /// The first failure of the database.
    private(set) var failure: (any Error)?

    private var slugs = SeedSlugs()
    private var strangers: [String] = []
    private var strangerNumbers: [ExactText: Int] = [:]
    /// The numbers of people who were asked for lately, by e-mail.
    private var numbers: [ExactText: Int] = [:]
    /// People whose names were asked for lately.
    private var people: [Int: User] = [:]
    private static let mostKnown = 4_096

    /// Posts of the community, which get their ids in the end.
    var feedPosts: [SeedCommunity.Post] = []
    var nextFeedPost: Int64?
    var nextFeedComment: Int64?
    /// Whether the seed says anything about records in place of the program's own.
    var saysImport = false
    /// How many records of each kind are imported.
    var imported = DocumentKind.allCases.map { _ in 0 }

    /// A filling of `domain`, which has nothing in it, within a unit of work that is open.
    init(_ domain: Domain) {
        self.domain = domain
    }

    var connection: Connection { domain.work.connection }

    /// Runs `body` unless there was a failure; nil when there is one then.
    @discardableResult
    func attempt<Result>(_ body: () throws -> Result) -> Result? {
        guard failure == nil else { return nil }
        do {
            return try body()
        } catch {
            failure = error
            return nil
        }
    }

    // MARK: People

    /// The number of the user with this e-mail, the oldest if there are several.
    func user(email: String) -> Int? {
        let key = ExactText(email)
        if let known = numbers[key] { return known }
        guard let found = attempt({ try domain.users.number(email: email) }) ?? nil else {
            return nil
        }
        if numbers.count >= Self.mostKnown { numbers = [:] }
        numbers[key] = Int(found)
        return Int(found)
    }

    /// The number of the user or stranger with this id.
    func person(id: String) -> Int? {
        if let stranger = strangerNumbers[ExactText(id)] { return stranger }
        return attempt { try domain.users.number(id: id) }?.map { Int($0) }
    }

    /// Whether a user has this number.
    func hasUser(number: Int64) -> Bool {
        attempt { try domain.users.has(number: number) } ?? false
    }

    /// When the account of a user was made.
    func creation(of user: Int) -> Instant {
        attempt { try domain.users.creation(of: Int64(user)) }
            ?? SeedValidator.usualCreation
    }

    /// A person as they are; of a stranger only the id is known.
    func find(_ person: Int) -> User {
        let unknown = { (id: String) in User(id: User.ID(id), email: "", name: "") }
        guard person > 0 else { return unknown(strangers[-1 - person]) }
        if let known = people[person] { return known }
        guard let user = attempt({ try domain.users.find(number: Int64(person)) }) ?? nil else {
            return unknown("")
        }
        if people.count >= Self.mostKnown { people = [:] }
        people[person] = user
        return user
    }

    /// What tells a person from others: the e-mail of a user, the id of a stranger.
    func name(of person: Int) -> String {
        person > 0 ? find(person).email : strangers[-1 - person]
    }

    func add(_ user: SeedUser) {
        let account = User(
            id: User.ID(user.userID),
            email: user.email,
            name: user.name,
            picture: user.picture,
            lastLogin: user.lastLogin
        )
        // The password stands in the seed for all to read: a slow hash would protect nothing.
        let password = user.password.map {
            PasswordHash.seeded($0, salt: Array(user.userID.utf8)).stored
        }
        attempt {
            try domain.users.insert(
                account,
                password: password ?? user.passwordHash,
                createdAt: user.createdAt,
                number: user.number
            )
        }
    }

    /// Notes somebody who is no user.
    func addStranger(_ id: String) -> Int {
        let number = -1 - strangers.count
        strangers.append(id)
        strangerNumbers[ExactText(id)] = number
        return number
    }

    // MARK: Posts

    func hasPost(_ id: ObjectID) -> Bool {
        attempt { try domain.posts.has(id) } ?? false
    }

    func hasComment(_ id: ObjectID) -> Bool {
        attempt { try domain.posts.hasComment(id) } ?? false
    }

    /// Adds a post with its likes, and returns its key; comments may follow.
    func add(_ post: SeedPost) -> Int64 {
        let draft = Post.Draft(
            title: post.title,
            content: post.content,
            status: post.status,
            coverImage: post.coverImage
        )
        let key = attempt {
            let key = try domain.posts.insert(
                PostStore.NewPost(
                    id: post.id,
                    author: find(post.author).called(post.byline),
                    draft: draft,
                    slug: try post.slug ?? slugs.make(for: post, in: domain.posts),
                    createdAt: post.createdAt,
                    updatedAt: post.updatedAt,
                    views: post.views
                )
            )
            for person in post.likes {
                if person > 0 {
                    try domain.posts.addLike(of: key, byNumber: Int64(person))
                } else {
                    try domain.posts.addLike(of: key, by: find(person).id)
                }
            }
            if !post.likes.isEmpty { try domain.posts.setLikes(post.likes.count, of: key) }
            return key
        }
        return key ?? 0
    }

    /// Adds a comment to the post with this key.
    func add(_ comment: SeedComment, to post: Int64) {
        attempt {
            try domain.posts.insertComment(
                comment.id,
                post,
                comment.content,
                find(comment.author).called(comment.byline),
                comment.createdAt
            )
        }
    }

    // MARK: Community

    func add(_ member: SeedCommunity.Membership) {
        attempt { try domain.members.insert(Int64(member.user), joinedAt: member.joinedAt) }
    }

    func add(_ token: SeedCommunity.Token) {
        attempt {
            try domain.apiTokens.insert(
                hash: token.hash,
                of: Int64(token.user),
                at: token.createdAt ?? creation(of: token.user),
                revokedAt: token.revokedAt
            )
        }
    }

    /// Adds the posts of the community.
    ///
    /// Posts and comments without ids get theirs in the order of their dates, after the others.
    func addFeed() { insertFeed() }
}

extension User {
    /// The person as something they wrote shows them.
    fileprivate func called(_ byline: SeedByline?) -> User {
        guard let byline else { return self }
        var user = self
        user.name = byline.name ?? name
        user.email = byline.email ?? email
        user.picture = byline.picture ?? picture
        return user
    }
}
