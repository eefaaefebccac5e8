internal import MockPostlyContent
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyNouns
internal import MockPostlyWorld

// JSON as Flask writes it: names sorted by code point, ASCII only, a newline at the end.

extension Response {
    /// What most answers have as fields; shared, so that they cost no memory.
    private static let jsonFields = [Field("Content-Type", "application/json")]

    /// An answer with a JSON body that is written already, its newline included.
    static func json(status: Int = 200, body: [UInt8]) -> Response {
        Response(status: status, fields: jsonFields, body: body)
    }

    /// An answer with the JSON that `write` writes.
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
    /// Writes an instant as `2026-02-14T12:34:56.123456+00:00`, always with six digits.
    mutating func date(_ instant: Instant) {
        instant.withRFC3339Micros { string(utf8: $0) }
    }

    /// Writes a member whose text is lent.
    mutating func field(_ name: StaticString, _ text: LentText?) {
        key(name)
        if let text { string(utf8: text) } else { null() }
    }
}

/// Which members a person is shown with.
enum UserShape {
    /// After registration: no picture.
    case registered
    /// After a log-in by e-mail, and for a check.
    case account
    /// After a log-in with Google: the time of it as well.
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
    /// Writes the post up to the number of its views, which is its last member; the number and the
    /// closing brace are left to the caller, because the number changes with every read.
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
