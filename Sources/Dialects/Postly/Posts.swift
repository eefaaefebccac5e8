internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyNouns
internal import MockPostlyWorld

/// Single posts under `/api/posts`; ``Lists`` has the lists.
enum Posts {
    static func show(_ request: Request, _ postly: Postly) throws -> Response {
        let id = try postID(of: request)
        var response = Response.json(body: try postly.bodies.countingView(of: id))
        if let renewal = postly.bodies.renewal(of: id) {
            (response.isRepeatable, response.renewal) = (true, renewal)
        }
        return response
    }

    static func showBySlug(_ request: Request, _ postly: Postly) throws -> Response {
        let key = try postly.posts.key(ofSlug: request.parameter("slug"))
        return .json(body: try postly.bodies.countingView(key: key))
    }

    static func create(_ request: Request, _ postly: Postly) throws -> Response {
        let user = try postly.user(of: request)
        let body = try RequestBody(request)
        guard !body.isFalsy("title"), !body.isFalsy("content"), let title = try body.text("title"),
            let content = try body.text("content")
        else { throw Failure.titleAndContent }
        let draft = Post.Draft(
            title: title,
            content: content,
            status: try body.text("status", allowsNull: true) ?? "published",
            coverImage: try body.text("coverImage", allowsNull: true)
        )
        let key = try postly.posts.create(draft, by: postly.users.find(user))
        return .json(status: 201, body: try postly.bodies.body(key: key))
    }

    static func update(_ request: Request, _ postly: Postly) throws -> Response {
        let user = try postly.user(of: request)
        let body = try RequestBody(request)
        var changes = Post.Changes()
        changes.title = try body.text("title")
        changes.content = try body.text("content")
        changes.status = try body.text("status", allowsNull: true)
        if body["coverImage"] != nil {
            changes.coverImage = .some(try body.text("coverImage", allowsNull: true))
        }
        let key = try postly.posts.update(postID(of: request), changes, by: user)
        return .json(body: try postly.bodies.body(key: key))
    }

    static func delete(_ request: Request, _ postly: Postly) throws -> Response {
        let user = try postly.user(of: request)
        try postly.posts.delete(postID(of: request), by: user)
        return .message("Post deleted successfully")
    }

    /// The post id in the path.
    ///
    /// Throws a ``Failure`` when the segment is not a valid id.
    static func postID(of request: Request) throws -> Post.ID {
        // The id is the first placeholder of all routes; a valid one is read without a string.
        let place = request.parameters.range(at: 0)
        let path = request.path
        let bytes = path[
            (path.startIndex + place.lowerBound)..<(path.startIndex + place.upperBound)
        ]
        if let id = bytes.withUnsafeBufferPointer(Post.ID.init(hexDigits:)) { return id }
        throw Failure.badID(request.parameter("id"))
    }
}
