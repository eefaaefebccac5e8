internal import CommunityContent
internal import MockPostlyHTTP
internal import MockPostlyJSON

/// `/api/community/posts/{id}/comments`.
enum Comments {
    static func list(_ request: Request, _ community: Community) throws -> Response {
        _ = try community.member(of: request)
        let post = try Posts.id(of: request)
        let total = try community.feed.countComments(of: post)
        let (page, _) = try Page.reading(request, takesBefore: false)
        return try .list(page, total: total) { json in
            try community.feed.readComments(of: post, limit: page.size, offset: page.offset) {
                $0.write(&json)
            }
        }
    }

    static func create(_ request: Request, _ community: Community) throws -> Response {
        let author = try community.member(of: request)
        var form = Form(try RequestBody(request, of: "comment"))
        let post = try Posts.id(of: request)
        _ = try community.feed.countComments(of: post)
        let content = form.text("content", most: Limits.comment)
        try form.requireNoFaults()
        var comment = JSONWriter(escaping: .utf8)
        let count = try community.feed.addComment(to: post, content: content, by: author) {
            $0.write(&comment)
        }
        community.note(.commentsUpdated(id: post, count: count))
        return .data(status: 201, comment.finish())
    }

    static func delete(_ request: Request, _ community: Community) throws -> Response {
        let user = try community.member(of: request)
        let post = try Posts.id(of: request)
        guard let comment = WholeNumber(request.parameter("comment_id"))?.exact else {
            throw FeedError.notThere
        }
        let count = try community.feed.deleteComment(comment, of: post, by: user)
        community.note(.commentsUpdated(id: post, count: count))
        return .noContent
    }
}
