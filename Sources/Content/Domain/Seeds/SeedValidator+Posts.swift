import MockPostlyJSON
import MockPostlyWorld

extension SeedValidator {
    /// Reads a file's `posts`; those with a fault in what they cannot be without are left out.
    mutating func readPosts(of root: JSONValue) {
        guard let list = root["posts"], list.kind == .array else { return }
        forEach(list, "posts", outlined: true) { $0.readPost($2, $1) }
    }

    private mutating func readPost(_ value: JSONValue, _ index: Int) {
        let place = SeedPlace.post(index)
        guard var members = object(value, place) else { return }
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
        guard let by, let title, let content, let createdAt,
            let id = postID(explicit, by, title, createdAt, place)
        else { return readComments(comments, index, of: nil) }
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
            byline: byline
        )
        counts.posts += 1
        counts.likes += likes.count
        readComments(comments, index, of: (id, filling.add(post)))
    }

    /// The author as the post or comment shows them; a stranger is known by it alone.
    private mutating func byline(
        _ members: inout SeedMembers,
        _ author: Int?,
        hasEmail: Bool
    ) -> SeedByline? {
        let isStranger = author.map { $0 < 0 } ?? false
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
        _ author: Int,
        _ title: String,
        _ createdAt: Instant,
        _ place: SeedPlace
    ) -> ObjectID? {
        guard let explicit else {
            var hash = SeedHash()
            hash.add(filling.name(of: author))
            hash.add(title)
            return postIDs.derive(at: createdAt, hash, unless: filling.hasPost)
        }
        guard filling.hasPost(explicit.id) else { return explicit.id }
        let words = "another post has the _id \(explicit.id.hex)"
        report(place.path("_id"), at: explicit.value.offset, words)
        return nil
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
        forEach(value, place.path("content")) { validator, index, element in
            let field = { place.path("content[\(index)]") }
            guard let paragraph = validator.string(element, field()) else { return }
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
        // Where any may be there twice, none need be remembered.
        if !isExact, !slugs.insert(ExactText(slug)).inserted {
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
        likers.removeAll(keepingCapacity: likers.count < 1_024)
        forEach(value, place.path("likes")) { validator, index, element in
            let field = { place.path("likes[\(index)]") }
            guard
                let user = validator.author(element, field(), knowsStrangers: knowsStrangers)
            else { return }
            guard validator.likers.insert(user).inserted else {
                let words = "\(validator.filling.name(of: user)) likes the post twice"
                return validator.report(field(), at: element.offset, words)
            }
            likes.append(user)
        }
        return likes
    }

    /// Reads the comments of a post; of a post that is at fault they are only checked.
    private mutating func readComments(
        _ value: JSONValue?,
        _ index: Int,
        of post: (id: ObjectID, key: Int64)?
    ) {
        var latest: Instant?
        forEach(value, SeedPlace.post(index).path("comments")) { validator, number, element in
            let place = SeedPlace.comment(post: index, number)
            guard let comment = validator.readComment(element, place, number, post?.id, &latest)
            else { return }
            guard let post else { return }
            validator.counts.comments += 1
            validator.filling.add(comment, to: post.key)
        }
    }

    private mutating func readComment(
        _ value: JSONValue,
        _ place: SeedPlace,
        _ index: Int,
        _ post: ObjectID?,
        _ latest: inout Instant?
    ) -> SeedComment? {
        guard var members = object(value, place) else { return nil }
        let explicit = objectID(&members)
        let by = requiredAuthor(&members, knowsStrangers: true)
        let byline = self.byline(&members, by, hasEmail: false)
        let content = requiredString(&members, "content")
        let date = members.take("createdAt")
        close(members)
        guard let date else {
            report(place.path("createdAt"), at: value.offset, "the member is missing")
            return nil
        }
        guard let createdAt = self.date(date, place.path("createdAt")) else { return nil }
        if let latest, createdAt < latest, !isExact {
            let words = "a date that is not before the previous comment's"
            report(date, place.path("createdAt"), expected: words)
        }
        latest = createdAt
        guard let post, let by, let content else { return nil }
        return SeedComment(
            id: commentID(explicit, post, index, createdAt, place),
            author: by,
            content: content,
            createdAt: createdAt,
            byline: byline
        )
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
            return commentIDs.derive(
                at: createdAt,
                hash,
                counter: index,
                unless: filling.hasComment
            )
        }
        if !isExact, filling.hasComment(explicit.id) {
            let words = "another comment has the _id \(explicit.id.hex)"
            report(place.path("_id"), at: explicit.value.offset, words)
        }
        return explicit.id
    }
}
