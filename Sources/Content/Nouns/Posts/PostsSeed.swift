package import MockPostlyContent
package import MockPostlyJSON
internal import MockPostlyWorld

/// The member `posts` of a seed: Postly's posts with their likes and comments.
package class PostsSeed: SeedPart {
    /// An array of posts, each with `likes` and `comments` in it.
    package static var member: String { "posts" }

    private static let members = [
        "_id", "author", "title", "content", "slug", "status", "coverImage", "createdAt",
        "updatedAt", "views", "likes", "comments", "authorName", "authorEmail", "authorPicture",
    ]
    private static let commentMembers = [
        "_id", "author", "content", "createdAt", "authorName", "authorPicture",
    ]

    private unowned let reading: SeedReading
    private let people: PeopleSeed
    private let store: PostStore
    private var postIDs = SeedIDs()
    private var commentIDs = SeedIDs()
    /// Slugs made from the titles.
    private var titleSlugs = SeedSlugs()
    /// Slugs given in the files.
    private var slugs: Set<ExactText> = []
    private var posts = 0
    private var comments = 0
    private var likes = 0

    /// The accounts must be read before: ``PeopleSeed`` comes earlier in the list of parts.
    package required init(_ reading: SeedReading) {
        self.reading = reading
        people = reading.part(PeopleSeed.self)
        store = PostStore(reading.work, reading.world)
    }

    /// Shown in the first line, after the users.
    package var tally: SeedTally? {
        SeedTally([.init("post", posts), .init("comment", comments), .init("like", likes)])
    }

    /// Reads the posts; a post with a fault in a value that it needs is left out.
    package func read(_ list: JSONValue) {
        reading.forEach(list, "posts", outlined: true) { readPost($1, $0) }
    }

    /// Counts posts, likes and comments once, rather than at each of them.
    ///
    /// Likes and comments are added without counting until then.
    package func endReading() {
        reading.attempt { try PostStore.recount(reading.work.connection) }
    }

    // MARK: Filling

    private func has(_ id: ObjectID) -> Bool {
        reading.attempt { try store.has(id) } ?? false
    }

    private func hasComment(_ id: ObjectID) -> Bool {
        reading.attempt { try store.hasComment(id) } ?? false
    }

    /// Adds a post with its likes, and returns its key, to which comments can be added.
    func add(_ post: SeedPost) -> Int64 {
        let draft = Post.Draft(
            title: post.title,
            content: post.content,
            status: post.status,
            coverImage: post.coverImage
        )
        let key = reading.attempt {
            let key = try store.insertUncounted(
                PostStore.NewPost(
                    id: post.id,
                    author: people.find(post.author).called(post.byline),
                    draft: draft,
                    slug: try post.slug ?? titleSlugs.make(for: post, in: store),
                    createdAt: post.createdAt,
                    updatedAt: post.updatedAt,
                    views: post.views
                )
            )
            for person in post.likes {
                if person > 0 {
                    try store.addLike(of: key, byNumber: Int64(person))
                } else {
                    try store.addLike(of: key, by: people.find(person).id)
                }
            }
            return key
        }
        return key ?? 0
    }

    /// Adds a comment to the post with this key.
    func add(_ comment: SeedComment, to post: Int64) {
        reading.attempt {
            try store.insertComment(
                comment.id,
                post: post,
                content: comment.content,
                author: people.find(comment.author).called(comment.byline),
                createdAt: comment.createdAt
            )
        }
    }

    // MARK: Reading

    private func readPost(_ value: JSONValue, _ index: Int) {
        let place = SeedPlace("posts", at: index, members: Self.members)
        guard var members = reading.object(value, place) else { return }
        let explicit = reading.objectID(&members)
        let by = people.requiredAuthor(&members, knowsStrangers: true)
        let byline = self.byline(&members, by, hasEmail: true)
        let title = reading.requiredString(&members, "title")
        let content = requiredContent(&members)
        let slug = self.slug(&members)
        let status = self.status(&members)
        let cover = reading.address(&members, "coverImage", schemes: ["https://", "http://"])
        let createdAt = reading.requiredDate(&members, "createdAt")
        let updatedAt = reading.updatedAt(&members, createdAt)
        let views = self.views(&members)
        let likes = people.likes(members.take("likes"), place, knowsStrangers: true)
        let comments = members.take("comments")
        reading.close(members)
        guard let by, let title, let content, let createdAt,
            let id = postID(explicit, author: by, title: title, createdAt: createdAt, place: place)
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
        posts += 1
        self.likes += likes.count
        readComments(comments, index, of: (id, add(post)))
    }

    /// The author's name, e-mail and picture as the post or comment shows them.
    ///
    /// An author without an account has no other name: then it is required. Nil when nothing is
    /// given.
    private func byline(
        _ members: inout SeedMembers,
        _ author: Int?,
        hasEmail: Bool
    ) -> SeedByline? {
        let isStranger = author.map { $0 < 0 } ?? false
        var byline = SeedByline()
        func text(_ name: String, _ members: inout SeedMembers) -> String? {
            if isStranger { return reading.requiredString(&members, name) }
            return members.take(name).flatMap { reading.string($0, members.place.path(name)) }
        }
        byline.name = text("authorName", &members)
        if hasEmail { byline.email = text("authorEmail", &members) }
        if members.value["authorPicture"] != nil {
            byline.picture = .some(
                reading.address(&members, "authorPicture", schemes: ["https://"])
            )
        }
        return byline == SeedByline() ? nil : byline
    }

    private func postID(
        _ explicit: (id: ObjectID, value: JSONValue)?,
        author: Int,
        title: String,
        createdAt: Instant,
        place: SeedPlace
    ) -> ObjectID? {
        guard let explicit else {
            var hash = SeedHash()
            hash.add(people.name(of: author))
            hash.add(title)
            return postIDs.derive(at: createdAt, hash, unless: has)
        }
        guard has(explicit.id) else { return explicit.id }
        let words = "another post has the _id \(explicit.id.hex)"
        reading.report(place.path("_id"), at: explicit.value.offset, words)
        return nil
    }

    /// The content: a string, or an array of paragraphs that are joined by blank lines.
    private func requiredContent(_ members: inout SeedMembers) -> String? {
        guard let value = reading.required(&members, "content") else { return nil }
        if let text = value.string { return text }
        let place = members.place
        guard value.kind == .array else {
            reading.report(
                value,
                place.path("content"),
                expected: "a string or an array of strings"
            )
            return nil
        }
        var text = ""
        reading.forEach(value, place.path("content")) { index, element in
            let field = { place.path("content[\(index)]") }
            guard let paragraph = reading.string(element, field()) else { return }
            if index > 0 { text += "\n\n" }
            text += paragraph
        }
        return text
    }

    private func status(_ members: inout SeedMembers) -> String {
        guard let value = members.take("status") else { return "published" }
        return reading.string(value, members.place.path("status")) ?? ""
    }

    private func slug(_ members: inout SeedMembers) -> String? {
        guard let value = members.take("slug") else { return nil }
        let field = members.place.path("slug")
        guard let slug = reading.string(value, field) else { return nil }
        // In an exact seed two posts may have the same slug, so none has to be remembered.
        if !reading.isExact, !slugs.insert(ExactText(slug)).inserted {
            reading.report(field, at: value.offset, "another post has the slug \(slug)")
        }
        return slug
    }

    private func views(_ members: inout SeedMembers) -> Int64 {
        guard let value = members.take("views") else { return 0 }
        return reading.number(value, members.place.path("views"), in: 0...(.largestInContent)) ?? 0
    }

    /// Reads the comments of a post; when the post is at fault, they are only checked.
    private func readComments(
        _ value: JSONValue?,
        _ index: Int,
        of post: (id: ObjectID, key: Int64)?
    ) {
        var latest: Instant?
        let list = SeedPlace("posts", at: index, members: []).path("comments")
        reading.forEach(value, list) { number, element in
            let place = SeedPlace(
                "posts",
                at: index,
                "comments",
                at: number,
                members: Self.commentMembers
            )
            guard
                let comment = readComment(
                    element,
                    place: place,
                    index: number,
                    post: post?.id,
                    latest: &latest
                ), let post
            else { return }
            comments += 1
            add(comment, to: post.key)
        }
    }

    private func readComment(
        _ value: JSONValue,
        place: SeedPlace,
        index: Int,
        post: ObjectID?,
        latest: inout Instant?
    ) -> SeedComment? {
        guard var members = reading.object(value, place) else { return nil }
        let explicit = reading.objectID(&members)
        let by = people.requiredAuthor(&members, knowsStrangers: true)
        let byline = self.byline(&members, by, hasEmail: false)
        let content = reading.requiredString(&members, "content")
        let date = members.take("createdAt")
        reading.close(members)
        guard let date else {
            reading.report(place.path("createdAt"), at: value.offset, "is missing")
            return nil
        }
        guard let createdAt = reading.date(date, place.path("createdAt")) else { return nil }
        if let latest, createdAt < latest, !reading.isExact {
            let words = "a date that is not before the previous comment's"
            reading.report(date, place.path("createdAt"), expected: words)
        }
        latest = createdAt
        guard let post, let by, let content else { return nil }
        return SeedComment(
            id: commentID(explicit, post: post, index: index, createdAt: createdAt, place: place),
            author: by,
            content: content,
            createdAt: createdAt,
            byline: byline
        )
    }

    private func commentID(
        _ explicit: (id: ObjectID, value: JSONValue)?,
        post: ObjectID,
        index: Int,
        createdAt: Instant,
        place: SeedPlace
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
                unless: hasComment
            )
        }
        if !reading.isExact, hasComment(explicit.id) {
            let words = "another comment has the _id \(explicit.id.hex)"
            reading.report(place.path("_id"), at: explicit.value.offset, words)
        }
        return explicit.id
    }
}

extension User {
    /// The account with the name, e-mail and picture that a post or comment shows.
    fileprivate func called(_ byline: SeedByline?) -> User {
        guard let byline else { return self }
        var user = self
        user.name = byline.name ?? name
        user.email = byline.email ?? email
        user.picture = byline.picture ?? picture
        return user
    }
}
