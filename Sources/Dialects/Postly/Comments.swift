internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyNouns

/// `/api/posts/{id}/comments`.
enum Comments {
    static func list(_ request: Request, _ postly: Postly) throws -> Response {
        let key = try postly.posts.key(of: Posts.postID(of: request))
        return try .json { json in
            json.beginArray()
            try postly.bodies.writeComments(ofPost: key, &json)
            json.endArray()
        }
    }

    static func create(_ request: Request, _ postly: Postly) throws -> Response {
        let user = try postly.user(of: request)
        let body = try RequestBody(request)
        guard !body.isFalsy("content"), let content = try body.text("content") else {
            throw Failure.commentContent
        }
        let author = try postly.users.find(user)
        let post = try Posts.postID(of: request)
        return try postly.posts.addComment(to: post, content: content, by: author) { comment in
            .json(status: 201) { comment.write(&$0) }
        }
    }

    static func delete(_ request: Request, _ postly: Postly) throws -> Response {
        let user = try postly.user(of: request)
        let post = try Posts.postID(of: request)
        try postly.posts.deleteComment(request.parameter("commentId"), of: post, by: user)
        return .message("Comment deleted successfully")
    }
}
