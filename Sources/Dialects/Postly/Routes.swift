package import MockPostlyHTTP

extension Postly {
    /// The whole Postly API.
    package static let routes: [Route<Postly>] = [
        .get("/", "a greeting", Home.show),

        .post("/api/auth/register", "a new account", slow: Auth.register),
        .post("/api/auth/login", "sign in with a Google ID token", slow: Auth.logInWithGoogle),
        .post("/api/auth/login/email", "sign in by e-mail and password", slow: Auth.logIn),
        .get("/api/auth/check", "the person of the token; needs a token", Auth.check),

        .get("/api/posts", "a page of posts, newest first", Lists.all),
        .post("/api/posts", "a new post; needs a token", Posts.create),
        .get("/api/posts/search", "published posts with a text in them", Lists.search),
        .get("/api/posts/slug/{slug}", "one post; counts a view", Posts.showBySlug),
        .get("/api/posts/{id}", "one post; counts a view", Posts.show),
        .put("/api/posts/{id}", "change a post; needs its author's token", Posts.update),
        .delete("/api/posts/{id}", "delete a post; needs its author's token", Posts.delete),

        .get("/api/posts/{id}/like", "whether the post is liked; needs a token", Likes.show),
        .post("/api/posts/{id}/like", "like a post; needs a token", Likes.create),
        .delete("/api/posts/{id}/like", "take a like back; needs a token", Likes.delete),

        .get("/api/posts/{id}/comments", "the comments, oldest first", Comments.list),
        .post("/api/posts/{id}/comments", "a new comment; needs a token", Comments.create),
        .delete(
            "/api/posts/{id}/comments/{commentId}",
            "delete a comment; needs its author's or the post's author's token",
            Comments.delete
        ),

        .get("/api/users/me/posts", "a page of one's own posts; needs a token", Lists.mine),
        .get("/api/users/{userId}/posts", "a page of someone's posts", Lists.ofUser),

        .get("/postly/pictures/{file}", "a cover or a portrait", slow: Pictures.show),
    ]
}
