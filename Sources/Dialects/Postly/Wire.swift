internal import MockPostlyContent
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyNouns
internal import MockPostlyWorld

// JSON as Flask writes it: members sorted by code point, ASCII only, a newline at the end.

extension Response {
    /// The fields of most responses, formatted once.
    static let jsonFields = FieldBlock([Field("Content-Type", "application/json")])

    /// A response with a finished JSON body, which includes the newline.
    static func json(status: Int = 200, body: [UInt8]) -> Response {
        var response = Response(status: status, body: body)
        response.sharedFields = jsonFields
        return response
    }

    /// A response with the JSON that `write` writes.
    static func json(
        status: Int = 200,
        _ write: (inout JSONWriter) throws -> Void
    ) rethrows -> Response {
        var writer = JSONWriter(escaping: .ascii)
        try write(&writer)
        writer.byte(0x0A)
        return .json(status: status, body: writer.finish())
    }

    /// `{"message": words}`.
    static func message(_ words: StaticString) -> Response {
        .json { json in
            json.beginObject()
            json.field("message", words.description)
            json.endObject()
        }
    }
}

extension JSONWriter {
    /// Writes an instant as `2026-02-14T12:34:56.123456+00:00`, always with six digits of fraction.
    mutating func date(_ instant: Instant) {
        instant.withRFC3339Micros { string(utf8: $0) }
    }

    /// Writes a member whose text is borrowed from SQLite, without copying it to a string.
    mutating func field(_ name: StaticString, _ text: LentText?) {
        key(name)
        if let text { string(utf8: text) } else { null() }
    }
}

/// Which members the JSON of a user has.
enum UserShape {
    /// After registration: no picture.
    case registered
    /// After a log-in by e-mail, and for a check of the session.
    case account
    /// After a log-in with Google: also the time of the log-in.
    case google
}

extension User {
    func write(_ json: inout JSONWriter, as shape: UserShape) {
        json.beginObject()
        json.field("email", email)
        if shape == .google {
            json.key("lastLogin")
            if let lastLogin { json.date(lastLogin) } else { json.null() }
        }
        json.field("name", name)
        if shape != .registered { json.field("profilePicture", picture) }
        json.field("userId", id.text)
        json.endObject()
    }
}

extension CommentRecord {
    func write(_ json: inout JSONWriter) {
        json.beginObject()
        json.field("_id", id)
        json.key("author")
        json.beginObject()
        json.field("name", authorName)
        json.field("profilePicture", authorPicture)
        json.field("userId", authorID)
        json.endObject()
        json.field("content", content)
        json.key("createdAt")
        json.date(createdAt)
        json.field("likes", 0)
        json.endObject()
    }
}

extension PostRecord {
    /// Writes the post up to its view count, which is the last member.
    ///
    /// The caller writes the count and the closing brace, because the count changes with every
    /// read.
    func writeWithoutViews(
        _ json: inout JSONWriter,
        comments: (inout JSONWriter) throws -> Void
    ) rethrows {
        json.beginObject()
        json.field("_id", id)
        json.key("author")
        json.beginObject()
        json.field("email", authorEmail)
        json.field("name", authorName)
        json.field("profilePicture", authorPicture)
        json.field("userId", authorID)
        json.endObject()
        json.key("comments")
        json.beginArray()
        try comments(&json)
        json.endArray()
        json.field("content", content)
        json.field("coverImage", coverImage)
        json.key("createdAt")
        json.date(createdAt)
        json.field("likes", likes)
        json.field("readTime", readTime)
        json.field("slug", slug)
        json.field("status", status)
        json.field("title", title)
        json.key("updatedAt")
        json.date(updatedAt)
        json.key("views")
    }
}
