internal import MockPostlyDrift

extension DriftScenario {
    private static let me = "Bearer {{login.data.token}}"

    /// The community feed: a login, the feed, refusals, and the life of a post.
    static let community = DriftScenario(
        "community",
        session + reads + writes,
        lines,
        routes: routes,
        nullable: ["avatar_url", "image_url", "joined_at"]
    )

    private static let session = [
        read("no-token", "GET /api/community/me")
            .shows("a token is needed", "community/accounts/token-faults"),
        send(
            "login-wrong",
            "POST /api/community/tokens",
            #"{"email":"nobody-{{unique}}@example.com","password":"low-tide"}"#,
            writes: false
        ).shows("a wrong login", "community/accounts/tokens-wrong"),
        send(
            "login",
            "POST /api/community/tokens",
            #"{"email":"{{email}}","password":"{{password}}"}"#,
            content: .person,
            writes: false
        ).shows("a login answers a token and the person", "community/accounts/tokens"),
        read("me", "GET /api/community/me", content: .person, as: me)
            .shows("the person of a token", "community/accounts/tokens"),
    ]

    private static let reads = [
        read(
            "feed",
            "GET /api/community/posts?page=1&per_page=3",
            content: .own,
            fixed: ["meta.page", "meta.per_page"],
            as: me
        ).shows("a page of the feed, newest first", "community/lists/pages"),
        read("unknown-post", "GET /api/community/posts/999999999", as: me)
            .shows("a post that is not there", "community/posts/unknown"),
        read(
            "comments",
            "GET /api/community/posts/{{feed.data[0].id}}/comments",
            content: .own,
            as: me
        ).shows("a page of comments, oldest first", "community/comments/list"),
    ]

    private static let writes = [
        send("create", "POST /api/community/posts", #"{"content":"Low tide {{unique}}"}"#, as: me)
            .shows("a new post is answered whole, and where it is", "community/posts/create"),
        send("create-without", "POST /api/community/posts", #"{"content":""}"#, as: me)
            .shows("a post needs a text", "community/posts/fields"),
        send("like", "PUT /api/community/posts/{{create.data.id}}/like", nil, as: me)
            .shows("a like", "community/likes/set"),
        send(
            "comment",
            "POST /api/community/posts/{{create.data.id}}/comments",
            #"{"content":"First!"}"#,
            as: me
        ).shows("a new comment is answered", "community/comments/fields"),
        send(
            "update",
            "PATCH /api/community/posts/{{create.data.id}}",
            #"{"content":"High tide {{unique}}"}"#,
            as: me
        ).shows("one's own post is changed", "community/posts/update"),
        send("delete", "DELETE /api/community/posts/{{create.data.id}}", nil, as: me)
            .shows("one's own post is deleted", "community/posts/delete"),
        send("gone", "GET /api/community/posts/{{create.data.id}}", nil, as: me)
            .shows("a deleted post is not there", "community/posts/delete"),
    ]
}
