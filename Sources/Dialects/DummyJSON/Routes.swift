package import MockPostlyHTTP

extension DummyJSON {
    /// All routes of the DummyJSON API.
    ///
    /// The first word of a path may be singular or plural. Below `/auth` all routes exist a second
    /// time, for requests with a valid token.
    ///
    /// A ``RouteMatch`` counts by the position in this list; HEAD and OPTIONS are not listed.
    package static let routes: [Route<Call>] =
        authRoutes + postRoutes + commentRoutes + userRoutes + todoRoutes + quoteRoutes
        + productRoutes + recipeRoutes + cartRoutes + toolRoutes

    private static let authRoutes: [Route<Call>] = [
        .post("/auth/login", "sign in by name and password", Auth.logIn),
        .post("/users/login", "sign in by name and password", Auth.logIn),
        .post("/auth/refresh", "new tokens for a refresh token", Auth.refresh),
        .post("/auth/logout", "take the cookies away; needs a token", Auth.logOut),
        .get("/auth/me", "the person of the token", Auth.me),
        .get("/users/me", "the person of the token", Auth.me),
    ]

    private static let postRoutes: [Route<Call>] = [
        .get("/posts", "a page of posts", pure(Posts.list)),
        .get("/posts/search", "posts with a text in their body", pure(Posts.search)),
        .get("/posts/tag-list", "all tags", pure(Posts.tagList)),
        .get("/posts/tags", "all tags, with names and links", pure(Posts.tags)),
        .get("/posts/tag/{tag}", "posts with a tag", pure(Posts.tagged)),
        .get("/posts/user/{userId}", "posts of a person", pure(Posts.ofUser)),
        .get("/posts/{id}", "one post", pure(Posts.show)),
        .get("/posts/{id}/comments", "comments on a post", pure(Posts.comments)),
        .post("/posts/add", "a new post", Posts.add),
        .put("/posts/{id}", "change a post", Posts.update),
        .patch("/posts/{id}", "change a post", Posts.update),
        .delete("/posts/{id}", "delete a post", Posts.delete),
    ]

    private static let commentRoutes: [Route<Call>] = [
        .get("/comments", "a page of comments", pure(Comments.list)),
        .get("/comments/{id}", "one comment", pure(Comments.show)),
        .get("/comments/post/{postId}", "comments on a post", pure(Comments.ofPost)),
        .post("/comments/add", "a new comment", Comments.add),
        .put("/comments/{id}", "change a comment", Comments.update),
        .patch("/comments/{id}", "change a comment", Comments.update),
        .delete("/comments/{id}", "delete a comment", Comments.delete),
    ]

    private static let userRoutes: [Route<Call>] = [
        .get("/users", "a page of people", pure(Users.list)),
        .get("/users/search", "people with a text in name or e-mail", pure(Users.search)),
        .get("/users/filter", "people with a value in a member", pure(Users.filter)),
        .get("/users/{id}", "one person", pure(Users.show)),
        .get("/users/{id}/posts", "posts of a person", pure(Users.posts)),
        .get("/users/{id}/todos", "todos of a person", pure(Users.todos)),
        .get("/users/{id}/carts", "carts of a person", pure(Users.carts)),
        .post("/users/add", "a new person", Users.add),
        .put("/users/{id}", "change a person", Users.update),
        .patch("/users/{id}", "change a person", Users.update),
        .delete("/users/{id}", "delete a person", Users.delete),
    ]

    private static let todoRoutes: [Route<Call>] = [
        .get("/todos", "a page of todos", pure(Todos.list)),
        .get("/todos/random", "a todo at random", Todos.random),
        .get("/todos/random/{count}", "up to ten todos at random", Todos.random),
        .get("/todos/user/{userId}", "todos of a person", pure(Todos.ofUser)),
        .get("/todos/{id}", "one todo", pure(Todos.show)),
        .post("/todos/add", "a new todo", Todos.add),
        .put("/todos/{id}", "change a todo", Todos.update),
        .patch("/todos/{id}", "change a todo", Todos.update),
        .delete("/todos/{id}", "delete a todo", Todos.delete),
    ]

    private static let quoteRoutes: [Route<Call>] = [
        .get("/quotes", "a page of quotes", pure(Quotes.list)),
        .get("/quotes/random", "a quote at random", Quotes.random),
        .get("/quotes/random/{count}", "up to ten quotes at random", Quotes.random),
        .get("/quotes/{id}", "one quote", pure(Quotes.show)),
    ]

    private static let productRoutes: [Route<Call>] = [
        .get("/products", "a page of products", pure(Products.list)),
        .get("/products/search", "products with a text in them", pure(Products.search)),
        .get("/products/categories", "all categories, with links", pure(Products.categories)),
        .get("/products/category-list", "all categories", pure(Products.categoryList)),
        .get(
            "/products/category/{category}",
            "products of a category",
            pure(Products.ofCategory)
        ),
        .get("/products/{id}", "one product", pure(Products.show)),
        .post("/products/add", "a new product", Products.add),
        .put("/products/{id}", "change a product", Products.update),
        .patch("/products/{id}", "change a product", Products.update),
        .delete("/products/{id}", "delete a product", Products.delete),
    ]

    private static let recipeRoutes: [Route<Call>] = [
        .get("/recipes", "a page of recipes", pure(Recipes.list)),
        .get("/recipes/search", "recipes with a text in their name", pure(Recipes.search)),
        .get("/recipes/tags", "all tags", pure(Recipes.tags)),
        .get("/recipes/tag/{tag}", "recipes with a tag", pure(Recipes.tagged)),
        .get("/recipes/meal-type/{meal}", "recipes for a meal", pure(Recipes.ofMeal)),
        .get("/recipes/{id}", "one recipe", pure(Recipes.show)),
        .post("/recipes/add", "a new recipe", Recipes.add),
        .put("/recipes/{id}", "change a recipe", Recipes.update),
        .patch("/recipes/{id}", "change a recipe", Recipes.update),
        .delete("/recipes/{id}", "delete a recipe", Recipes.delete),
    ]

    private static let cartRoutes: [Route<Call>] = [
        .get("/carts", "a page of carts", pure(Carts.list)),
        .get("/carts/{id}", "one cart", pure(Carts.show)),
        .get("/carts/user/{userId}", "carts of a person", pure(Carts.ofUser)),
        .post("/carts/add", "a new cart", Carts.add),
        .put("/carts/{id}", "change a cart", Carts.update),
        .patch("/carts/{id}", "change a cart", Carts.update),
        .delete("/carts/{id}", "delete a cart", Carts.delete),
    ]

    private static let toolRoutes: [Route<Call>] =
        [
            .get("/http/{status}", "any status, for any method", StatusCodes.show),
            .get("/http/{status}/{message}", "the same with words", StatusCodes.show),
            .get("/test", "that the server answers, for any method", Tools.test),
            .get("/ip", "the client's address", Tools.address),
            .get("/2fa", "the one-time password of a secret", Tools.showPassword),
            .post("/2fa", "the one-time password of a secret", Tools.makePassword),
            .post("/c/generate", "an address that gives your JSON", CustomResponses.generate),
            .get("/c/{identifier}", "JSON made by /c/generate", CustomResponses.show),
            .post("/c/{identifier}", "JSON made by /c/generate", CustomResponses.show),
            .put("/c/{identifier}", "JSON made by /c/generate", CustomResponses.show),
            .patch("/c/{identifier}", "JSON made by /c/generate", CustomResponses.show),
            .delete("/c/{identifier}", "JSON made by /c/generate", CustomResponses.show),
            .get("/docs", "what is served, as a page", Pages.showDocs),
        ] + pictureRoutes

    private static let pictureRoutes: [Route<Call>] = [
        Route(.get, "/image/{size}", "a picture of a size", Pictures.placeholder),
        Route(.get, "/image/{size}/{background}", "with a colour", Pictures.placeholder),
        Route(
            .get,
            "/image/{size}/{background}/{color}",
            "with a colour for the text",
            Pictures.placeholder
        ),
        Route(
            .get,
            "/image/{size}/{background}/{color}/{type}",
            "in a format",
            Pictures.placeholder
        ),
        Route(.get, "/icon", "a pattern", Pictures.icon),
        Route(.get, "/icon/{hash}", "the pattern of a text", Pictures.icon),
        Route(.get, "/icon/{hash}/{size}", "the same in a size", Pictures.icon),
        Route(.get, "/cdn/{path}", "a picture for a file of the original", Pictures.file),
    ]

    /// A handler whose response depends on the documents and the request's target only.
    private static func pure(_ answer: @escaping Route<Call>.Answer) -> Route<Call>.Answer {
        { request, call in
            let response = try answer(request, call)
            call.isPure = true
            return response
        }
    }
}
