internal import CommunityContent
internal import MockPostlyHTTP
internal import MockPostlyJSON

/// `/api/community/posts` and single posts; likes and comments have files of their own.
enum Posts {
    static func list(_ request: Request, _ community: Community) throws -> Response {
        _ = try community.member(of: request)
        let (page, before) = try Page.reading(request)
        let total = try community.feed.count(before: before)
        return try .list(page, total: total) { json in
            try community.feed.readPage(before: before, limit: page.size, offset: page.offset) {
                $0.write(&json)
            }
        }
    }

    static func show(_ request: Request, _ community: Community) throws -> Response {
        _ = try community.member(of: request)
        return .data(try json(of: id(of: request), community))
    }

    static func create(_ request: Request, _ community: Community) throws -> Response {
        let author = try community.member(of: request)
        var form = Form(try RequestBody(request, of: "post"))
        let content = form.text("content", most: Limits.post)
        let image = form.optionalText("image_url")
        try form.requireNoFaults()
        let draft = FeedPost.Draft(content: content, imageURL: image ?? nil)
        let id = try community.feed.create(draft, by: author)
        let post = try json(of: id, community)
        community.note(.newPost(post))
        var response = Response.data(status: 201, post)
        response.fields.append(.init("location", "\(request.pathPrefix)/api/community/posts/\(id)"))
        return response
    }

    static func update(_ request: Request, _ community: Community) throws -> Response {
        let editor = try community.member(of: request)
        var form = Form(try RequestBody(request, of: "post"))
        let id = try id(of: request)
        try community.feed.checkAuthor(of: id, is: editor)
        var changes = FeedPost.Changes()
        if form.has("content") { changes.content = form.text("content", most: Limits.post) }
        changes.imageURL = form.optionalText("image_url")
        try form.requireNoFaults()
        try community.feed.update(id, changes)
        let post = try json(of: id, community)
        community.note(.postUpdated(post))
        return .data(post)
    }

    static func delete(_ request: Request, _ community: Community) throws -> Response {
        let user = try community.member(of: request)
        let id = try id(of: request)
        try community.feed.delete(id, by: user)
        community.note(.postDeleted(id: id))
        return .noContent
    }

    /// The post id in the path; throws ``FeedError/notThere`` (404) when it is not a number.
    static func id(of request: Request) throws -> FeedPost.ID {
        guard let id = WholeNumber(request.parameter("id"))?.exact else { throw FeedError.notThere }
        return id
    }

    static func json(of id: FeedPost.ID, _ community: Community) throws -> [UInt8] {
        try community.feed.read(id) { post in
            var json = JSONWriter(escaping: .utf8)
            post.write(&json)
            return json.finish()
        }
    }
}

/// The most characters that texts of the feed may have.
enum Limits {
    static let post = 5000
    static let comment = 2000
}
