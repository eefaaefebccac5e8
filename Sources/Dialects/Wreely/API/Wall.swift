internal import MockPostlyHTTP
internal import WreelyContent

/// The posts on the wall of a workspace.
enum Wall {
    static func list(_ request: Request, _ call: Call) throws -> Response {
        let visit = try call.api.visit(request, call)
        let (wall, values) = (call.api.wall, call.values)
        let onlyMine = values.isSet("is_member_feeds")
        let total = try wall.count(in: visit.workspace, by: onlyMine ? visit.member.id : nil)
        let page = Paging(values, total: total)
        let posts = try wall.page(
            in: visit.workspace,
            for: visit.member.id,
            onlyMine: onlyMine,
            limit: page.limit,
            offset: page.offset
        )
        return .list("member_walls", posts) { $0.write(&$1, call.site) }
    }

    static func create(_ request: Request, _ call: Call) throws -> Response {
        let visit = try call.api.visit(request, call)
        let body = try RequestBody(request)
        try body.requireOne(of: "image_url", "post_description")
        let post = try call.api.wall.insert(
            text: body["post_description"] ?? "",
            imageURL: try body.link("image_url").map(call.site.stored) ?? "",
            by: visit.member.id,
            in: visit.workspace
        )
        guard let post else { throw Failure.somethingWrong }
        return .made("member_walls", post) { $0.write(&$1, call.site) }
    }

    /// Deletes one's own post; nothing happens when it is somebody else's or unknown.
    static func delete(_ request: Request, _ call: Call) throws -> Response {
        let visit = try call.api.visit(request, call)
        let post = try call.requiredNumber("post_id")
        _ = try call.api.wall.delete(post, by: visit.member.id)
        return .done
    }
}

extension Wreely {
    /// Throws ``Failure/somethingWrong`` unless the wall of the workspace has the post.
    func checkPost(_ id: WreelyPost.ID, _ visit: Visit) throws {
        guard try wall.has(id, in: visit.workspace) else { throw Failure.somethingWrong }
    }
}
