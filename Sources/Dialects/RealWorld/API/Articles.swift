internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import RealWorldContent

/// `/api/articles` and `/api/tags`.
enum Articles {
    static func list(_ request: Request, _ call: Call) throws -> Response {
        let viewer = try call.viewer()
        let parameters = Query(request.rawQuery)
        var query = page(parameters)
        let filter = { (name: String) in parameters[name].flatMap { $0.isEmpty ? nil : $0 } }
        query.tag = filter("tag")
        query.author = filter("author")
        query.favorited = filter("favorited")
        return try answer(query, viewer, call)
    }

    static func feed(_ request: Request, _ call: Call) throws -> Response {
        let viewer = try call.person()
        var query = page(Query(request.rawQuery))
        query.isFeed = true
        return try answer(query, viewer, call)
    }

    /// Limit and offset; what makes no sense is as if it were not there.
    private static func page(_ query: Query) -> RealWorldQuery {
        let limit = query["limit"].flatMap { Int64($0) } ?? 0
        let offset = query["offset"].flatMap { Int64($0) } ?? 0
        return RealWorldQuery(limit: limit < 1 ? 20 : min(limit, 1_000), offset: max(0, offset))
    }

    private static func answer(
        _ query: RealWorldQuery,
        _ viewer: RealWorldPerson?,
        _ call: Call
    ) throws -> Response {
        let articles = call.api.articles
        // Room for what articles without their texts usually take.
        return try .json(reserving: 1_024 + 700 * Int(min(query.limit, 20))) { json in
            json.beginObject()
            json.key("articles")
            json.beginArray()
            try articles.forEach(query, for: viewer?.id, hasBody: call.era == .old) {
                json.article($0, call.era)
            }
            json.endArray()
            json.field("articlesCount", try articles.count(query, for: viewer?.id))
            json.endObject()
        }
    }

    static func show(_ request: Request, _ call: Call) throws -> Response {
        let viewer = try call.viewer()
        return try answer(call.article().id, viewer, call)
    }

    static func create(_ request: Request, _ call: Call) throws -> Response {
        let person = try call.person()
        var body = try RequestBody(request, "article")
        var draft = RealWorldDraft()
        draft.title = body.required("title")
        draft.description = body.required("description")
        draft.body = body.required("body")
        draft.tags = body.texts("tagList")
        try body.check()
        return try answer(call.api.articles.create(draft, by: person.id), person, call, 201)
    }

    static func update(_ request: Request, _ call: Call) throws -> Response {
        let person = try call.person()
        var body = try RequestBody(request, "article")
        var draft = RealWorldDraft()
        draft.title = body.changed("title", call.era)
        draft.description = body.changed("description", call.era)
        draft.body = body.changed("body", call.era)
        draft.tags = body.texts("tagList")
        try body.check()
        let article = try call.article()
        try call.api.articles.update(article, draft, by: person.id)
        return try answer(article.id, person, call)
    }

    static func delete(_ request: Request, _ call: Call) throws -> Response {
        let person = try call.person()
        try call.api.articles.delete(call.article(), by: person.id)
        return .noContent
    }

    /// By the method: POST makes it a favourite, DELETE takes that back.
    static func favor(_ request: Request, _ call: Call) throws -> Response {
        let person = try call.person()
        let article = try call.article()
        try call.api.articles.set(article, isFavorite: request.method == .post, of: person.id)
        return try answer(article.id, person, call)
    }

    private static func answer(
        _ id: RealWorldArticleKey.ID,
        _ viewer: RealWorldPerson?,
        _ call: Call,
        _ status: Int = 200
    ) throws -> Response {
        try call.api.articles.read(id, for: viewer?.id) { article in
            .json(status) { $0.wrapped("article") { $0.article(article, call.era) } }
        }
    }

    static func tags(_ request: Request, _ call: Call) throws -> Response {
        let tags = try call.api.articles.tags()
        return .json { json in
            json.wrapped("tags") { json in
                json.beginArray()
                for tag in tags { json.string(tag) }
                json.endArray()
            }
        }
    }
}
