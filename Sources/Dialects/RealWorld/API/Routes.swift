package import MockPostlyHTTP

extension RealWorld {
    /// The whole API as it is beside other systems.
    package static let routes = ownRoutes.map { $0.below(mount) }
    static let mount = "/realworld"

    /// The same as it is alone, and by the names of its hosts.
    static let ownRoutes: [Route<Call>] = [
        .post("/api/users", "a new account", slow: Users.register),
        .post("/api/users/login", "log in by e-mail and password", slow: Users.logIn),
        .get("/api/user", "the person of the token; needs a token", Users.show),
        .put("/api/user", "change one's account; needs a token", slow: Users.update),

        .get("/api/profiles/{username}", "one person", Profiles.show),
        .post("/api/profiles/{username}/follow", "follow a person; needs a token", Profiles.follow),
        .delete(
            "/api/profiles/{username}/follow",
            "follow a person no more; needs a token",
            Profiles.follow
        ),

        .get("/api/articles", "a page of articles, newest first", Articles.list),
        .post("/api/articles", "a new article; needs a token", Articles.create),
        .get(
            "/api/articles/feed",
            "a page of articles by those one follows; needs a token",
            Articles.feed
        ),
        .get("/api/articles/{slug}", "one article", Articles.show),
        .put(
            "/api/articles/{slug}",
            "change an article; needs its author's token",
            Articles.update
        ),
        .delete(
            "/api/articles/{slug}",
            "delete an article; needs its author's token",
            Articles.delete
        ),
        .post(
            "/api/articles/{slug}/favorite",
            "make it a favourite; needs a token",
            Articles.favor
        ),
        .delete(
            "/api/articles/{slug}/favorite",
            "make it a favourite no more; needs a token",
            Articles.favor
        ),

        .get("/api/articles/{slug}/comments", "the comments, newest first", Comments.list),
        .post("/api/articles/{slug}/comments", "a new comment; needs a token", Comments.create),
        .delete(
            "/api/articles/{slug}/comments/{id}",
            "delete a comment; needs its author's token",
            Comments.delete
        ),

        .get("/api/tags", "the tags that articles have", Articles.tags),

        .get("/images/{file}", "a picture that the originals had", slow: Pictures.image),
        .get("/pictures/{file}", "a portrait", slow: Pictures.portrait),
    ]
}
