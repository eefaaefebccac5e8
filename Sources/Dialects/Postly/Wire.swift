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
        Response(status: status, sharedFields: jsonFields, body: body)
    }

    /// As ``json(status:body:)``, for a body that depends on the content and the target alone.
    static func repeatable(body: [UInt8]) -> Response {
        var response = json(body: body)
        response.isRepeatable = true
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
        string(atMost: Instant.longestRFC3339) { instant.writeRFC3339Micros(to: $0) }
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

// The shapes of lists, which are written often, are written in parts; see `JSONWriter.part`.

extension CommentRecord {
    func write(_ json: inout JSONWriter) {
        json.beginObject()
        json.part(#""_id":"#)
        json.string(utf8: id)
        json.part(#","author":{"name":"#)
        json.string(utf8: authorName)
        json.part(#","profilePicture":"#)
        json.string(utf8: authorPicture)
        json.part(#","userId":"#)
        json.string(utf8: authorID)
        json.part(#"},"content":"#)
        json.string(utf8: content)
        json.part(#","createdAt":"#)
        json.date(createdAt)
        json.part(#","likes":0"#)
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
        json.part(#""_id":"#)
        json.string(utf8: id)
        json.part(#","author":{"email":"#)
        json.string(utf8: authorEmail)
        json.part(#","name":"#)
        json.string(utf8: authorName)
        json.part(#","profilePicture":"#)
        json.string(utf8: authorPicture)
        json.part(#","userId":"#)
        json.string(utf8: authorID)
        json.part(#"},"comments":["#)
        try comments(&json)
        json.part(#"],"content":"#)
        json.string(utf8: content)
        json.part(#","coverImage":"#)
        json.string(utf8: coverImage)
        json.part(#","createdAt":"#)
        json.date(createdAt)
        json.part(#","likes":"#)
        json.int(likes)
        json.part(#","readTime":"#)
        json.int(readTime)
        json.part(#","slug":"#)
        json.string(utf8: slug)
        json.part(#","status":"#)
        json.string(utf8: status)
        json.part(#","title":"#)
        json.string(utf8: title)
        json.part(#","updatedAt":"#)
        json.date(updatedAt)
        json.part(#","views":"#)
    }
}
