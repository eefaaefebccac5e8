import MockPostlyJSON
import MockPostlyWorld

extension SeedValidator {
    /// Reads a file's `community` and adds it to what the files before it say.
    mutating func readCommunity(of root: JSONValue) {
        guard let value = root["community"], var parts = object(value, .community) else { return }
        let (members, posts) = (parts.take("members"), parts.take("posts"))
        let tokens = parts.take("tokens")
        // One more than the largest id.
        let most = Int64.largestInContent + 1
        let nextPost = optionalNumber(&parts, "nextPostId", most: most)
        let nextComment = optionalNumber(&parts, "nextCommentId", most: most)
        close(parts)
        if let nextPost { filling.nextFeedPost = max(nextPost, filling.nextFeedPost ?? 0) }
        if let nextComment {
            filling.nextFeedComment = max(nextComment, filling.nextFeedComment ?? 0)
        }
        forEach(members, "community.members") { $0.readMember($2, .communityMember($1)) }
        forEach(posts, "community.posts", outlined: true) { $0.readCommunityPost($2, $1) }
        forEach(tokens, "community.tokens") { $0.readToken($2, .communityToken($1)) }
    }

    // MARK: Members

    /// Reads an e-mail, or an object with one.
    private mutating func readMember(_ value: JSONValue, _ place: SeedPlace) {
        guard value.kind != .string else {
            if let user = author(value, place.path()) { add(user, nil, value, place.path()) }
            return
        }
        guard value.kind == .object else {
            report(value, place.path(), expected: "an e-mail or an object")
            return
        }
        var members = SeedMembers(value, place)
        let name = required(&members, "user")
        let date = members.take("joinedAt")
        close(members)
        let joinedAt = date.flatMap { self.date($0, place.path("joinedAt")) }
        guard let name, let user = author(name, place.path("user")) else { return }
        add(user, joinedAt, name, place.path("user"))
    }

    /// Adds a member, who without a date joined when the account was made.
    private mutating func add(
        _ user: Int,
        _ joinedAt: Instant?,
        _ value: JSONValue,
        _ field: String
    ) {
        guard !filling.hasMember(user) else {
            let words = "\(filling.name(of: user)) is a member twice"
            return report(field, at: value.offset, words)
        }
        counts.community.members += 1
        let date = joinedAt ?? filling.creation(of: user)
        filling.add(SeedCommunity.Membership(user: user, joinedAt: date))
    }

    // MARK: Posts

    private mutating func readCommunityPost(_ value: JSONValue, _ index: Int) {
        let place = SeedPlace.communityPost(index)
        guard var members = object(value, place) else { return }
        let id = number(&members, \.communityPostIDs, "post")
        let by = requiredAuthor(&members, knowsStrangers: false)
        let content = requiredText(&members, "content", most: 5000)
        let image = address(&members, "imageUrl", ["https://", "http://"])
        let createdAt = requiredDate(&members, "createdAt")
        let updatedAt = self.updatedAt(&members, createdAt)
        let likes = self.likes(members.take("likes"), place)
        let comments = readCommunityComments(members.take("comments"), index)
        close(members)
        guard let by, let content, let createdAt else { return }
        counts.community.posts += 1
        counts.community.likes += likes.count
        counts.community.comments += comments.count
        filling.feedPosts.append(
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

    /// An `id` that no other post or comment has.
    private mutating func number(
        _ members: inout SeedMembers,
        _ taken: WritableKeyPath<SeedValidator, Set<Int64>>,
        _ kind: String
    ) -> Int64? {
        guard let value = members.value["id"] else { return nil }
        guard let id = optionalNumber(&members, "id") else { return nil }
        if !self[keyPath: taken].insert(id).inserted {
            let field = members.place.path("id")
            report(field, at: value.offset, "another \(kind) has the id \(id)")
        }
        return id
    }

    private mutating func readCommunityComments(
        _ value: JSONValue?,
        _ post: Int
    ) -> [SeedCommunity.Comment] {
        let list = SeedPlace.communityPost(post).path("comments")
        var comments: [SeedCommunity.Comment] = []
        var latest: Instant?
        forEach(value, list) { validator, index, element in
            let place = SeedPlace.communityComment(post: post, index)
            if let comment = validator.readCommunityComment(element, place, &latest) {
                comments.append(comment)
            }
        }
        return comments
    }

    private mutating func readCommunityComment(
        _ value: JSONValue,
        _ place: SeedPlace,
        _ latest: inout Instant?
    ) -> SeedCommunity.Comment? {
        guard var members = object(value, place) else { return nil }
        let id = number(&members, \.communityCommentIDs, "comment")
        let by = requiredAuthor(&members, knowsStrangers: false)
        let content = requiredText(&members, "content", most: 2000)
        let date = required(&members, "createdAt")
        close(members)
        guard let date, let createdAt = self.date(date, place.path("createdAt")) else {
            return nil
        }
        if let latest, createdAt < latest, !isExact {
            let words = "a date that is not before the previous comment's"
            report(date, place.path("createdAt"), expected: words)
        }
        latest = createdAt
        guard let by, let content else { return nil }
        return .init(author: by, content: content, createdAt: createdAt, id: id)
    }

    /// A text that the API would take.
    private mutating func requiredText(
        _ members: inout SeedMembers,
        _ name: String,
        most: Int
    ) -> String? {
        guard let value = required(&members, name) else { return nil }
        if !isExact, let text = value.string, text.isBlank || text.hasMoreCharacters(than: most) {
            let expected = "a text that is not blank, of at most \(most) characters"
            report(value, members.place.path(name), expected: expected)
            return nil
        }
        return string(value, members.place.path(name))
    }

    // MARK: Tokens

    private mutating func readToken(_ value: JSONValue, _ place: SeedPlace) {
        guard var members = object(value, place) else { return }
        let name = required(&members, "user")
        let hash = tokenHash(&members)
        let createdAt = optionalDate(&members, "createdAt")
        let revokedAt = optionalDate(&members, "revokedAt")
        close(members)
        let user = name.flatMap { author($0, place.path("user")) }
        guard let hash, let user else { return }
        counts.community.tokens += 1
        filling.add(
            SeedCommunity.Token(
                user: user,
                hash: hash,
                createdAt: createdAt,
                revokedAt: revokedAt
            )
        )
    }

    /// The hash of a `token`, or a `hash`, which is there instead of one.
    private mutating func tokenHash(_ members: inout SeedMembers) -> String? {
        let place = members.place
        if let value = members.value["hash"], members.value["token"] == nil {
            _ = members.take("hash")
            guard let hash = value.string, hash.isSHA256 else {
                let expected = "64 hexadecimal digits in lower case"
                report(value, place.path("hash"), expected: expected)
                return nil
            }
            return takeToken(hash, place.path("hash"), value)
        }
        guard let value = required(&members, "token") else { return nil }
        guard let text = value.string, APIToken.isWellFormed(text) else {
            let expected = "43 characters out of A-Z, a-z, 0-9, - and _"
            report(value, place.path("token"), expected: expected)
            return nil
        }
        if let hash = members.take("hash") {
            report(place.path("hash"), at: hash.offset, "there is a token already")
        }
        return takeToken(APIToken.hash(of: text), place.path("token"), value)
    }

    private mutating func takeToken(
        _ hash: String,
        _ field: String,
        _ value: JSONValue
    ) -> String? {
        if !filling.hasToken(hash: hash) { return hash }
        report(field, at: value.offset, "the token is there twice")
        return nil
    }
}

extension String {
    /// Whether these are 64 hexadecimal digits in lower case.
    var isSHA256: Bool {
        utf8.count == 64
            && utf8.allSatisfy {
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
                    || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0
            }
    }
}
