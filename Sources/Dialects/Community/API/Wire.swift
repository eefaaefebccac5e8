internal import CommunityContent
internal import MockPostlyContent
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyWorld

// JSON as Phoenix's views write it: members in the contract's order, no spaces, no newline.

extension Response {
    /// A response with the JSON that `write` writes.
    static func json(
        status: Int = 200,
        _ write: (inout JSONWriter) throws -> Void
    ) rethrows -> Response {
        var writer = JSONWriter(escaping: .utf8)
        try write(&writer)
        let type = "application/json; charset=utf-8"
        return Response(
            status: status,
            fields: [.init("content-type", type)],
            body: writer.finish()
        )
    }

    /// A response `{"data": …}` with the value that `write` writes.
    static func data(
        status: Int = 200,
        _ write: (inout JSONWriter) throws -> Void
    ) rethrows -> Response {
        try .json(status: status) { json in
            json.beginObject()
            json.key("data")
            try write(&json)
            json.endObject()
        }
    }

    /// A response `{"data": …}` with a value that is JSON already.
    static func data(status: Int = 200, _ json: [UInt8]) -> Response {
        .data(status: status) { $0.raw(json) }
    }

    /// A response with a page of a list of `total` elements; `write` writes the page's elements.
    static func list(
        _ page: Page,
        total: Int64,
        _ write: (inout JSONWriter) throws -> Void
    ) rethrows -> Response {
        let pages = total > 0 ? (total - 1) / page.size + 1 : 0
        return try .json { json in
            json.beginObject()
            json.key("data")
            json.beginArray()
            try write(&json)
            json.endArray()
            json.key("meta")
            json.beginObject()
            json.field("page", page.number)
            json.field("per_page", page.size)
            json.field("total_count", total)
            json.field("total_pages", pages)
            json.field("has_more", page.number < pages)
            json.endObject()
            json.endObject()
        }
    }

    static let noContent = Response(status: 204)
}

extension JSONWriter {
    /// Writes an instant as `2026-01-31T12:00:00Z`, without its fraction.
    mutating func date(_ instant: Instant) {
        instant.withRFC3339Micros { text in
            // Drops `.123456+00:00`.
            string(String(decoding: text.dropLast(13), as: UTF8.self) + "Z")
        }
    }

    /// Writes a member whose text is borrowed from SQLite, without copying it to a string.
    mutating func field(_ name: StaticString, _ text: LentText?) {
        key(name)
        string(utf8: text)
    }

    /// Writes the number and the ids of the users who like a post.
    mutating func likes(_ users: [CommunityMember.ID]) {
        field("likes_count", users.count)
        key("liked_by_user_ids")
        beginArray()
        for user in users { int(user) }
        endArray()
    }
}

extension CommunityMember {
    /// Writes the user's own account, with e-mail address.
    func write(_ json: inout JSONWriter) {
        json.beginObject()
        json.field("id", id)
        json.field("name", name)
        json.field("avatar_url", picture.flatMap { $0.isEmpty ? nil : $0 })
        json.field("email", email)
        json.field("joined_community", joinedAt != nil)
        json.key("joined_at")
        if let joinedAt { json.date(joinedAt) } else { json.null() }
        json.endObject()
    }
}

extension FeedAuthorRecord {
    /// Writes the public part of a user.
    func write(_ json: inout JSONWriter) {
        json.beginObject()
        json.field("id", id)
        json.field("name", name)
        json.field("avatar_url", picture.flatMap { $0.isEmpty ? nil : $0 })
        json.endObject()
    }
}

extension FeedPostRecord {
    func write(_ json: inout JSONWriter) {
        json.beginObject()
        json.field("id", id)
        json.field("content", content)
        json.field("image_url", imageURL)
        json.field("user_id", author.id)
        json.key("author")
        author.write(&json)
        json.field("likes_count", likes)
        json.key("liked_by_user_ids")
        json.raw(likedBy)
        json.field("comments_count", comments)
        json.key("inserted_at")
        json.date(createdAt)
        json.key("updated_at")
        json.date(updatedAt)
        json.endObject()
    }
}

extension FeedCommentRecord {
    func write(_ json: inout JSONWriter) {
        json.beginObject()
        json.field("id", id)
        json.field("post_id", post)
        json.field("content", content)
        json.field("user_id", author.id)
        json.key("author")
        author.write(&json)
        json.key("inserted_at")
        json.date(createdAt)
        json.endObject()
    }
}

extension FeedLikes {
    func write(_ json: inout JSONWriter) {
        json.beginObject()
        json.field("id", post)
        json.field("liked", isLiked)
        json.likes(users)
        json.endObject()
    }
}
