import MockPostlyCrypto
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyNouns
import Testing

@testable import DummyJSONDialect

/// Records in the shapes of the turn of 2022 to 2023.
@Suite
struct LegacyRecordsTests {
    private static let standard = DummyJSON.Era.legacy.records(.standard)

    private static func names(_ document: Document?) -> [String] {
        document?.value.members.map(\.name) ?? []
    }

    @Test(
        arguments: [
            (.posts, 150, ["id", "title", "body", "userId", "tags", "reactions"]),
            (
                .users, 100,
                [
                    "id", "firstName", "lastName", "maidenName", "age", "gender", "email", "phone",
                    "username", "password", "birthDate", "image", "bloodGroup", "height", "weight",
                    "eyeColor", "hair", "domain", "ip", "address", "macAddress", "university",
                    "bank", "company", "ein", "ssn", "userAgent",
                ]
            ),
            (.comments, 340, ["id", "body", "postId", "user"]),
            (.todos, 150, ["id", "todo", "completed", "userId"]),
            (.quotes, 100, ["id", "quote", "author"]),
            (
                .products, 100,
                [
                    "id", "title", "description", "price", "discountPercentage", "rating", "stock",
                    "brand", "category", "thumbnail", "images",
                ]
            ),
            (.recipes, 0, []),
            (
                .carts, 20,
                [
                    "id", "products", "total", "discountedTotal", "userId", "totalProducts",
                    "totalQuantity",
                ]
            ),
        ] as [(DocumentKind, Int, [String])]
    )
    func shapes(kind: DocumentKind, count: Int, names: [String]) {
        let documents = Self.standard.documents(kind)
        #expect(documents.count == count)
        #expect(documents.map(\.id) == Array(0..<Int64(count)).map { $0 + 1 })
        for document in documents { #expect(Self.names(document) == names) }
    }

    @Test
    func `records of that time stay as they are`() {
        let text = #"[{"id":1,"title":"T","body":"B","userId":77,"tags":[],"reactions":2}]"#
        let set = DocumentSet { kind in Array((kind == .posts ? text : "[]").utf8) }
        let post = DummyJSON.Era.legacy.records(set).documents(.posts).first
        #expect(post?["reactions"]?.int == 2 && post?["userId"]?.int == 77)
    }

    @Test
    func `inner shapes`() {
        let user = Self.standard.documents(.users).first
        let names = { (value: JSONValue?) in value?.members.map(\.name) ?? [] }
        #expect(names(user?["hair"]) == ["color", "type"])
        let address = ["address", "city", "coordinates", "postalCode", "state"]
        #expect(names(user?["address"]) == address)
        #expect(names(user?["company"]) == ["address", "department", "name", "title"])
        #expect(names(user?["company"]?["address"]) == address)
        let comment = Self.standard.documents(.comments).first
        #expect(names(comment?["user"]) == ["id", "username"])
        let line = Self.standard.documents(.carts).first?["products"]?.elements.first
        #expect(
            names(line) == [
                "id", "title", "price", "quantity", "total", "discountPercentage",
                "discountedPrice",
            ]
        )
    }

    @Test
    func `what the clients of then decode`() {
        for post in Self.standard.documents(.posts) {
            #expect(post["reactions"]?.int != nil && post["userId"]?.int != nil)
        }
        for user in Self.standard.documents(.users) {
            let name = user["username"]?.string ?? ""
            #expect(user["image"]?.string == "https://robohash.org/\(name).png")
            #expect(user["domain"]?.string?.isEmpty == false)
        }
    }

    @Test
    func `records name records that are there`() {
        let there = { (id: Int64?, kind: DocumentKind) in
            id.map { 1...Int64(Self.standard.count(kind)) ~= $0 } ?? false
        }
        for post in Self.standard.documents(.posts) { #expect(1...50 ~= post["userId"]?.int ?? 0) }
        for todo in Self.standard.documents(.todos) { #expect(there(todo["userId"]?.int, .users)) }
        let users = Self.standard.documents(.users)
        for comment in Self.standard.documents(.comments) {
            #expect(there(comment["postId"]?.int, .posts))
            let author = comment["user"]?["id"]?.int ?? 0
            #expect(there(author, .users))
            let name = comment["user"]?["username"]?.string
            #expect(name == users[Int(author) - 1]["username"]?.string)
        }
        for cart in Self.standard.documents(.carts) {
            #expect(there(cart["userId"]?.int, .users))
            let lines = cart["products"]?.elements ?? []
            for line in lines { #expect(there(line["id"]?.int, .products)) }
            let total = lines.reduce(0) { $0 + ($1["total"]?.double ?? .nan) }
            let discounted = lines.reduce(0) { $0 + ($1["discountedPrice"]?.double ?? .nan) }
            #expect(cart["total"]?.double == total)
            #expect(cart["discountedTotal"]?.double == discounted)
            #expect(cart["totalProducts"]?.int == Int64(lines.count))
        }
    }

    @Test
    func `numbers at the ends are wrapped and added like others`() {
        let (most, least) = ("9223372036854775807", "-9223372036854775808")
        let set = DummyJSON.Era.legacy.records(
            .of([
                .posts: """
                {"id":1,"title":"","body":"","tags":[],"views":0,"userId":\(least),
                 "reactions":{"likes":\(most),"dislikes":1}},
                 {"id":2,"title":"","body":"","tags":[],"views":0,"userId":\(most),
                 "reactions":{"likes":\(least),"dislikes":-1}}
                """,
                .users: #"{"id":1,"username":"a"},{"id":2,"username":"b"}"#,
            ])
        )
        for post in set.documents(.posts) {
            #expect(1...2 ~= post["userId"]?.int ?? 0)
            #expect(post["reactions"]?.int == 0)
        }
    }

    @Test
    func `of today's records`() {
        let set = DummyJSON.Era.legacy.records(
            .of([
                .posts: #"""
                {"id":1,"title":"T","body":"B","tags":["a"],\#
                "reactions":{"likes":192,"dislikes":25},\#
                "views":305,"userId":121}
                """#,
                .users: #"{"id":1,"username":"ann"},{"id":2,"username":"bob"}"#,
                .comments:
                    #"{"id":1,"body":"C","postId":7,"likes":3,"user":{"id":4,"username":"x"}}"#,
                .products: #"""
                {"id":1,"title":"P","description":"D","category":"c","price":2.5,"rating":4,\#
                "discountPercentage":10,"stock":3,"tags":[],"images":["i"],\#
                "thumbnail":"t","sku":"s"}
                """#,
                .recipes: #"{"id":1,"name":"R"}"#,
                .carts: #"{"id":1,"userId":3,"products":[{"id":5,"quantity":3},{"id":1}]}"#,
            ])
        )
        let text = { (kind: DocumentKind) in
            set.documents(kind).map { String(decoding: $0.value.rawText, as: UTF8.self) }
        }
        #expect(
            text(.posts)
                == [#"{"id":1,"title":"T","body":"B","userId":1,"tags":["a"],"reactions":217}"#]
        )
        #expect(
            text(.comments)
                == [#"{"id":1,"body":"C","postId":1,"user":{"id":2,"username":"bob"}}"#]
        )
        #expect(
            text(.products) == [
                #"{"id":1,"title":"P","description":"D","price":2.5,"discountPercentage":10,"#
                    + #""rating":4,"stock":3,"brand":"Unbranded","category":"c","thumbnail":"t","#
                    + #""images":["i"]}"#
            ]
        )
        #expect(text(.recipes).isEmpty)
        let line =
            #"{"id":1,"title":"P","price":2.5,"quantity":3,"total":7.5,"#
            + #""discountPercentage":10,"discountedPrice":7}"#
        #expect(text(.carts).first?.contains(line) == true)
        #expect(text(.carts).first?.hasSuffix(#""totalProducts":2,"totalQuantity":4}"#) == true)
    }

    @Test
    func `nothing is nothing`() {
        let set = DummyJSON.Era.legacy.records(.empty)
        for kind in DocumentKind.allCases { #expect(set.count(kind) == 0) }
        #expect(DummyJSON.Era.current.records(.standard) === DocumentSet.standard)
    }
}
