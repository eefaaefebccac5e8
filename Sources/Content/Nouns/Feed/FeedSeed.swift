package import MockPostlyContent
package import MockPostlyJSON
internal import MockPostlyWorld

/// The member `community` of a seed: members, posts with likes and comments, and tokens.
package class FeedSeed: SeedPart {
    /// `{"members":[...],"posts":[...],"tokens":[...]}`.
    package static var member: String { "community" }

    private static let posts = "community.posts"
    private static let members = ["members", "posts", "tokens", "nextPostId", "nextCommentId"]
    private static let postMembers = [
        "author", "content", "imageUrl", "createdAt", "updatedAt", "likes", "comments", "id",
    ]
    private static let commentMembers = ["author", "content", "createdAt", "id"]
    private static let tokenMembers = ["user", "token", "hash", "createdAt", "revokedAt"]

    unowned let reading: SeedReading
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
    package required init(_ reading: SeedReading) {
        self.reading = reading
        people = reading.part(PeopleSeed.self)
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
        guard
            var parts = reading.object(value, SeedPlace("community", members: Self.members))
        else { return }
        let (members, posts) = (parts.take("members"), parts.take("posts"))
        let tokens = parts.take("tokens")
        // The next id can be one more than the largest.
        let most = Int64.largestInContent + 1
        let nextPost = reading.optionalNumber(&parts, "nextPostId", most: most)
        let nextComment = reading.optionalNumber(&parts, "nextCommentId", most: most)
        reading.close(parts)
        if let nextPost { self.nextPost = max(nextPost, self.nextPost ?? 0) }
        if let nextComment { self.nextComment = max(nextComment, self.nextComment ?? 0) }
        reading.forEach(members, "community.members") { index, value in
            readMember(
                value,
                SeedPlace("community.members", at: index, members: ["user", "joinedAt"])
            )
        }
        reading.forEach(posts, Self.posts, outlined: true) { readCommunityPost($1, $0) }
        reading.forEach(tokens, "community.tokens") { index, value in
            readToken(
                value,
                SeedPlace("community.tokens", at: index, members: Self.tokenMembers)
            )
        }
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
        var members = SeedMembers(value, place)
        let name = reading.required(&members, "user")
        let date = members.take("joinedAt")
        reading.close(members)
        let joinedAt = date.flatMap { reading.date($0, place.path("joinedAt")) }
        guard let name, let user = people.author(name, place.path("user")) else { return }
        add(user, joinedAt: joinedAt, value: name, field: place.path("user"))
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
        let place = SeedPlace(Self.posts, at: index, members: Self.postMembers)
        guard var members = reading.object(value, place) else { return }
        let id = number(&members, &postIDs, kind: "post")
        let by = people.requiredAuthor(&members, knowsStrangers: false)
        let content = requiredText(&members, "content", most: 5000)
        let image = reading.address(&members, "imageUrl", schemes: ["https://", "http://"])
        let createdAt = reading.requiredDate(&members, "createdAt")
        let updatedAt = reading.updatedAt(&members, createdAt)
        let likes = people.likes(members.take("likes"), place)
        let comments = readCommunityComments(members.take("comments"), index)
        reading.close(members)
        guard let by, let content, let createdAt else { return }
        count.posts += 1
        count.likes += likes.count
        count.comments += comments.count
        posts.append(
            SeedCommunity.Post(
                author: by,
                content: content,
                imageURL: image,
                createdAt: createdAt,
                updatedAt: updatedAt ?? createdAt,
                likes: likes,
                comments: comments,
                id: id
            )
        )
    }

    /// The member `id`; another post or comment with the same id is a fault.
    private func number(
        _ members: inout SeedMembers,
        _ taken: inout Set<Int64>,
        kind: String
    ) -> Int64? {
        guard let value = members.value["id"] else { return nil }
        guard let id = reading.optionalNumber(&members, "id") else { return nil }
        if !taken.insert(id).inserted {
            let field = members.place.path("id")
            reading.report(field, at: value.offset, "another \(kind) has the id \(id)")
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
                members: Self.commentMembers
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
        guard var members = reading.object(value, place) else { return nil }
        let id = number(&members, &commentIDs, kind: "comment")
        let by = people.requiredAuthor(&members, knowsStrangers: false)
        let content = requiredText(&members, "content", most: 2000)
        let date = reading.required(&members, "createdAt")
        reading.close(members)
        guard let date, let createdAt = reading.date(date, place.path("createdAt")) else {
            return nil
        }
        if let latest, createdAt < latest, !reading.isExact {
            let words = "a date that is not before the previous comment's"
            reading.report(date, place.path("createdAt"), expected: words)
        }
        latest = createdAt
        guard let by, let content else { return nil }
        return .init(author: by, content: content, createdAt: createdAt, id: id)
    }

    /// A text that the API would accept: not blank, at most `most` characters.
    private func requiredText(
        _ members: inout SeedMembers,
        _ name: String,
        most: Int
    ) -> String? {
        guard let value = reading.required(&members, name) else { return nil }
        if !reading.isExact, let text = value.string,
            text.isBlank || text.hasMoreCharacters(than: most)
        {
            let expected = "a text that is not blank, of at most \(most) characters"
            reading.report(value, members.place.path(name), expected: expected)
            return nil
        }
        return reading.string(value, members.place.path(name))
    }

    // MARK: Tokens

    private func readToken(_ value: JSONValue, _ place: SeedPlace) {
        guard var members = reading.object(value, place) else { return }
        let name = reading.required(&members, "user")
        let hash = tokenHash(&members)
        let createdAt = reading.optionalDate(&members, "createdAt")
        let revokedAt = reading.optionalDate(&members, "revokedAt")
        reading.close(members)
        let user = name.flatMap { people.author($0, place.path("user")) }
        guard let hash, let user else { return }
        count.tokens += 1
        add(
            SeedCommunity.Token(
                user: user,
                hash: hash,
                createdAt: createdAt,
                revokedAt: revokedAt
            )
        )
    }

    /// The hash of a token: of the member `token`, or given by the member `hash`.
    private func tokenHash(_ members: inout SeedMembers) -> String? {
        let place = members.place
        if let value = members.value["hash"], members.value["token"] == nil {
            _ = members.take("hash")
            guard let hash = value.string, hash.isSHA256 else {
                let expected = "64 hexadecimal digits in lower case"
                reading.report(value, place.path("hash"), expected: expected)
                return nil
            }
            return takeToken(hash, field: place.path("hash"), value: value)
        }
        guard let value = reading.required(&members, "token") else { return nil }
        guard let text = value.string, APIToken.isWellFormed(text) else {
            let expected = "43 characters out of A-Z, a-z, 0-9, - and _"
            reading.report(value, place.path("token"), expected: expected)
            return nil
        }
        if let hash = members.take("hash") {
            reading.report(place.path("hash"), at: hash.offset, "there is a token already")
        }
        return takeToken(APIToken.hash(of: text), field: place.path("token"), value: value)
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
}
