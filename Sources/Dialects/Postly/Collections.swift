internal import MockPostlyContent
package import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyNouns
internal import MockPostlyWorld

/// The records of Postly that people can look at and change, by its rules.
extension Postly {
    /// People, posts, comments and likes; a refusal has the words of the API.
    package var collections: [RecordCollection] {
        [.people(domain), postRecords, commentRecords, likeRecords]
    }

    private var postRecords: RecordCollection {
        var records = RecordCollection("posts", "Posts", noun: "post", .posts, domain.work)
        records.add = { [self] values in
            let draft = Post.Draft(
                title: try full("title", values, Failure.titleAndContent) ?? "",
                content: try full("content", values, Failure.titleAndContent) ?? "",
                status: try status(values) ?? "published",
                coverImage: values.text("coverImage")
            )
            let author = try person(values.id("author"), "author")
            return .now(try posts.id(ofKey: posts.create(draft, by: author)))
        }
        records.edit = { [self] text, values in
            let id = try post(text, nil)
            var changes = Post.Changes()
            changes.title = try full("title", values, Failure.titleAndContent)
            changes.content = try full("content", values, Failure.titleAndContent)
            changes.status = try status(values)
            changes.coverImage = values.optionalText("coverImage")
            return try refusing {
                _ = try posts.update(id, changes, by: nil)
                return .now(text)
            }
        }
        records.delete = { [self] text in
            let id = try post(text, nil)
            try refusing { try posts.delete(id, by: nil) }
        }
        return records
    }

    private var commentRecords: RecordCollection {
        var records = RecordCollection(
            "comments",
            "Comments",
            noun: "comment",
            .comments,
            domain.work
        )
        records.add = { [self] values in
            let author = try person(values.id("author"), "author")
            let content = try full("content", values, Failure.commentContent) ?? ""
            let post = try self.post(values.id("post"), "post")
            return try refusing("post") {
                .now(
                    try posts.addComment(to: post, content: content, by: author) {
                        String(decoding: $0.id, as: UTF8.self)
                    }
                )
            }
        }
        records.edit = { [self, noRecord = records.noRecord] id, values in
            guard let post = try posts.post(ofComment: id) else { throw noRecord }
            if let content = try full("content", values, Failure.commentContent) {
                try posts.editComment(id, of: post, content: content)
            }
            return .now(id)
        }
        records.delete = { [self, noRecord = records.noRecord] id in
            guard let post = try posts.post(ofComment: id) else { throw noRecord }
            try refusing { try posts.deleteComment(id, of: post, by: nil) }
        }
        return records
    }

    private var likeRecords: RecordCollection {
        var records = RecordCollection("likes", "Likes", noun: "like", .likes, domain.work)
        records.add = { [self] values in
            let user = try person(values.id("person"), "person").id
            let post = try self.post(values.id("post"), "post")
            return try refusing("post") {
                guard try posts.like(post, by: user) else {
                    throw RecordRefusal(
                        409,
                        "person",
                        "This person likes the post already.",
                        hint: "Choose another person or post."
                    )
                }
                return .now("\(post.hex) \(user.text)")
            }
        }
        records.delete = { [self, noRecord = records.noRecord] id in
            let user = String(decoding: id.utf8.dropFirst(25), as: UTF8.self)
            guard let post = Post.ID(hex: String(id.prefix(24))),
                try posts.unlike(post, by: User.ID(user))
            else { throw noRecord }
        }
        return records
    }

    // MARK: Parts

    /// The account that a member names by its id or e-mail address.
    private func person(_ name: String, _ member: String) throws -> User {
        if let user = try users.named(name) { return user }
        throw RecordRefusal(
            400,
            member,
            Failure.userNotFound.words + ".",
            hint: "Send the id or the e-mail address of somebody of this world."
        )
    }

    /// The post with an id, which `member` gives; nil for the id of the record itself.
    private func post(_ text: String, _ member: String?) throws -> Post.ID {
        if let id = Post.ID(hex: text) { return id }
        throw refusal(.noSuchPost, member)
    }

    /// The status of a post; nil when it is absent.
    ///
    /// The API takes any text, but knows these.
    private func status(_ values: RecordValues) throws -> String? {
        guard let status = values.text("status") else { return nil }
        guard ["published", "draft"].contains(status) else {
            throw RecordRefusal(
                400,
                "status",
                "Posts are published or drafts.",
                hint: "Send 'published' or 'draft'."
            )
        }
        return status
    }

    /// The text of a member, which must not be empty; nil when it is absent.
    private func full(
        _ member: String,
        _ values: RecordValues,
        _ failure: Failure
    ) throws -> String? {
        guard let text = values.text(member) else { return nil }
        guard !text.isEmpty else {
            throw RecordRefusal(failure.status, member, failure.words + ".", hint: "Send a text.")
        }
        return text
    }

    /// Calls `body`, and turns a refusal of the store into one of the member.
    private func refusing<Result>(
        _ member: String? = nil,
        _ body: () throws -> Result
    ) throws -> Result {
        do {
            return try body()
        } catch let error as PostError {
            throw refusal(error, member)
        }
    }

    private func refusal(_ error: PostError, _ member: String?) -> RecordRefusal {
        let failure = Failure(error)
        return RecordRefusal(
            member == nil ? failure.status : 400,
            member,
            failure.words + ".",
            hint: member == nil ? "Read the list again." : "Send the id of one in this world."
        )
    }
}
