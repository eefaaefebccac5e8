package import MockPostlyHTTP

extension RealWorld {
    /// The whole API, as it is beside other systems; alone and by the names of its hosts it has no
    /// `/realworld` before it.
    package static let routes: [Route<Call>] = [
        .post("/realworld/api/users", "a new account", slow: Users.register),
        .post("/realworld/api/users/login", "log in by e-mail and password", slow: Users.logIn),
        .get("/realworld/api/user", "the person of the token; needs a token", Users.show),
        .put("/realworld/api/user", "change one's account; needs a token", slow: Users.update),

        .get("/realworld/api/profiles/{username}", "one person", Profiles.show),
        .post(
            "/realworld/api/profiles/{username}/follow",
            "follow a person; needs a token",
            Profiles.follow
        ),
        .delete(
            "/realworld/api/profiles/{username}/follow",
            "follow a person no more; needs a token",
            Profiles.unfollow
        ),

        .get("/realworld/api/articles", "a page of articles, newest first", Articles.list),
        .post("/realworld/api/articles", "a new article; needs a token", Articles.create),
        .get(
            "/realworld/api/articles/feed",
            "a page of articles by those one follows; needs a token",
            Articles.feed
        ),
        .get("/realworld/api/articles/{slug}", "one article", Articles.show),
        .put(
            "/realworld/api/articles/{slug}",
            "change an article; needs its author's token",
            Articles.update
        ),
        .delete(
            "/realworld/api/articles/{slug}",
            "delete an article; needs its author's token",
            Articles.delete
        ),
        .post(
            "/realworld/api/articles/{slug}/favorite",
            "make it a favourite; needs a token",
            Articles.favor
        ),
        .delete(
            "/realworld/api/articles/{slug}/favorite",
            "make it a favourite no more; needs a token",
            Articles.disfavor
        ),

        .get(
            "/realworld/api/articles/{slug}/comments",
            "the comments, newest first",
            Comments.list
        ),
        .post(
            "/realworld/api/articles/{slug}/comments",
            "a new comment; needs a token",
            Comments.create
        ),
        .delete(
            "/realworld/api/articles/{slug}/comments/{id}",
            "delete a comment; needs its author's token",
            Comments.delete
        ),

        .get("/realworld/api/tags", "the tags that articles have", Articles.tags),

        .get("/realworld/images/{file}", "a picture that the originals had", slow: Pictures.image),
        .get("/realworld/pictures/{file}", "a portrait", slow: Pictures.portrait),
    ]
}
