import MockPostlyContent
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyNouns
import MockPostlySeeds
import MockPostlyTestKit
import Testing

@testable import DummyJSONDialect

/// Writes that are real, and those that are only answered.
@Suite
struct KeepingTests {
    private static let records: [DocumentKind: String] = [
        .users: #"{"id":1,"username":"ann","firstName":"Ann","lastName":"Lee"},"#
            + #"{"id":2,"username":"bob","firstName":"Bob","lastName":"Ray"}"#,
        .posts: #"{"id":1,"title":"A","body":"a","tags":["x"],"views":3,"userId":1},"#
            + #"{"id":2,"title":"B","body":"b","tags":[],"views":4,"userId":2}"#,
        .comments: #"{"id":1,"body":"c","postId":1,"likes":1,"user":{"id":2}},"#
            + #"{"id":2,"body":"d","postId":2,"likes":1,"user":{"id":1}},"#
            + #"{"id":3,"body":"e","postId":2,"likes":1,"user":{"id":2}}"#,
        .todos: #"{"id":1,"todo":"t","completed":false,"userId":1},"#
            + #"{"id":2,"todo":"u","completed":true,"userId":2}"#,
        .carts: #"{"id":1,"products":[],"userId":1},{"id":2,"products":[],"userId":2}"#,
        .products: #"{"id":1,"title":"P","price":1,"category":"c","sku":"s"}"#,
        .recipes: #"{"id":1,"name":"R","tags":["x"],"extra":{"a":1}}"#,
        .quotes: #"{"id":1,"quote":"q","author":"a"}"#,
    ]

    private func api(_ writes: DummyJSON.Writes = .keep) throws -> DummyJSON {
        try .fresh(Self.records) { $0.writes = writes }
    }

    private static let writes: [(method: String, path: String, body: String)] = [
        ("POST", "/posts/add", #"{"userId":"1","title":"T","tags":"x"}"#),
        ("PUT", "/posts/1", #"{"title":"","body":"new","userId":"2"}"#),
        ("PATCH", "/posts/2", #"{"reactions":{"likes":1}}"#),
        ("POST", "/comments/add", #"{"body":"n","postId":"1","userId":2}"#),
        ("PUT", "/comments/1", #"{"postId":[2],"userId":"1"}"#),
        ("PUT", "/comments/2", #"{"body":7}"#),
        ("POST", "/todos/add", #"{"userId":2,"completed":null}"#),
        ("PUT", "/todos/1", #"{"completed":true,"userId":"2"}"#),
        ("POST", "/products/add", #"{"title":"N","brand":null}"#),
        ("PUT", "/products/1", #"{"price":9.50,"brand":"B"}"#), ("POST", "/recipes/add", "{}"),
        ("PATCH", "/recipes/1", #"{"tags":[],"mealType":["Dinner"]}"#),
        ("POST", "/users/add", #"{"firstName":"Eve","username":"eve","password":"p"}"#),
        ("PUT", "/users/2", #"{"lastName":null}"#),
        ("POST", "/carts/add", #"{"userId":1,"products":[{"id":1,"quantity":2}]}"#),
        ("PUT", "/carts/1", #"{"products":[{"id":1}],"userId":2}"#), ("DELETE", "/posts/1", ""),
        ("DELETE", "/products/1", ""), ("DELETE", "/users/1", ""),
    ]

    @Test
    func `the first answer is the same whether it is kept or not`() throws {
        for (method, path, body) in Self.writes {
            let kept = try api().send(method, path, body)
            let echoed = try api(.echo).send(method, path, body)
            #expect(kept.status == echoed.status && kept.status < 300, "\(method) \(path)")
            #expect(kept.text == echoed.text)
            #expect(kept.allFields == echoed.allFields)
        }
    }

    @Test
    func `what is only answered changes nothing`() throws {
        let api = try api(.echo)
        let version = api.documents.version
        for (method, path, body) in Self.writes {
            let first = try api.send(method, path, body).text
            #expect(try api.send(method, path, body).text == first)
        }
        #expect(api.documents.version == version && !api.domain.work.isPending)
        #expect(try api.get("/posts").json["total"]?.int == 2)
    }

    @Test(
        "what an added record is read as",
        arguments: [
            (
                0, "/posts/3",
                #"{"id":3,"title":"T","body":"","tags":"x","reactions":{"likes":0,"#
                    + #""dislikes":0},"views":0,"userId":1}"#
            ),
            (
                3, "/comments/4",
                #"{"id":4,"body":"n","postId":1,"likes":0,"user":{"id":2,"#
                    + #""username":"bob","fullName":"Bob Ray"}}"#
            ),
            (6, "/todos/3", #"{"id":3,"todo":"","completed":null,"userId":2}"#),
            (
                8, "/products/2",
                #"{"id":2,"title":"N","description":"","category":"","price":0,"#
                    + #""discountPercentage":0,"rating":0,"stock":0,"tags":[],"brand":null,"#
                    + #""images":[],"thumbnail":""}"#
            ),
        ]
    )
    func added(index: Int, path: String, expected: String) throws {
        let api = try api()
        let (method, target, body) = Self.writes[index]
        _ = try api.send(method, target, body)
        #expect(try api.get(path).text == expected)
    }

    @Test(
        "what an edited record is read as",
        arguments: [
            (
                1, "/posts/1",
                #"{"id":1,"title":"A","body":"new","tags":["x"],"views":3,"userId":2}"#
            ),
            (
                2, "/posts/2",
                #"{"id":2,"title":"B","body":"b","tags":[],"views":4,"userId":2,"#
                    + #""reactions":{"likes":1}}"#
            ),
            (
                4, "/comments/1",
                #"{"id":1,"body":"c","postId":2,"likes":1,"user":{"id":1,"#
                    + #""username":"ann","fullName":"Ann Lee"}}"#
            ),
            (5, "/comments/2", #"{"id":2,"body":"d","postId":2,"likes":1,"user":{"id":1}}"#),
            (7, "/todos/1", #"{"id":1,"todo":"t","completed":true,"userId":2}"#),
            (
                9, "/products/1",
                #"{"id":1,"title":"P","price":9.5,"category":"c","sku":"s","brand":"B"}"#
            ),
            (
                11, "/recipes/1",
                #"{"id":1,"name":"R","tags":[],"extra":{"a":1},"mealType":["Dinner"]}"#
            ),
        ]
    )
    func edited(index: Int, path: String, expected: String) throws {
        let api = try api()
        let (method, target, body) = Self.writes[index]
        _ = try api.send(method, target, body)
        #expect(try api.get(path).text == expected)
    }

    @Test
    func `ids go on, and are never given twice`() throws {
        let api = try api()
        let add = { try api.send("POST", "/todos/add", #"{"userId":1}"#).json["id"]?.int }
        #expect(try add() == 3)
        #expect(try add() == 4)
        #expect(try api.answer("DELETE", "/todos/4").status == 200)
        #expect(try api.answer("DELETE", "/todos/1").status == 200)
        #expect(try add() == 5)
        #expect(try api.get("/todos/4").status == 404)
        let ids = try api.get("/todos").json["todos"]?.elements.compactMap { $0["id"]?.int }
        #expect(ids == [2, 3, 5])
        try api.domain.reset(to: .empty)
        #expect(try add() == 3)
    }

    @Test
    func `a deleted post takes its comments along`() throws {
        let api = try api()
        #expect(try api.answer("DELETE", "/posts/2").text.contains(#""isDeleted":true"#))
        #expect(try api.get("/posts/2").status == 404)
        let left = try api.get("/comments").json["comments"]?.elements.compactMap { $0["id"]?.int }
        #expect(left == [1])
    }

    @Test
    func `someone deleted takes along what is theirs`() throws {
        let api = try api()
        let deletion = try api.answer("DELETE", "/users/1").text
        #expect(deletion.hasSuffix(#","isDeleted":true,"deletedOn":"2026-02-14T12:34:56.123Z"}"#))
        let ids = { (kind: String) in
            try api.get("/\(kind)").json[kind]?.elements.compactMap { $0["id"]?.int } ?? []
        }
        #expect(try ids("users") == [2])
        #expect(try ids("posts") == [2])
        // The first was on a post of theirs, the second was by them.
        #expect(try ids("comments") == [3])
        #expect(try ids("todos") == [2])
        #expect(try ids("carts") == [2])
    }

    @Test
    func `what is nested too deep to be kept is refused`() throws {
        let deep = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
        let body = #"{"userId":1,"tags":\#(deep)}"#
        #expect(try api(.echo).send("POST", "/posts/add", body).status == 201)
        let api = try api()
        #expect(try api.send("POST", "/posts/add", body).status == 400)
        #expect(try api.send("PUT", "/posts/1", body).status == 400)
        #expect(try api.get("/posts").json["total"]?.int == 2)
    }

    @Test
    func `a price that was kept as a text counts`() throws {
        let api = try api()
        _ = try api.send("PUT", "/products/1", #"{"price":"2.50","discountPercentage":"x"}"#)
        let body = #"{"userId":1,"products":[{"id":1,"quantity":2}]}"#
        let cart = try api.send("POST", "/carts/add", body).json
        #expect(cart["total"]?.int == 5 && cart["discountedTotal"]?.isNull == true)
    }

    @Test
    func `numbers that JSON does not have are null`() throws {
        let api = try api()
        let body = #"{"price":1e999,"title":-0,"stock":1e21,"rating":0.10}"#
        let answer = #"{"id":2,"title":0,"price":null,"stock":1e+21,"rating":0.1}"#
        #expect(try api.send("POST", "/products/add", body).text == answer)
        let stored = try api.get("/products/2?select=title,price,stock,rating").text
        #expect(stored == answer)
    }
}
