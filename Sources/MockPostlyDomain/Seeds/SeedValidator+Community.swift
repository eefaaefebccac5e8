import MockPostlyJSON
import MockPostlyWorld

extension SeedValidator {
    /// Reads a file's `community` and adds it to what the files before it say.
    mutating func readCommunity(of root: JSONValue) {
        guard let value = root["community"], var parts = object(value, .community) else { return }
        let (members, posts) = (parts.take("members"), parts.take("posts"))
        let tokens = parts.take("tokens")
        close(parts)
        for (index, element) in array(members, "community.members").enumerated() {
            readMember(element, .communityMember(index))
        }
        for (index, element) in array(posts, "community.posts").enumerated() {
            readCommunityPost(element, index)
        }
        for (index, element) in array(tokens, "community.tokens").enumerated() {
            readToken(element, .communityToken(index))
        }
        counts.community.members = community.members.count
        counts.community.posts = community.posts.count
        counts.community.tokens = community.tokens.count
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
        guard communityMembers.insert(user).inserted else {
            report(field, at: value.offset, "\(users[user].email) is a member twice")
            return
        }
        let date = joinedAt ?? users[user].createdAt
        community.members.append(.init(user: user, joinedAt: date))
    }

    // MARK: Posts

    private mutating func readCommunityPost(_ value: JSONValue, _ index: Int) {
        let place = SeedPlace.communityPost(index)
        guard var members = object(value, place) else { return }
        postNumber += 1
        let by = requiredAuthor(&members)
        let content = requiredText(&members, "content", most: 5000)
        let image = address(&members, "imageUrl", ["https://", "http://"])
        let createdAt = requiredDate(&members, "createdAt")
        let updatedAt = self.updatedAt(&members, createdAt)
        let likes = self.likes(members.take("likes"), place)
        let comments = readCommunityComments(members.take("comments"), index)
        close(members)
        guard let by, let content, let createdAt else { return }
        counts.community.likes += likes.count
        counts.community.comments += comments.count
        community.posts.append(
            SeedCommunity.Post(
                author: by,
                content: content,
                imageURL: image,
                createdAt: createdAt,
                updatedAt: updatedAt ?? createdAt,
                likes: likes,
                comments: comments
            )
        )
    }

    private mutating func readCommunityComments(
        _ value: JSONValue?,
        _ post: Int
    ) -> [SeedCommunity.Comment] {
        let list = SeedPlace.communityPost(post).path("comments")
        var comments: [SeedCommunity.Comment] = []
        var latest: Instant?
        for (index, element) in array(value, list).enumerated() {
            let place = SeedPlace.communityComment(post: post, index)
            guard var members = object(element, place) else { continue }
            let by = requiredAuthor(&members)
            let content = requiredText(&members, "content", most: 2000)
            let date = required(&members, "createdAt")
            close(members)
            guard let date, let createdAt = self.date(date, place.path("createdAt")) else {
                continue
            }
            if let latest, createdAt < latest {
                let words = "a date that is not before the previous comment's"
                report(date, place.path("createdAt"), expected: words)
            }
            latest = createdAt
            guard let by, let content else { continue }
            comments.append(.init(author: by, content: content, createdAt: createdAt))
        }
        return comments
    }

    /// A text that the API would take.
    private mutating func requiredText(
        _ members: inout SeedMembers,
        _ name: String,
        most: Int
    ) -> String? {
        guard let value = required(&members, name) else { return nil }
        if let text = value.string, text.isBlank || text.hasMoreCharacters(than: most) {
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
        let token = required(&members, "token")
        close(members)
        let user = name.flatMap { author($0, place.path("user")) }
        guard let token else { return }
        guard let text = token.string, APIToken.isWellFormed(text) else {
            let expected = "43 characters out of A-Z, a-z, 0-9, - and _"
            report(token, place.path("token"), expected: expected)
            return
        }
        guard apiTokens.insert(text).inserted else {
            report(place.path("token"), at: token.offset, "the token is there twice")
            return
        }
        if let user { community.tokens.append(.init(user: user, text: text)) }
    }
}
