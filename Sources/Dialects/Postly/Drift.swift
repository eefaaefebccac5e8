internal import MockPostlyDrift

extension DriftScenario {
    private static let me = "Bearer {{login.accessToken}}"

    /// Postly: lists, refusals, a login, and the life of a post.
    static let postly = DriftScenario(
        "postly",
        reads + session + writes,
        lines,
        routes: routes,
        nullable: ["coverImage", "profilePicture"]
    )

    private static let reads = [
        read(
            "list",
            "GET /api/posts?page=1&limit=3",
            content: .own,
            fixed: ["pagination.page", "pagination.limit"]
        ).shows("a page of posts, newest first", "postly/lists/newest-first"),
        read("post", "GET /api/posts/{{list.posts[0]._id}}", content: .own)
            .shows("a post by its id", "postly/posts/get-counts-a-view"),
        read("by-slug", "GET /api/posts/slug/{{list.posts[0].slug}}", content: .own)
            .shows("the same post by its slug", "postly/posts/get-by-slug"),
        read("comments", "GET /api/posts/{{list.posts[0]._id}}/comments", content: .own)
            .shows("the comments on a post, oldest first", "postly/comments/listed-oldest-first"),
        read(
            "beyond",
            "GET /api/posts?page=100000&limit=3",
            content: .own,
            fixed: ["posts", "pagination.page", "pagination.limit"]
        ).shows("a page beyond the end is empty", "postly/lists/beyond-the-end"),
        read("no-number", "GET /api/posts?page=x")
            .shows("a page that is no number is refused", "postly/lists/not-an-integer"),
        read("search", "GET /api/posts/search?query=the", content: .own)
            .shows("published posts with a text in them", "postly/search/title-and-content"),
        read("search-nothing", "GET /api/posts/search?query=zqxjvkwy")
            .shows("a search that finds nothing", "postly/search/nothing-found"),
        read("search-without", "GET /api/posts/search")
            .shows("a search without a text is refused", "postly/search/requires-a-query"),
        read(
            "posts-of-someone",
            "GET /api/users/{{list.posts[0].author.userId}}/posts?page=1&limit=2",
            content: .own,
            fixed: ["pagination.page", "pagination.limit"]
        ).shows("a page of someone's posts", "postly/users/posts-of-a-user"),
        read("unknown-post", "GET /api/posts/69886d862f3621d9bb00ffff")
            .shows("a post that is not there", "postly/posts/get-of-an-unknown-id"),
        read("malformed-id", "GET /api/posts/no-id")
            .shows("an id that is none is quoted", "postly/posts/malformed-id-is-quoted-as-python"),
        read("no-token", "GET /api/auth/check")
            .shows("a token is needed", "postly/tokens/missing-header"),
        read("bad-token", "GET /api/auth/check", as: "Bearer no.token")
            .shows("a token needs three parts", "postly/tokens/not-enough-segments"),
        read("unknown-path", "GET /api/nothing-here")
            .shows("a path that is not there", "postly/routing/unknown-paths"),
        read("wrong-method", "PATCH /api/posts")
            .shows("a method that a path has not", "postly/routing/wrong-methods"),
        read("preflight", "OPTIONS /api/posts")
            .shows("what a browser asks first", "postly/cors/preflight").with {
                $0.headers = [
                    .init("Origin", "http://app.example"),
                    .init("Access-Control-Request-Method", "POST"),
                    .init("Access-Control-Request-Headers", "content-type,authorization"),
                ]
            },
        send(
            "login-without",
            "POST /api/auth/login/email",
            #"{"email":"somebody@example.com"}"#,
            writes: false
        )
        .shows(
            "a login needs a password",
            "postly/auth/email-login-requires-email-and-password"
        ),
        send(
            "login-wrong",
            "POST /api/auth/login/email",
            #"{"email":"nobody-{{unique}}@example.com","password":"low-tide"}"#,
            writes: false
        ).shows("a wrong login", "postly/auth/email-login-invalid-credentials"),
    ]

    private static let session = [
        send(
            "login",
            "POST /api/auth/login/email",
            #"{"email":"{{email}}","password":"{{password}}"}"#,
            content: .person,
            writes: false
        )
        .shows(
            "a login answers a token and the person",
            "postly/auth/email-login-answers-the-user"
        ),
        read("check", "GET /api/auth/check", as: me)
            .shows("the person of a token", "postly/auth/check-answers-the-current-user"),
        read(
            "my-posts",
            "GET /api/users/me/posts?page=1&limit=2",
            content: .own,
            fixed: ["pagination.page", "pagination.limit"],
            as: me
        ).shows("a page of one's own posts", "postly/users/my-posts"),
    ]

    private static let writes = [
        send(
            "create",
            "POST /api/posts",
            #"{"title":"Low Tide {{unique}}","content":"Salt and sand.","status":"draft"}"#,
            as: me
        ).shows("a new post is answered whole", "postly/posts/create-answers-the-post"),
        send("create-without", "POST /api/posts", #"{"title":"Low Tide"}"#, as: me)
            .shows(
                "a post needs title and content",
                "postly/posts/create-requires-title-and-content"
            ),
        send("view", "GET /api/posts/{{create._id}}", nil)
            .shows("reading a post counts a view", "postly/posts/get-counts-a-view"),
        send("like", "POST /api/posts/{{create._id}}/like", nil, as: me)
            .shows("a like", "postly/likes/like-and-unlike"),
        send("liked", "GET /api/posts/{{create._id}}/like", nil, as: me)
            .shows("whether a post is liked", "postly/likes/like-and-unlike"),
        send("unlike", "DELETE /api/posts/{{create._id}}/like", nil, as: me)
            .shows("a like is taken back", "postly/likes/like-and-unlike"),
        send("comment", "POST /api/posts/{{create._id}}/comments", #"{"content":"First!"}"#, as: me)
            .shows("a new comment is answered", "postly/comments/create-answers-the-comment"),
        send(
            "update",
            "PUT /api/posts/{{create._id}}",
            #"{"content":"Salt, sand and wind.","status":"published"}"#,
            as: me
        ).shows("what is sent is replaced", "postly/posts/update-replaces-the-sent-fields"),
        send("uncomment", "DELETE /api/posts/{{create._id}}/comments/{{comment._id}}", nil, as: me)
            .shows("a comment is deleted by its author", "postly/comments/delete-by-its-author"),
        send("delete", "DELETE /api/posts/{{create._id}}", nil, as: me)
            .shows("a post is deleted by its author", "postly/posts/delete-removes-the-post"),
        send("gone", "GET /api/posts/{{create._id}}", nil)
            .shows("a deleted post is not there", "postly/posts/delete-removes-the-post"),
    ]
}
