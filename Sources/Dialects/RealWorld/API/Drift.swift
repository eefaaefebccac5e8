internal import MockPostlyDrift

extension DriftScenario {
    private static let me = "Token {{login.user.token}}"

    /// RealWorld: lists, refusals, a login, and the life of an article.
    static let realWorld = DriftScenario(
        "realworld",
        reads + session + writes,
        lines,
        routes: routes,
        nullable: ["bio", "image", "description"]
    )

    private static let reads = [
        read("articles", "GET /api/articles?limit=3", content: .own)
            .shows("a page of articles, newest first", "realworld/articles/lists-new"),
        read("article", "GET /api/articles/{{articles.articles[0].slug}}", content: .own)
            .shows("one article", "realworld/articles/lists-new"),
        read("comments", "GET /api/articles/{{articles.articles[0].slug}}/comments", content: .own)
            .shows("the comments, newest first", "realworld/comments/all-new"),
        read("tags", "GET /api/tags", content: .own)
            .shows("the tags", "realworld/articles/lists-new"),
        read("profile", "GET /api/profiles/{{articles.articles[0].author.username}}", content: .own)
            .shows("one person", "realworld/profiles/follow-new"),
        read("unknown-article", "GET /api/articles/there-is-none-{{unique}}")
            .shows("an article that is not there", "realworld/articles/unknown"),
        read("no-token", "GET /api/user")
            .shows("a token is needed", "realworld/tokens/missing"),
        send(
            "login-wrong",
            "POST /api/users/login",
            #"{"user":{"email":"nobody-{{unique}}@example.com","password":"low-tide-1"}}"#,
            writes: false
        ).shows("a wrong login", "realworld/users/log-in-new"),
    ]

    private static let session = [
        send(
            "login",
            "POST /api/users/login",
            #"{"user":{"email":"{{email}}","password":"{{password}}"}}"#,
            content: .person,
            writes: false
        ).shows("a login answers the person with a token", "realworld/users/log-in-new"),
        read("me", "GET /api/user", content: .person, as: me)
            .shows("the person of a token", "realworld/users/standard-people"),
        read("feed", "GET /api/articles/feed?limit=2", content: .own, as: me)
            .shows("articles by those whom one follows", "realworld/articles/lists-new"),
    ]

    private static let writes = [
        send(
            "create",
            "POST /api/articles",
            #"{"article":{"title":"Low tide {{unique}}","description":"A walk","body":"Far out.","tagList":["sea"]}}"#,
            as: me
        ).shows("a new article is answered whole", "realworld/articles/create-new"),
        send(
            "create-without",
            "POST /api/articles",
            #"{"article":{"title":"","description":"A walk","body":"Far out."}}"#,
            as: me
        ).shows("an article needs a title", "realworld/articles/create-refused"),
        send("favorite", "POST /api/articles/{{create.article.slug}}/favorite", nil, as: me)
            .shows("a favourite", "realworld/articles/favorites"),
        send(
            "comment",
            "POST /api/articles/{{create.article.slug}}/comments",
            #"{"comment":{"body":"First!"}}"#,
            as: me
        ).shows("a new comment is answered", "realworld/comments/all-new"),
        send("delete", "DELETE /api/articles/{{create.article.slug}}", nil, as: me)
            .shows("an article is deleted by its author", "realworld/articles/delete"),
        send("gone", "GET /api/articles/{{create.article.slug}}", nil)
            .shows("a deleted article is not there", "realworld/articles/delete"),
    ]
}
