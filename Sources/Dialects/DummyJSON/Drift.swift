internal import MockPostlyDrift

extension DriftScenario {
    private static let me = "Bearer {{login.accessToken}}"

    /// DummyJSON: its lists, its refusals, its sessions, and writes, which it does not keep.
    static let dummyJSON: DriftScenario = {
        let steps = lists + refusals + session + writes
        var scenario = DriftScenario("dummyjson", steps, lines, routes: routes)
        scenario.optional = ["brand"]
        scenario.here = ["username": "emilys", "password": "emilyspass"]
        // The account that its documentation names for everybody.
        scenario.there = scenario.here
        scenario.login = ("username", "password")
        return scenario
    }()

    private static let page = ["skip", "limit"]

    private static let lists = [
        read("posts", "GET /posts?limit=3&skip=2", content: .own, fixed: page)
            .shows("a page of posts", "dummyjson/posts/list"),
        read("post", "GET /posts/1", content: .own, fixed: ["id"])
            .shows("one post", "dummyjson/posts/by-id"),
        read("post-selected", "GET /posts/1?select=id,userId", content: .own, fixed: ["id"])
            .shows("some members of a post", "dummyjson/posts/by-id-select"),
        read("comments-of-post", "GET /posts/1/comments?limit=2", content: .own)
            .shows("comments on a post", "dummyjson/posts/comments-of-a-post"),
        read("tags", "GET /posts/tags", content: .own)
            .shows("all tags, with names and links", "dummyjson/posts/tags"),
        read("tag-list", "GET /posts/tag-list", content: .own)
            .shows("all tags", "dummyjson/posts/tag-list"),
        read("comments", "GET /comments?limit=2", content: .own, fixed: page)
            .shows("a page of comments", "dummyjson/comments/list"),
        read("users", "GET /users?limit=2", content: .own, fixed: page)
            .shows("a page of people", "dummyjson/users/list"),
        read("products", "GET /products?limit=3&sortBy=title&order=asc", content: .own, fixed: page)
            .shows("a page of products, sorted", "dummyjson/products/list-options"),
        read("product", "GET /products/1", content: .own, fixed: ["id"])
            .shows("one product", "dummyjson/products/by-id"),
        read("categories", "GET /products/categories", content: .own)
            .shows("all categories, with links", "dummyjson/products/categories"),
        read("cart", "GET /carts/1", content: .own, fixed: ["id"])
            .shows("one cart", "dummyjson/carts/by-id"),
        read("todos", "GET /todos?limit=2", content: .own, fixed: page)
            .shows("a page of todos", "dummyjson/todos/list"),
        read("quotes", "GET /quotes?limit=2", content: .own, fixed: page)
            .shows("a page of quotes", "dummyjson/quotes/list"),
        read("recipes", "GET /recipes?limit=2", content: .own, fixed: page)
            .shows("a page of recipes", "dummyjson/recipes/list"),
    ]

    private static let refusals = [
        read("search-nothing", "GET /posts/search?q=zqxjvkwy")
            .shows("a search that finds nothing", "dummyjson/posts/search"),
        read("unknown-post", "GET /posts/99999")
            .shows("a post that is not there", "dummyjson/posts/by-id-missing"),
        read("malformed-id", "GET /posts/no-id")
            .shows("an id that is none", "dummyjson/posts/by-id-not-a-number"),
        read("no-number", "GET /posts?limit=x")
            .shows("a limit that is no number", "dummyjson/query/checked-everywhere"),
        read("test", "GET /test")
            .shows("that the server answers", "dummyjson/test/methods"),
        read("status", "GET /http/404/No_such_thing")
            .shows("a status with words", "dummyjson/http/message"),
        read("no-token", "GET /auth/me")
            .shows("a token is needed", "dummyjson/auth/token-none"),
        send("login-without", "POST /auth/login", #"{"username":"somebody"}"#, writes: false)
            .shows("a login needs a password", "dummyjson/auth/login-required"),
        send(
            "login-wrong",
            "POST /auth/login",
            #"{"username":"nobody-{{unique}}","password":"low-tide"}"#,
            writes: false
        ).shows("a wrong login", "dummyjson/auth/login-username"),
    ]

    private static let session = [
        send(
            "login",
            "POST /auth/login",
            #"{"username":"{{username}}","password":"{{password}}","expiresInMins":30}"#,
            content: .person,
            writes: false
        ).shows("a login answers the person and two tokens", "dummyjson/auth/login-tokens"),
        read("me", "GET /auth/me", content: .own, as: me)
            .shows("the person of a token", "dummyjson/auth/me"),
        send(
            "refresh",
            "POST /auth/refresh",
            #"{"refreshToken":"{{login.refreshToken}}","expiresInMins":30}"#,
            content: .person,
            writes: false
        ).shows("new tokens for a refresh token", "dummyjson/auth/refresh"),
    ]

    private static let writes = [
        send(
            "add",
            "POST /posts/add",
            #"{"title":"Low Tide {{unique}}","body":"Salt and sand.","userId":5}"#,
            content: .own
        ).shows("a new post is answered, and not kept", "dummyjson/posts/add").with {
            $0.fixed = ["title", "body", "userId"]
        },
        send("add-without", "POST /posts/add", #"{"title":"Low Tide"}"#)
            .shows("a post needs a person", "dummyjson/posts/add-user-id-required"),
        send("update", "PATCH /posts/1", #"{"title":"High Tide"}"#, content: .own)
            .shows("a changed post is answered", "dummyjson/posts/update").with {
                $0.fixed = ["id", "title"]
            },
        send("delete", "DELETE /posts/1", nil, content: .own)
            .shows("a deleted post is answered with its date", "dummyjson/posts/delete").with {
                $0.fixed = ["id", "isDeleted", "deletedOn"]
            },
    ]
}
