package import MockPostlyContent
package import MockPostlyJSON
internal import MockPostlyWorld

/// The member `posts` of a seed: Postly's posts with their likes and comments.
package class PostsSeed: SeedPart {
    /// An array of posts, each with `likes` and `comments` in it.
    package static var member: String { "posts" }

    package static var described: SeedMember {
        SeedMember(member, .list(.object(.post)), "The posts of Postly.")
    }

    private let reading: SeedReading
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
    package required init(_ reading: SeedReading, _ earlier: SeedParts) {
        self.reading = reading
        people = earlier.part(PeopleSeed.self)
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
        let place = SeedPlace("posts", at: index, members: SeedShape.post.names)
        guard let row = reading.row(value, place, .post) else { return }
        let by = people.author(row.json("author"), row.path("author"), knowsStrangers: true)
        let byline = self.byline(row, by, hasEmail: true)
        let content = content(row)
        checkSlug(row)
        let createdAt = row.date("createdAt")
        reading.check(row, isNotBefore: createdAt)
        let likes = people.likes(row.json("likes"), place, knowsStrangers: true)
        let comments = row.json("comments")
        guard let by, let title = row.text("title"), let content, let createdAt,
            let date = row.dateForIDs("createdAt"),
            let id = postID(row, author: by, title: title, createdAt: date)
        else { return readComments(comments, index, of: nil) }
        let post = SeedPost(
            id: id,
            author: by,
            title: title,
            content: content,
            slug: row.text("slug"),
            status: row.text("status") ?? "",
            coverImage: row.text("coverImage"),
            createdAt: createdAt,
            updatedAt: row.date("updatedAt") ?? createdAt,
            views: row.number("views") ?? 0,
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
    private func byline(_ row: SeedRow, _ author: Int?, hasEmail: Bool) -> SeedByline? {
        let names = ["authorName"] + (hasEmail ? ["authorEmail"] : [])
        if let author, author < 0 {
            for name in names where row.json(name) == nil {
                reading.report(row.path(name), at: row.value.offset, "is missing")
            }
        }
        var byline = SeedByline()
        byline.name = row.text("authorName")
        if hasEmail { byline.email = row.text("authorEmail") }
        if row.json("authorPicture") != nil { byline.picture = .some(row.text("authorPicture")) }
        return byline == SeedByline() ? nil : byline
    }

    private func postID(
        _ row: SeedRow,
        author: Int,
        title: String,
        createdAt: Instant
    ) -> ObjectID? {
        guard let explicit = row.objectID else {
            var hash = SeedHash()
            hash.add(people.name(of: author))
            hash.add(title)
            return postIDs.derive(at: createdAt, hash, unless: has)
        }
        guard has(explicit.id) else { return explicit.id }
        let words = "another post has the _id \(explicit.id.hex)"
        reading.report(row.path("_id"), at: explicit.offset, words)
        return nil
    }

    /// The content: a string, or an array of paragraphs that are joined by blank lines.
    private func content(_ row: SeedRow) -> String? {
        guard let value = row.json("content") else { return nil }
        if let text = value.string { return text }
        guard value.kind == .array else {
            let expected = "a string or an array of strings"
            reading.report(value, row.path("content"), expected: expected)
            return nil
        }
        var text = ""
        reading.forEach(value, row.path("content")) { index, element in
            let field = { row.path("content[\(index)]") }
            guard let paragraph = reading.string(element, field()) else { return }
            if index > 0 { text += "\n\n" }
            text += paragraph
        }
        return text
    }

    /// Reports a slug that another post has; in an exact seed two may have the same, so none has to
    /// be remembered.
    private func checkSlug(_ row: SeedRow) {
        guard !reading.isExact, let slug = row.text("slug"), let value = row.json("slug"),
            !slugs.insert(ExactText(slug)).inserted
        else { return }
        reading.report(row.path("slug"), at: value.offset, "another post has the slug \(slug)")
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
                members: SeedShape.postComment.names
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
        guard let row = reading.row(value, place, .postComment) else { return nil }
        let by = people.author(row.json("author"), row.path("author"), knowsStrangers: true)
        let byline = self.byline(row, by, hasEmail: false)
        guard let createdAt = reading.commentDate(row, &latest),
            let date = row.dateForIDs("createdAt")
        else { return nil }
        guard let post, let by, let content = row.text("content") else { return nil }
        return SeedComment(
            id: commentID(row, post: post, index: index, createdAt: date),
            author: by,
            content: content,
            createdAt: createdAt,
            byline: byline
        )
    }

    private func commentID(
        _ row: SeedRow,
        post: ObjectID,
        index: Int,
        createdAt: Instant
    ) -> ObjectID {
        guard let explicit = row.objectID else {
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
            reading.report(row.path("_id"), at: explicit.offset, words)
        }
        return explicit.id
    }
}

extension SeedRow {
    /// The member `_id` and its place; nil when it is absent, and after a fault was reported.
    fileprivate var objectID: (id: ObjectID, offset: Int)? {
        guard let id = text("_id").flatMap({ ObjectID(hex: $0) }), let value = json("_id") else {
            return nil
        }
        return (id, value.offset)
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
