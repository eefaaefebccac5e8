internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyNouns
internal import MockPostlyWorld

/// `/api/posts/{id}/like`.
///
/// As in the original, only POST checks whether the post exists.
enum Likes {
    static func show(_ request: Request, _ postly: Postly) throws -> Response {
        let user = try postly.user(of: request)
        let isLiked = try Post.ID(hex: request.parameter("id")).map {
            try postly.posts.isLiked($0, by: user)
        }
        return .json { json in
            json.beginObject()
            json.field("liked", isLiked ?? false)
            json.endObject()
        }
    }

    static func create(_ request: Request, _ postly: Postly) throws -> Response {
        let user = try postly.users.find(postly.user(of: request))
        let isNew = try postly.posts.like(Posts.postID(of: request), by: user.id)
        return .message(isNew ? "Post liked successfully" : "Post already liked")
    }

    static func delete(_ request: Request, _ postly: Postly) throws -> Response {
        let user = try postly.user(of: request)
        let wasLiked = try Post.ID(hex: request.parameter("id")).map {
            try postly.posts.unlike($0, by: user)
        }
        return .message(wasLiked ?? false ? "Post unliked successfully" : "Post was not liked")
    }
}
