internal import CommunityContent
internal import MockPostlyContent
package import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyNouns

/// The records of the community that people can look at and change; who is connected hears of it as
/// when an app had done it.
extension Community {
    /// People, members, posts and comments; deletions and edits send the same events as requests of
    /// clients.
    package var collections: [RecordCollection] {
        [
            .people(domain) { [self] account in
                let departure = try feed.remove(allOf: account)
                return { [self] in note(departure) }
            },
            memberRecords, postRecords, commentRecords,
        ]
    }

    private var memberRecords: RecordCollection {
        var records = RecordCollection(
            "community-members",
            "Members",
            noun: "member",
            .communityMembers,
            domain.work
        )
        records.add = { [self] values in
            let person = try self.person(values.id("person"), "person")
            guard person.joinedAt == nil else {
                throw RecordRefusal(
                    409,
                    "person",
                    "This person is in the community already.",
                    hint: "Choose another person."
                )
            }
            try members.join(person.id)
            return .now("\(person.id)")
        }
        records.delete = { [self, noRecord = records.noRecord] text in
            guard let id = CommunityMember.ID(text), try members.leave(id) else { throw noRecord }
            note(.left(id))
        }
        return records
    }

    private var postRecords: RecordCollection {
        var records = RecordCollection(
            "community-posts",
            "Posts",
            noun: "post",
            .communityPosts,
            domain.work
        )
        records.add = { [self] values in
            let author = try self.author(values)
            let draft = FeedPost.Draft(
                content: try text(values, Limits.post) ?? "",
                imageURL: image(values) ?? nil
            )
            let id = try feed.create(draft, by: author)
            note(.newPost(try Posts.json(of: id, self)))
            return .now("\(id)")
        }
        records.edit = { [self, noRecord = records.noRecord] text, values in
            let content = try self.text(values, Limits.post)
            guard let id = FeedPost.ID(text), try exists(id) else { throw noRecord }
            try feed.update(id, FeedPost.Changes(content: content, imageURL: image(values)))
            note(.postUpdated(try Posts.json(of: id, self)))
            return .now(text)
        }
        records.delete = { [self, noRecord = records.noRecord] text in
            guard let id = FeedPost.ID(text), try exists(id) else { throw noRecord }
            try feed.delete(id, by: nil)
            note(.postDeleted(id: id))
        }
        return records
    }

    private var commentRecords: RecordCollection {
        var records = RecordCollection(
            "community-comments",
            "Comments",
            noun: "comment",
            .communityComments,
            domain.work
        )
        records.add = { [self] values in
            guard let post = FeedPost.ID(values.id("post")), try exists(post) else {
                throw RecordRefusal(
                    400,
                    "post",
                    "There is no such post.",
                    hint: "Send the id of a post of the community."
                )
            }
            let author = try self.author(values)
            let content = try text(values, Limits.comment) ?? ""
            var id: Int64 = 0
            let count = try feed.addComment(to: post, content: content, by: author) { id = $0.id }
            note(.commentsUpdated(id: post, count: count))
            return .now("\(id)")
        }
        records.delete = { [self, noRecord = records.noRecord] text in
            guard let id = Int64(text), let post = try feed.post(ofComment: id) else {
                throw noRecord
            }
            let count = try feed.deleteComment(id, of: post, by: nil)
            note(.commentsUpdated(id: post, count: count))
        }
        return records
    }

    // MARK: Parts

    /// Tells connected clients what went with an account.
    private func note(_ departure: FeedDeparture) {
        for post in departure.posts { note(.postDeleted(id: post)) }
        for likes in departure.likes {
            note(.likesUpdated(id: likes.post, users: likes.users))
        }
        for post in departure.commented {
            guard let count = try? feed.countComments(of: post) else { continue }
            note(.commentsUpdated(id: post, count: count))
        }
        note(.left(departure.account))
    }

    private func exists(_ id: FeedPost.ID) throws -> Bool {
        do {
            _ = try feed.countComments(of: id)
            return true
        } catch FeedError.notThere {
            return false
        }
    }

    /// The account that a member names by its number, its id or its e-mail address.
    private func person(_ name: String, _ member: String) throws -> CommunityMember {
        if let user = try domain.users.named(name), let found = try members.find(user.id) {
            return found
        }
        if let found = try CommunityMember.ID(name).flatMap(members.find) { return found }
        throw RecordRefusal(
            400,
            member,
            "There is no such person.",
            hint: "Send the id or the e-mail address of somebody of this world."
        )
    }

    /// The number of the member that `author` names.
    private func author(_ values: RecordValues) throws -> CommunityMember.ID {
        let person = try self.person(values.id("author"), "author")
        guard person.joinedAt != nil else {
            throw RecordRefusal(
                409,
                "author",
                "This person has not joined the community.",
                hint: "Add the person to its members first."
            )
        }
        return person.id
    }

    /// The text of `content`; nil when it is absent.
    private func text(_ values: RecordValues, _ most: Int) throws -> String? {
        guard let text = values.text("content") else { return nil }
        let words =
            text.isBlank
            ? "can't be blank"
            : text.hasMoreCharacters(than: most) ? "should be at most \(most) character(s)" : nil
        guard let words else { return text }
        throw RecordRefusal(422, "content", "content \(words).", hint: "Send another text.")
    }

    /// The image; nil when it is absent, an inner nil for null and for an empty text.
    private func image(_ values: RecordValues) -> String?? {
        values.optionalText("imageUrl").map { url in url.flatMap { $0.isEmpty ? nil : $0 } }
    }
}
