import MockPostlyJSON
import MockPostlyWorld

extension SeedValidator {
    /// Reads a file's `posts` and hands them out; those with a fault in what they cannot be
    /// without are left out.
    mutating func readPosts(of root: JSONValue, _ body: (SeedPost) throws -> Void) rethrows {
        guard let list = root["posts"], list.kind == .array else { return }
        for (index, value) in list.elements.enumerated() {
            if let post = readPost(value, index) { try body(post) }
        }
    }

    private mutating func readPost(_ value: JSONValue, _ index: Int) -> SeedPost? {
        let place = SeedPlace.post(index)
        guard var members = object(value, place) else { return nil }
        postNumber += 1
        let explicit = objectID(&members)
        let by = requiredAuthor(&members, knowsStrangers: true)
        let byline = self.byline(&members, by, hasEmail: true)
        let title = requiredString(&members, "title")
        let content = requiredContent(&members)
        let slug = self.slug(&members)
        let status = self.status(&members)
        let cover = address(&members, "coverImage", ["https://", "http://"])
        let createdAt = requiredDate(&members, "createdAt")
        let updatedAt = self.updatedAt(&members, createdAt)
        let views = self.views(&members)
        let likes = self.likes(members.take("likes"), place, knowsStrangers: true)
        let comments = members.take("comments")
        close(members)
        guard let by, let title, let content, let createdAt else {
            _ = readComments(comments, index, of: nil)
            return nil
        }
        let email = by < users.count ? users[by].email : strangers[by - users.count]
        let id = postID(explicit, email, title, createdAt, place)
        let post = SeedPost(
            id: id,
            author: by,
            title: title,
            content: content,
            slug: slug,
            status: status,
            coverImage: cover,
            createdAt: createdAt,
            updatedAt: updatedAt ?? createdAt,
            views: views,
            likes: likes,
            comments: readComments(comments, index, of: id),
            byline: byline
        )
        counts.posts += 1
        counts.comments += post.comments.count
        counts.likes += likes.count
        return post
    }

    /// The author as the post or comment shows them; a stranger is known by it alone.
    private mutating func byline(
        _ members: inout SeedMembers,
        _ author: Int?,
        hasEmail: Bool
    ) -> SeedByline? {
        let isStranger = author.map { $0 >= users.count } ?? false
        var byline = SeedByline()
        func text(_ name: String, _ members: inout SeedMembers) -> String? {
            if isStranger { return requiredString(&members, name) }
            return members.take(name).flatMap { string($0, members.place.path(name)) }
        }
        byline.name = text("authorName", &members)
        if hasEmail { byline.email = text("authorEmail", &members) }
        if members.value["authorPicture"] != nil {
            byline.picture = .some(address(&members, "authorPicture", ["https://"]))
        }
        return byline == SeedByline() ? nil : byline
    }

    private mutating func postID(
        _ explicit: (id: ObjectID, value: JSONValue)?,
        _ email: String,
        _ title: String,
        _ createdAt: Instant,
        _ place: SeedPlace
    ) -> ObjectID {
        guard let explicit else {
            var hash = SeedHash()
            hash.add(email)
            hash.add(title)
            return postIDs.derive(at: createdAt, hash)
        }
        if !postIDs.take(explicit.id) {
            let words = "another post has the _id \(explicit.id.hex)"
            report(place.path("_id"), at: explicit.value.offset, words)
        }
        return explicit.id
    }

    /// A text, or paragraphs that a blank line joins.
    private mutating func requiredContent(_ members: inout SeedMembers) -> String? {
        guard let value = required(&members, "content") else { return nil }
        if let text = value.string { return text }
        let place = members.place
        guard value.kind == .array else {
            report(value, place.path("content"), expected: "a string or an array of strings")
            return nil
        }
        var text = ""
        for (index, element) in value.elements.enumerated() {
            guard let paragraph = string(element, place.path("content[\(index)]")) else {
                continue
            }
            if index > 0 { text += "\n\n" }
            text += paragraph
        }
        return text
    }

    private mutating func status(_ members: inout SeedMembers) -> String {
        guard let value = members.take("status") else { return "published" }
        return string(value, members.place.path("status")) ?? ""
    }

    private mutating func slug(_ members: inout SeedMembers) -> String? {
        guard let value = members.take("slug") else { return nil }
        let field = members.place.path("slug")
        guard let slug = string(value, field) else { return nil }
        if !slugs.insert(slug).inserted, !isExact {
            report(field, at: value.offset, "another post has the slug \(slug)")
        }
        return slug
    }

    mutating func updatedAt(
        _ members: inout SeedMembers,
        _ createdAt: Instant?
    ) -> Instant? {
        guard let value = members.take("updatedAt") else { return nil }
        let field = members.place.path("updatedAt")
        guard let updatedAt = date(value, field) else { return nil }
        if let createdAt, updatedAt < createdAt, !isExact {
            report(value, field, expected: "a date that is not before createdAt")
        }
        return updatedAt
    }

    private mutating func views(_ members: inout SeedMembers) -> Int64 {
        guard let value = members.take("views") else { return 0 }
        return number(value, members.place.path("views"), in: 0...(.largestInContent)) ?? 0
    }

    mutating func likes(
        _ value: JSONValue?,
        _ place: SeedPlace,
        knowsStrangers: Bool = false
    ) -> [Int] {
        var likes: [Int] = []
        for (index, element) in array(value, place.path("likes")).enumerated() {
            let field = place.path("likes[\(index)]")
            guard let user = author(element, field, knowsStrangers: knowsStrangers) else {
                continue
            }
            if lastLiked[user] == postNumber {
                let name =
                    user < users.count ? users[user].email : strangers[user - users.count]
                let words = "\(name) likes the post twice"
                report(place.path("likes[\(index)]"), at: element.offset, words)
            }
            lastLiked[user] = postNumber
            likes.append(user)
        }
        return likes
    }

    /// Reads the comments of a post; of a post that is at fault they are only checked.
    private mutating func readComments(
        _ value: JSONValue?,
        _ post: Int,
        of id: ObjectID?
    ) -> [SeedComment] {
        guard let value else { return [] }
        var comments: [SeedComment] = []
        var latest: Instant?
        for (index, element) in array(value, SeedPlace.post(post).path("comments")).enumerated() {
            let place = SeedPlace.comment(post: post, index)
            guard var members = object(element, place) else { continue }
            let explicit = objectID(&members)
            let by = requiredAuthor(&members, knowsStrangers: true)
            let byline = self.byline(&members, by, hasEmail: false)
            let content = requiredString(&members, "content")
            let date = members.take("createdAt")
            close(members)
            guard let date else {
                report(place.path("createdAt"), at: element.offset, "the member is missing")
                continue
            }
            guard let createdAt = self.date(date, place.path("createdAt")) else { continue }
            if let latest, createdAt < latest, !isExact {
                let words = "a date that is not before the previous comment's"
                report(date, place.path("createdAt"), expected: words)
            }
            latest = createdAt
            guard let id, let by, let content else { continue }
            comments.append(
                SeedComment(
                    id: commentID(explicit, id, index, createdAt, place),
                    author: by,
                    content: content,
                    createdAt: createdAt,
                    byline: byline
                )
            )
        }
        return comments
    }

    private mutating func commentID(
        _ explicit: (id: ObjectID, value: JSONValue)?,
        _ post: ObjectID,
        _ index: Int,
        _ createdAt: Instant,
        _ place: SeedPlace
    ) -> ObjectID {
        guard let explicit else {
            var hash = SeedHash()
            var digits: [UInt8] = []
            post.appendHex(to: &digits)
            for digit in digits { hash.add(digit) }
            return commentIDs.derive(at: createdAt, hash, counter: index)
        }
        if !commentIDs.take(explicit.id), !isExact {
            let words = "another comment has the _id \(explicit.id.hex)"
            report(place.path("_id"), at: explicit.value.offset, words)
        }
        return explicit.id
    }
}
