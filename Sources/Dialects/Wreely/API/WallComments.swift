internal import MockPostlyHTTP
internal import MockPostlyNouns
internal import WreelyContent

/// The comments under the posts of a wall.
enum WallComments {
    /// The comments of a post, oldest first; of an unknown post there are none.
    static func list(_ request: Request, _ call: Call) throws -> Response {
        let visit = try call.api.visit(request, call)
        let (wall, values) = (call.api.wall, call.values)
        let post = try call.requiredNumber("post_id")
        let isThere = try wall.has(post, in: visit.workspace)
        let page = Paging(values, total: isThere ? try wall.countComments(of: post) : 0)
        let comments =
            isThere ? try wall.comments(of: post, limit: page.limit, offset: page.offset) : []
        return .list("member_wall_comments", comments) { $0.write(&$1, call.site) }
    }

    static func create(_ request: Request, _ call: Call) throws -> Response {
        let visit = try call.api.visit(request, call)
        let body = try RequestBody(request)
        try body.require("post_id", "comment")
        // The client writes a parenthesis after the number.
        let post = body.number("post_id")
        try call.api.checkPost(post, visit)
        let comment = try call.api.wall.insertComment(
            body["comment"] ?? "",
            to: post,
            by: visit.member.id
        )
        guard let comment else { throw Failure.somethingWrong }
        return .made("member_wall_comments", comment) { $0.write(&$1, call.site) }
    }

    /// Deletes one's own comment; nothing happens when it is somebody else's or unknown.
    static func delete(_ request: Request, _ call: Call) throws -> Response {
        let visit = try call.api.visit(request, call)
        let comment = try call.requiredNumber("comment_id")
        _ = try call.api.wall.deleteComment(comment, by: visit.member.id)
        return .done
    }
}
