import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyTestKit
import Testing

@testable import DummyJSONDialect

/// The example requests of the original's documentation find something in the records of this
/// program: an app begins with one of them.
@Suite
struct DocumentedExamplesTests {
    struct Example: CustomTestStringConvertible, Sendable {
        let method: String
        let target: String
        var body = ""

        var testDescription: String { "\(method) \(target)" }
    }

    private static let reading = [
        "/products", "/products/1", "/products/search?q=phone",
        "/products?limit=10&skip=10&select=title,price", "/products?sortBy=title&order=asc",
        "/products/categories", "/products/category-list", "/products/category/smartphones",
        "/carts", "/carts/1", "/carts/user/5", "/users", "/users/1", "/users/search?q=John",
        "/users/filter?key=hair.color&value=Brown", "/users?limit=5&skip=10&select=firstName,age",
        "/users?sortBy=firstName&order=asc", "/users/5/carts", "/users/6/carts", "/users/5/posts",
        "/users/5/todos", "/posts", "/posts/1", "/posts/search?q=love",
        "/posts?limit=10&skip=10&select=title,reactions,userId", "/posts?sortBy=title&order=asc",
        "/posts/tags", "/posts/tag-list", "/posts/tag/life", "/posts/user/5", "/posts/1/comments",
        "/comments", "/comments/1", "/comments?limit=10&skip=10&select=body,postId",
        "/comments/post/6", "/todos", "/todos/1", "/todos/random", "/todos/random/10",
        "/todos?limit=3&skip=10", "/todos/user/5", "/quotes", "/quotes/1", "/quotes/random",
        "/quotes/random/10", "/quotes?limit=3&skip=10", "/recipes", "/recipes/1",
        "/recipes/search?q=Margherita", "/recipes?limit=10&skip=10&select=name,image",
        "/recipes?sortBy=name&order=asc", "/recipes/tags", "/recipes/tag/Pakistani",
        "/recipes/meal-type/snack", "/auth/me", "/user/me", "/auth/products",
        "/products/?limit=10&skip=5&select=id,title", "/products?delay=1000", "/test", "/ip",
        "/http/200", "/http/200/Hello_Peter",
        // Everybody logs in as user 1, and asks for what is theirs.
        "/users/1/posts", "/posts/user/1", "/users/1/todos", "/todos/user/1", "/users/1/carts",
        "/carts/user/1",
    ]

    private static let writing = [
        Example(
            method: "POST",
            target: "/user/login",
            body: #"{"username":"emilys","password":"emilyspass","expiresInMins":30}"#
        ),
        Example(method: "POST", target: "/products/add", body: #"{"title":"BMW Pencil"}"#),
        Example(method: "PUT", target: "/products/1", body: #"{"title":"iPhone Galaxy +1"}"#),
        Example(method: "DELETE", target: "/products/1"),
        Example(
            method: "POST",
            target: "/carts/add",
            body: #"{"userId":1,"products":[{"id":144,"quantity":4},{"id":98,"quantity":1}]}"#
        ),
        Example(
            method: "PUT",
            target: "/carts/1",
            body: #"{"merge":true,"products":[{"id":1,"quantity":1}]}"#
        ),
        Example(method: "DELETE", target: "/carts/1"),
        Example(
            method: "POST",
            target: "/users/add",
            body: #"{"firstName":"Muhammad","lastName":"Ovi","age":250}"#
        ),
        Example(method: "PUT", target: "/users/2", body: #"{"lastName":"Owais"}"#),
        Example(method: "DELETE", target: "/users/1"),
        Example(
            method: "POST",
            target: "/posts/add",
            body: #"{"title":"I am in love with someone.","userId":5}"#
        ),
        Example(method: "PUT", target: "/posts/1", body: #"{"title":"To the moon"}"#),
        Example(method: "DELETE", target: "/posts/1"),
        Example(
            method: "POST",
            target: "/comments/add",
            body: #"{"body":"This makes all sense to me!","postId":3,"userId":5}"#
        ),
        Example(method: "PUT", target: "/comments/1", body: #"{"body":"To the moon"}"#),
        Example(method: "DELETE", target: "/comments/1"),
        Example(
            method: "POST",
            target: "/todos/add",
            body: #"{"todo":"Use DummyJSON in the project","completed":false,"userId":5}"#
        ),
        Example(method: "PUT", target: "/todos/1", body: #"{"completed":false}"#),
        Example(method: "DELETE", target: "/todos/1"),
        Example(method: "POST", target: "/recipes/add", body: #"{"name":"Tasty Pizza"}"#),
        Example(method: "PUT", target: "/recipes/1", body: #"{"name":"Tasty Pizza"}"#),
        Example(method: "DELETE", target: "/recipes/1"),
    ]

    private static let current =
        reading.map { Example(method: "GET", target: $0) } + writing

    @Test(arguments: current)
    func `an example of the documentation finds something`(_ example: Example) throws {
        let api = try DummyJSON.fresh()
        let login = #"{"username":"emilys","password":"emilyspass"}"#
        let token = try api.send("POST", "/auth/login", login).json["accessToken"]?.string
        var target = example.target
        if target.contains("/?") {
            let moved = try api.get(target)
            #expect(moved.status == 301)
            target = try #require(moved["Location"])
        }
        let response = try api.answer(
            example.method,
            target,
            [
                ("Authorization", "Bearer \(token ?? "")"),
                ("Content-Type", "application/json"),
            ],
            body: example.body
        )
        #expect(200...201 ~= response.status)
        #expect(holdsSomething(try response.json), "\(response.text.prefix(80))")
    }

    @Test(
        arguments: [
            "/image/150", "/image/200x100", "/image/400x200/282828", "/image/400x200/008080/ffffff",
            "/image/400x200?type=webp",
            "/image/400x200/008080/ffffff?text=Hello+Peter!&fontSize=16",
            "/image/400x200?fontFamily=pacifico&text=I+am+a+pacifico+font", "/icon/abc123/150",
            "/icon/abc123/150?type=svg",
        ]
    )
    func `an example of a picture is drawn`(_ target: String) throws {
        let response = try DummyJSON.fresh().get(target)
        #expect(response.status == 200)
        #expect(response["Content-Type"]?.hasPrefix("image/") == true)
        #expect(response.body.count > 100)
    }

    /// The documentation of the turn of 2022 to 2023; its users had other names.
    @Test(
        arguments: [
            "/products", "/products/1", "/products/search?q=phone", "/products/categories",
            "/products/category/smartphones", "/products?limit=10&skip=10&select=title,price",
            "/carts", "/carts/1", "/carts/user/5", "/users", "/users/1", "/users/search?q=John",
            "/users/filter?key=hair.color&value=Brown",
            "/users?limit=5&skip=10&select=firstName,age", "/users/5/carts", "/users/5/posts",
            "/users/5/todos", "/posts", "/posts/1", "/posts/search?q=love", "/posts/user/5",
            "/posts/1/comments", "/comments", "/comments/1", "/comments/post/6", "/todos",
            "/todos/1", "/todos/random", "/todos/user/5", "/quotes", "/quotes/1",
            "/quotes/random", "/users/15/posts", "/users/15/todos", "/http/200",
        ]
    )
    func `an example of the documentation of that time finds something`(_ target: String) throws {
        let api = try DummyJSON.fresh { $0.era = .legacy }
        let response = try api.get(target)
        #expect(response.status == 200)
        #expect(holdsSomething(try response.json), "\(response.text.prefix(80))")
    }

    /// The names that apps of that time have for categories, in a list of their own.
    private static let oldCategories = [
        "smartphones", "laptops", "fragrances", "skincare", "groceries", "home-decoration",
        "furniture", "tops", "womens-dresses", "womens-shoes", "mens-shirts", "mens-shoes",
        "mens-watches", "womens-watches", "womens-bags", "womens-jewellery", "sunglasses",
        "automotive", "motorcycle", "lighting",
    ]

    @Test(arguments: oldCategories)
    func `each category of that time has products`(_ category: String) throws {
        let api = try DummyJSON.fresh { $0.era = .legacy }
        let page = try api.get("/products/category/\(category)").json
        #expect(page["total"]?.int ?? 0 > 0)
        let all = try api.get("/products/categories").json.elements.compactMap(\.string)
        #expect(all.contains(category))
    }

    @Test
    func `those with brown hair fit on one page`() throws {
        let page = try DummyJSON.fresh().get("/users/filter?key=hair.color&value=Brown").json
        #expect(1...30 ~= page["total"]?.int ?? 0)
        #expect(page["total"]?.int == page["limit"]?.int)
    }

    @Test
    func `the first product is a tenth cheaper, and there are sixteen smartphones`() throws {
        let api = try DummyJSON.fresh()
        let discount = try api.get("/products/1").json["discountPercentage"]?.double ?? 0
        #expect(9.5...10.5 ~= discount)
        #expect(try api.get("/products/category/smartphones").json["total"]?.int == 16)
        #expect(try api.get("/quotes").json["total"]?.int == 1454)
    }

    /// Whether an answer is neither empty nor a page of nothing.
    private func holdsSomething(_ json: JSONValue) -> Bool {
        guard json["total"]?.int != 0 || json["limit"] == nil else { return false }
        return json.count > 0 && json["limit"]?.int != 0
    }
}
