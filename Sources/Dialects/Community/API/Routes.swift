package import MockPostlyHTTP

extension Community {
    /// The whole API of the community's feed.
    package static let routes: [Route<Community>] = [
        Route(.get, "/community/websocket", "Phoenix Channels by WebSocket", Transports.socket),
        Route(.get, "/community/longpoll", "Phoenix Channels by polling", Transports.poll),
        Route(.post, "/community/longpoll", "messages of a client that polls", Transports.poll),

        .post("/api/community/register", "a new account and a token", slow: Accounts.register),
        .post(
            "/api/community/tokens",
            "a token for an e-mail and a password",
            slow: Accounts.createToken
        ),
        .delete(
            "/api/community/tokens/current",
            "revoke the token of the request",
            Accounts.revokeToken
        ),
        .get("/api/community/me", "the person of the token", Accounts.show),
        .post("/api/community/join", "join the community", Accounts.join),
        .delete("/api/community/join", "leave the community", Accounts.leave),

        .get("/api/community/posts", "a page of the feed, newest first", Posts.list),
        .post("/api/community/posts", "a new post in the feed", Posts.create),
        .get("/api/community/posts/{id}", "one post of the feed", Posts.show),
        .patch("/api/community/posts/{id}", "change one's own post in the feed", Posts.update),
        .put("/api/community/posts/{id}", "the same as PATCH", Posts.update),
        .delete("/api/community/posts/{id}", "delete one's own post in the feed", Posts.delete),

        .post("/api/community/posts/{id}/like", "like a post, or no longer", Likes.toggle),
        .put("/api/community/posts/{id}/like", "like a post in the feed", Likes.set),
        .delete("/api/community/posts/{id}/like", "no longer like a post", Likes.clear),

        .get(
            "/api/community/posts/{id}/comments",
            "a page of comments, oldest first",
            Comments.list
        ),
        .post("/api/community/posts/{id}/comments", "a new comment", Comments.create),
        .delete(
            "/api/community/posts/{id}/comments/{comment_id}",
            "delete one's own comment, or one under one's own post",
            Comments.delete
        ),

        .get(
            "/community/pictures/{file}",
            "a portrait or a picture of a post",
            slow: Pictures.show
        ),
    ]
}
