internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyNouns

/// `/comments`, and the comments of a post.
///
/// Lists of comments support neither `select` nor sorting.
enum Comments {
    static func list(_: Request, _ call: Call) throws -> Response {
        try call.page(.comments, call.documents.all(.comments))
    }

    static func show(_: Request, _ call: Call) throws -> Response {
        call.whole(try call.plain(.comments, call.parameter("id")))
    }

    static func ofPost(_: Request, _ call: Call) throws -> Response {
        try page(ofPost: call.parameter("postId"), call)
    }

    /// The comments of a post; 404 when the post does not exist.
    static func page(ofPost id: String, _ call: Call) throws -> Response {
        let post = try call.verified(.posts, .string(id))
        let comments = call.documents.all(.comments).filter { $0["postId"]?.int == post.id }
        return try call.page(.comments, comments)
    }

    /// Adds a comment; the text must not be empty, and post and user must exist.
    ///
    /// The response repeats `postId` as it was sent, number or text; a stored comment has the
    /// number.
    static func add(_: Request, _ call: Call) throws -> Response {
        guard let text = call.body["body"].string, !text.isEmpty else {
            throw Failure(400, "Invalid comment body")
        }
        let postID = call.body["postId"]
        let post = try call.verified(.posts, postID)
        let author = try call.verified(.users, call.body["userId"])
        let id = call.newID(.comments)
        try call.store(.comments, id: id) { json in
            json.field("body", text)
            json.field("postId", post.id)
            if !call.api.isLegacy { json.field("likes", 0) }
            json.author(author, isLegacy: call.api.isLegacy)
        }
        return .json(call.api.isLegacy ? 200 : 201) { json in
            json.beginObject()
            json.field("id", id)
            json.field("body", text)
            json.key("postId")
            postID.write(&json)
            json.author(author, isLegacy: call.api.isLegacy)
            json.endObject()
        }
    }

    /// Changes text, post or author of a comment; a post or user that is named must exist.
    static func update(_: Request, _ call: Call) throws -> Response {
        let comment = try call.edited(.comments)
        let text = call.body["body"].string.flatMap { $0.isEmpty ? nil : $0 }
        let postID = call.body["postId"]
        if postID.isTrue { _ = try call.verified(.posts, postID) }
        let userID = call.body["userId"]
        let author = userID.isTrue ? try call.verified(.users, userID) : nil
        let write = { (json: inout JSONWriter, postID: JSValue, links: LinkBase) in
            if let text {
                json.field("body", text)
            } else {
                json.stored("body", of: comment, links)
            }
            if postID.isTrue {
                json.key("postId")
                postID.write(&json)
            } else {
                json.stored("postId", of: comment, links)
            }
            json.stored("likes", of: comment, links)
            if let author {
                json.author(author, isLegacy: call.api.isLegacy)
            } else {
                json.stored("user", of: comment, links)
            }
        }
        try call.store(.comments, id: comment.id) { write(&$0, numeric(postID), .upstream) }
        return .json { json in
            json.beginObject()
            json.field("id", comment.id)
            write(&json, postID, call.links)
            json.endObject()
        }
    }

    static func delete(_: Request, _ call: Call) throws -> Response {
        try call.deleted(.comments, try call.plain(.comments, call.parameter("id")))
    }
}

extension JSONWriter {
    /// Writes the member `user`: the author of a comment.
    fileprivate mutating func author(_ user: Document, isLegacy: Bool) {
        key("user")
        beginObject()
        field("id", user.id)
        stored("username", of: user, .upstream)
        if !isLegacy {
            let names = ["firstName", "lastName"].map { user[$0]?.string ?? "" }
            field("fullName", names.joined(separator: " "))
        }
        endObject()
    }
}
