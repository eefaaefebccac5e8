internal import MockPostlyHTTP
internal import MockPostlyNouns
internal import WreelyContent

/// The likes of the posts of a wall.
enum WallLikes {
    /// The likes of a post, oldest first; of an unknown post there are none.
    static func list(_ request: Request, _ call: Call) throws -> Response {
        let visit = try call.api.visit(request, call)
        let (wall, values) = (call.api.wall, call.values)
        let post = try call.requiredNumber("post_id")
        let isThere = try wall.has(post, in: visit.workspace)
        let page = Paging(values, total: isThere ? try wall.countLikes(of: post) : 0)
        let likes = isThere ? try wall.likes(of: post, limit: page.limit, offset: page.offset) : []
        return .list("member_wall_likes", likes) { $0.write(&$1, call.site) }
    }

    /// Likes a post, or takes the like back.
    static func toggle(_ request: Request, _ call: Call) throws -> Response {
        let visit = try call.api.visit(request, call)
        let body = try RequestBody(request)
        try body.require("post_id")
        let post = body.number("post_id")
        try call.api.checkPost(post, visit)
        _ = try call.api.wall.toggleLike(of: post, by: visit.member.id)
        return .done
    }

    /// Removes one's own like; nothing happens when it is somebody else's or unknown.
    static func delete(_ request: Request, _ call: Call) throws -> Response {
        let visit = try call.api.visit(request, call)
        let like = try call.requiredNumber("like_id")
        _ = try call.api.wall.deleteLike(like, by: visit.member.id)
        return .done
    }
}
