internal import MockPostlyHTTP

extension API {
    /// The routes of any file: its collections and objects are the names in the paths.
    static let routes: [Route<Call>] = [
        .get("/", "a page that lists the resources", { try Home.page($1) }),
        .get("/db", "the whole state", { try Home.state($1) }),
        .post("/register", "a new account, and its token", slow: { try Accounts.register($1) }),
        .post("/signup", "the same", slow: { try Accounts.register($1) }),
        .post("/login", "a token for an account", slow: { try Accounts.logIn($1) }),
        .post("/signin", "the same", slow: { try Accounts.logIn($1) }),
        .get("/me", "the account of the token", { try Accounts.me($1) }),
        .get(
            "/{name}",
            "the rows of a collection, or an object",
            { try $1.isV1 ? V1.list($1) : Lists.list($1) }
        ),
        .post(
            "/{name}",
            "a new row, or the object",
            { try $1.isV1 ? V1.create($1) : Writes.create($1) }
        ),
        .put("/{name}", "replace an object", { try Writes.replaceObject($1) }),
        .patch("/{name}", "change members of an object", { try Writes.changeObject($1) }),
        .get("/{name}/{id}", "one row", { try $1.isV1 ? V1.show($1) : Lists.show($1) }),
        .put("/{name}/{id}", "replace a row", slow: { try Accounts.hashing($1, Writes.replace) }),
        .patch(
            "/{name}/{id}",
            "change members of a row",
            slow: { try Accounts.hashing($1, Writes.change) }
        ),
        .delete(
            "/{name}/{id}",
            "delete a row and what belongs to it",
            { try $1.isV1 ? V1.delete($1) : Writes.delete($1) }
        ),
        .get(
            "/pictures/{side}/{color}",
            "a picture to which rows lead",
            slow: { try Pictures.show($1) }
        ),
        .get("/files/{id}/{file}", "a file that a client has sent", { try Files.show($1) }),
        .get("/{name}/{id}/{nested}", "the rows that belong to a row", { try Nested.list($1) }),
        .post("/{name}/{id}/{nested}", "a new row that belongs to it", { try Nested.create($1) }),
    ]

    /// Stands for an operation of a description, which is none of ``routes``.
    static let operation = routes.count

    /// The route of a registration, which needs no token.
    static let registration = routes.firstIndex { $0.pattern == "/register" }
    /// The routes whose answers are files as they are.
    static let files = routes.indices.filter {
        routes[$0].pattern.hasPrefix("/pictures/") || routes[$0].pattern.hasPrefix("/files/")
    }
}
