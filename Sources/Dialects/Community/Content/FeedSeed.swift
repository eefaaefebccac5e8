package import MockPostlyContent
package import MockPostlyJSON
internal import MockPostlyNouns
internal import MockPostlyWorld

/// The member `community` of a seed: members, posts with likes and comments, and tokens.
package class FeedSeed: SeedPart {
    /// `{"members":[...],"posts":[...],"tokens":[...]}`.
    package static var member: String { "community" }

    private static let posts = "community.posts"
    package static var described: SeedMember {
        SeedMember(member, .object(.community), "The feed: what several files say is added up.")
    }

    let reading: SeedReading
    private let people: PeopleSeed
    let memberships: MembershipStore
    let tokens: APITokenStore
    let feed: FeedStore
    /// The posts, which are added at the end: only then are the dates of all of them known.
    var posts: [SeedCommunity.Post] = []
    var nextPost: Int64?
    var nextComment: Int64?
    private var postIDs: Set<Int64> = []
    private var commentIDs: Set<Int64> = []
    private var count = (members: 0, posts: 0, comments: 0, likes: 0, tokens: 0)

    /// The accounts must be read before: ``PeopleSeed`` comes earlier in the list of parts.
    package required init(_ reading: SeedReading, _ earlier: SeedParts) {
        self.reading = reading
        people = earlier.part(PeopleSeed.self)
        memberships = MembershipStore(work: reading.work, world: reading.world)
        tokens = APITokenStore(work: reading.work, world: reading.world)
        feed = FeedStore(work: reading.work, world: reading.world)
    }

    /// Shown on a line of its own that begins with "community".
    package var tally: SeedTally? {
        SeedTally(
            title: "community",
            [
                .init("member", count.members), .init("post", count.posts),
                .init("comment", count.comments), .init("like", count.likes),
                .init("token", count.tokens),
            ]
        )
    }

    func add(_ member: SeedCommunity.Membership) {
        reading.attempt { try memberships.insert(Int64(member.user), joinedAt: member.joinedAt) }
    }

    func add(_ token: SeedCommunity.Token) {
        reading.attempt {
            try tokens.insert(
                hash: token.hash,
                of: Int64(token.user),
                at: token.createdAt ?? people.creation(of: token.user),
                revokedAt: token.revokedAt
            )
        }
    }

    /// Adds the posts of all files.
    ///
    /// Posts and comments without ids get theirs in the order of their dates, after the others.
    package func endReading() { insertPosts() }

    package func read(_ value: JSONValue) {
        let place = SeedPlace(Self.member, members: SeedShape.community.names)
        guard let row = reading.row(value, place, .community) else { return }
        if let next = row.number("nextPostId") { nextPost = max(next, nextPost ?? 0) }
        if let next = row.number("nextCommentId") { nextComment = max(next, nextComment ?? 0) }
        reading.forEach(row.json("members"), row.path("members")) { index, value in
            let shape = SeedShape.communityMember
            readMember(value, SeedPlace("community.members", at: index, members: shape.names))
        }
        reading.forEach(row.json("posts"), Self.posts, outlined: true) { readCommunityPost($1, $0) }
        reading.forEach(row.json("tokens"), row.path("tokens"), .communityToken, readToken)
    }

    // MARK: Members

    /// Reads a member: an e-mail, or an object with a reference to a user and a date.
    private func readMember(_ value: JSONValue, _ place: SeedPlace) {
        guard value.kind != .string else {
            if let user = people.author(value, place.path()) {
                add(user, joinedAt: nil, value: value, field: place.path())
            }
            return
        }
        guard value.kind == .object else {
            reading.report(value, place.path(), expected: "an e-mail or an object")
            return
        }
        guard let row = reading.row(value, place, .communityMember), let name = row.json("user"),
            let user = people.author(name, row.path("user"))
        else { return }
        add(user, joinedAt: row.date("joinedAt"), value: name, field: row.path("user"))
    }

    /// Adds a member; without a date, the member joined when the account was made.
    private func add(
        _ user: Int,
        joinedAt: Instant?,
        value: JSONValue,
        field: String
    ) {
        guard !has(member: user) else {
            let words = "\(people.name(of: user)) is a member twice"
            return reading.report(field, at: value.offset, words)
        }
        count.members += 1
        let date = joinedAt ?? people.creation(of: user)
        add(SeedCommunity.Membership(user: user, joinedAt: date))
    }

    // MARK: Posts

    private func readCommunityPost(_ value: JSONValue, _ index: Int) {
        let place = SeedPlace(Self.posts, at: index, members: SeedShape.communityPost.names)
        guard let row = reading.row(value, place, .communityPost) else { return }
        let id = number(row, &postIDs, kind: "post")
        let by = people.author(row.json("author"), row.path("author"))
        let createdAt = row.date("createdAt")
        reading.check(row, isNotBefore: createdAt)
        let likes = people.likes(row.json("likes"), place)
        let comments = readCommunityComments(row.json("comments"), index)
        guard let by, let content = row.text("content"), let createdAt else { return }
        count.posts += 1
        count.likes += likes.count
        count.comments += comments.count
        posts.append(
            SeedCommunity.Post(
                author: by,
                content: content,
                imageURL: row.text("imageUrl"),
                createdAt: createdAt,
                updatedAt: row.date("updatedAt") ?? createdAt,
                likes: likes,
                comments: comments,
                id: id
            )
        )
    }

    /// The member `id`; another post or comment with the same id is a fault.
    private func number(
        _ row: SeedRow,
        _ taken: inout Set<Int64>,
        kind: String
    ) -> Int64? {
        guard let id = row.number("id"), let value = row.json("id") else { return nil }
        if !taken.insert(id).inserted {
            reading.report(row.path("id"), at: value.offset, "another \(kind) has the id \(id)")
        }
        return id
    }

    private func readCommunityComments(
        _ value: JSONValue?,
        _ post: Int
    ) -> [SeedCommunity.Comment] {
        let list = SeedPlace(Self.posts, at: post, members: []).path("comments")
        var comments: [SeedCommunity.Comment] = []
        var latest: Instant?
        reading.forEach(value, list) { index, element in
            let place = SeedPlace(
                Self.posts,
                at: post,
                "comments",
                at: index,
                members: SeedShape.communityComment.names
            )
            if let comment = readCommunityComment(element, place, latest: &latest) {
                comments.append(comment)
            }
        }
        return comments
    }

    private func readCommunityComment(
        _ value: JSONValue,
        _ place: SeedPlace,
        latest: inout Instant?
    ) -> SeedCommunity.Comment? {
        guard let row = reading.row(value, place, .communityComment) else { return nil }
        let id = number(row, &commentIDs, kind: "comment")
        let by = people.author(row.json("author"), row.path("author"))
        guard let createdAt = reading.commentDate(row, &latest), let by,
            let content = row.text("content")
        else { return nil }
        return .init(author: by, content: content, createdAt: createdAt, id: id)
    }

    // MARK: Tokens

    private func readToken(_ row: SeedRow) {
        let hash = tokenHash(row)
        let user = people.author(row.json("user"), row.path("user"))
        guard let hash, let user else { return }
        count.tokens += 1
        add(
            SeedCommunity.Token(
                user: user,
                hash: hash,
                createdAt: row.date("createdAt"),
                revokedAt: row.date("revokedAt")
            )
        )
    }

    /// The hash of a token: of the member `token`, or given by the member `hash`.
    private func tokenHash(_ row: SeedRow) -> String? {
        guard let value = row.json("token") else {
            guard let value = row.json("hash") else {
                reading.report(row.path("token"), at: row.value.offset, "is missing")
                return nil
            }
            return row.text("hash")
                .flatMap { takeToken($0, field: row.path("hash"), value: value) }
        }
        guard let token = row.text("token") else { return nil }
        if let hash = row.json("hash") {
            reading.report(row.path("hash"), at: hash.offset, "there is a token already")
        }
        return takeToken(APIToken.hash(of: token), field: row.path("token"), value: value)
    }

    private func takeToken(
        _ hash: String,
        field: String,
        value: JSONValue
    ) -> String? {
        if !has(token: hash) { return hash }
        reading.report(field, at: value.offset, "the token is there twice")
        return nil
    }

    // MARK: Writing

    package static func write(_ content: ExportedContent, _ writer: inout SeedWriter) throws {
        let people = try content.knowledge(SeedPeople.self)
        try writer.part(
            .feed,
            member,
            ["members": .communityMember, "posts": .communityPost, "tokens": .apiToken],
            SeedTableExport(content, references: ["user": people.reference(number:)])
        )
    }
}
