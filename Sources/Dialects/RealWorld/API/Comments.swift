internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyNouns
internal import RealWorldContent

/// `/api/articles/{slug}/comments`.
enum Comments {
    static func list(_ request: Request, _ call: Call) throws -> Response {
        let viewer = try call.viewer()
        let article = try call.article()
        return try .json { json in
            json.beginObject()
            json.key("comments")
            json.beginArray()
            try call.api.articles.forEachComment(of: article, for: viewer?.id) {
                json.comment($0, call.era)
            }
            json.endArray()
            json.endObject()
        }
    }

    static func create(_ request: Request, _ call: Call) throws -> Response {
        let person = try call.person()
        var body = try RequestBody(request, "comment")
        let text = body.required("body")
        try body.check()
        let id = try call.api.articles.addComment(text, to: call.article(), by: person.id)
        return try call.api.articles.readComment(id, for: person.id) { comment in
            .json(call.era == .old ? 200 : 201) {
                $0.wrapped("comment") { $0.comment(comment, call.era) }
            }
        }
    }

    static func delete(_ request: Request, _ call: Call) throws -> Response {
        let person = try call.person()
        let article = try call.article()
        guard let id = Int64(call.text("id")) else { throw Failure.noComment }
        try call.api.articles.deleteComment(id, of: article, by: person.id)
        return .noContent
    }
}
