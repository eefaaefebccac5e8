internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyNouns

/// `/posts`, and lists of posts by tag and by user.
///
/// Writes return the members that were sent, whatever their types.
enum Posts {
    /// The members that a write reads, in the order of its response.
    private static let written: [StaticString] = ["title", "body", "userId", "tags", "reactions"]

    static func list(_: Request, _ call: Call) throws -> Response {
        try call.page(.posts, call.documents.all(.posts), options: .everything)
    }

    static func search(_: Request, _ call: Call) throws -> Response {
        try call.found(.posts)
    }

    static func show(_: Request, _ call: Call) throws -> Response {
        call.selected(try call.verified(.posts, .string(call.parameter("id"))))
    }

    /// The tags as an array of strings.
    static func tagList(_: Request, _ call: Call) throws -> Response {
        call.texts(tags(call))
    }

    /// The tags with name and link; ``tagList(_:_:)`` has the slugs alone.
    static func tags(_: Request, _ call: Call) throws -> Response {
        call.slugs(tags(call), at: "/posts/tag/")
    }

    private static func tags(_ call: Call) -> [String] {
        distinct(call.documents.all(.posts).flatMap { $0.texts("tags") })
    }

    static func tagged(_: Request, _ call: Call) throws -> Response {
        let posts = call.documents.all(.posts).having(call.parameter("tag"), in: "tags")
        return try call.page(.posts, posts, options: .everything)
    }

    static func ofUser(_: Request, _ call: Call) throws -> Response {
        let user = try call.verified(.users, .string(call.parameter("userId")))
        return try call.page(.posts, call.all(.posts, of: user), options: .everything)
    }

    static func comments(_: Request, _ call: Call) throws -> Response {
        try Comments.page(ofPost: call.parameter("id"), call)
    }

    /// Adds a post; only `userId` is checked, and must be the id of a user.
    static func add(_: Request, _ call: Call) throws -> Response {
        let user = try call.verified(.users, call.body["userId"])
        let (id, response) = call.added(.posts, written)
        try call.store(.posts, id: id) { json in
            json.member("title", call.body["title"], or: .string(""))
            json.member("body", call.body["body"], or: .string(""))
            json.member("tags", call.body["tags"], or: .array([]))
            json.member("reactions", call.body["reactions"], or: call.noReactions)
            if !call.api.isLegacy { json.field("views", 0) }
            json.field("userId", user.id)
        }
        return response
    }

    /// Changes a post; a value that is false in JavaScript (0, "", null) leaves the member as it
    /// is.
    static func update(_: Request, _ call: Call) throws -> Response {
        let post = try call.edited(.posts)
        let (members, response) = call.edited(post, written)
        try call.store(
            .posts,
            post,
            replacing: members.map { ($0.name, $0.name == "userId" ? numeric($0.value) : $0.value) }
        )
        return response
    }

    static func delete(_: Request, _ call: Call) throws -> Response {
        try call.deleted(.posts, try call.verified(.posts, .string(call.parameter("id"))))
    }
}

extension Call {
    /// The reactions of a new post.
    fileprivate var noReactions: JSValue {
        guard !api.isLegacy else { return .number(0) }
        var none = JSObject()
        none["likes"] = .number(0)
        none["dislikes"] = .number(0)
        return .object(none)
    }
}

extension JSONWriter {
    /// Writes a member as it was sent, or `other` when it was not sent.
    mutating func member(_ name: StaticString, _ sent: JSValue, or other: JSValue) {
        key(name)
        if case .undefined = sent { other.write(&self) } else { sent.write(&self) }
    }
}

extension Document {
    /// The strings in a member that is an array; empty for other members.
    func texts(_ name: String) -> [String] {
        self[name]?.elements.compactMap(\.string) ?? []
    }
}

extension [Document] {
    /// The records that have `text`, in any case, in a member that is an array of strings.
    func having(_ text: String, in member: String) -> [Document] {
        let wanted = text.lowercased()
        return filter { document in
            document.texts(member).contains { $0.lowercased() == wanted }
        }
    }
}
