import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyNouns
import MockPostlyTestKit
import Testing

@testable import DummyJSONDialect

/// What carts cost, against what Node computes.
@Suite
struct CartsTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var body: String
        /// The members of each line but for its picture.
        var lines: [String]
        /// Both totals, whose cart it is, products, and pieces.
        var sums: String

        init(_ body: String, _ lines: [String], _ sums: String) {
            self.body = body
            self.lines = lines
            self.sums = sums
        }

        var testDescription: String { body }
    }

    private static let products = [
        #"{"id":1,"title":"Mascara","price":9.99,"discountPercentage":10.48,"thumbnail":"t1"}"#,
        #"{"id":2,"title":"Eyeshadow","price":19.99,"discountPercentage":18.19,"thumbnail":"t2"}"#,
        #"{"id":3,"title":"Powder","price":0.1,"discountPercentage":0,"thumbnail":"t3"}"#,
        #"{"id":4,"title":"Lipstick","price":5,"discountPercentage":50,"thumbnail":"t4"}"#,
        #"{"id":7,"title":"Polish","price":1299.5,"discountPercentage":7.5,"thumbnail":"t7"}"#,
    ]
    private static let cart = #"""
        {"id":1,"products":[\#
        {"id":2,"title":"Old","price":1.25,"quantity":3,"total":3.75,"discountPercentage":12,\#
        "discountedTotal":3,"thumbnail":"t2"},\#
        {"id":4,"title":"Lipstick","price":5,"quantity":1,"total":5,"discountPercentage":50,\#
        "discountedTotal":3,"thumbnail":"t4"}],\#
        "total":8.75,"discountedTotal":6,"userId":5,"totalProducts":2,"totalQuantity":4}
        """#

    private func api(_ writes: DummyJSON.Writes = .echo) throws -> DummyJSON {
        try .fresh([
            .products: Self.products.joined(separator: ","), .carts: Self.cart,
            .users: #"{"id":5},{"id":6}"#,
        ]) { $0.writes = writes }
    }

    private func expect(_ response: Response, _ wanted: Case) throws {
        let cart = try response.json
        let lines = (cart["products"]?.elements ?? []).map { line in
            let members = line.members.filter { $0.name != "thumbnail" }
            return members.map { String(decoding: $0.value.rawText, as: UTF8.self) }
                .joined(separator: " ")
        }
        #expect(lines == wanted.lines)
        let sums = cart.members.filter { $0.name != "id" && $0.name != "products" }
            .map { String(decoding: $0.value.rawText, as: UTF8.self) }
        #expect(sums.joined(separator: " ") == wanted.sums)
    }

    @Test(
        arguments: [
            Case(
                #"{"userId":5,"products":[{"id":1,"quantity":3},{"id":2,"quantity":2}]}"#,
                [
                    #"1 "Mascara" 9.99 3 29.97 10.48 27"#,
                    #"2 "Eyeshadow" 19.99 2 39.98 18.19 33"#,
                ],
                "69.94999999999999 60 5 2 5"
            ),
            Case(
                #"{"userId":5,"products":[{"id":3,"quantity":4},{"id":2,"quantity":1}]}"#,
                [
                    #"2 "Eyeshadow" 19.99 4 79.96 18.19 65"#,
                    #"3 "Powder" 0.1 1 0.1 0 0"#,
                ],
                "80.05999999999999 65 5 2 5"
            ),
            Case(
                #"{"userId":"5","products":[{"id":"7","quantity":"3"},{"id":99,"quantity":9}]}"#,
                [#"7 "Polish" 1299.5 3 3898.5 7.5 3606"#],
                "3898.5 3606 5 1 3"
            ),
            Case(
                #"{"userId":5,"products":[{"id":99},{"id":1}]}"#,
                [#"1 "Mascara" 9.99 1 9.99 10.48 9"#],
                "9.99 9 5 1 1"
            ),
            Case(
                #"{"userId":5,"products":[{"id":3,"quantity":3},{"id":3,"quantity":9},"#
                    + #"{"id":1,"quantity":0}]}"#,
                [
                    #"1 "Mascara" 9.99 3 29.97 10.48 27"#,
                    #"3 "Powder" 0.1 9 0.9 0 1"#,
                ],
                "30.869999999999997 28 5 2 12"
            ),
            Case(
                #"{"userId":5,"products":[{"id":1,"quantity":1.5},{"id":4,"quantity":-3},"#
                    + #"{"id":7,"quantity":1e3}]}"#,
                [
                    #"1 "Mascara" 9.99 1.5 14.985 10.48 13"#,
                    #"4 "Lipstick" 5 -3 -15 50 -7"#,
                    #"7 "Polish" 1299.5 1000 1299500 7.5 1202038"#,
                ],
                "1299499.985 1202044 5 3 998.5"
            ),
            Case(
                #"{"userId":5,"products":[{"id":4,"quantity":true},{"id":3,"quantity":[2]}]}"#,
                [
                    #"3 "Powder" 0.1 1 0.1 0 0"#,
                    #"4 "Lipstick" 5 2 10 50 5"#,
                ],
                "10.1 5 5 2 3"
            ),
            Case(
                #"{"userId":5,"products":[1,"x",{"id":[4]}]}"#,
                [#"4 "Lipstick" 5 1 5 50 3"#],
                "5 3 5 1 1"
            ),
        ]
    )
    func `an added cart, its quantities by position`(_ wanted: Case) throws {
        let response = try api().send("POST", "/carts/add", wanted.body)
        #expect(response.status == 201)
        try expect(response, wanted)
    }

    @Test(
        arguments: [
            Case(
                #"{}"#,
                [],
                "0 0 5 0 0"
            ),
            Case(
                #"{"merge":true}"#,
                [
                    #"2 "Old" 1.25 3 3.75 12 3"#,
                    #"4 "Lipstick" 5 1 5 50 3"#,
                ],
                "8.75 6 5 2 4"
            ),
            Case(
                #"{"merge":1,"products":[{"id":1,"quantity":2}]}"#,
                [
                    #"2 "Old" 1.25 3 3.75 12 3"#,
                    #"4 "Lipstick" 5 1 5 50 3"#,
                    #"1 "Mascara" 9.99 2 19.98 10.48 18"#,
                ],
                "28.73 24 5 3 6"
            ),
            Case(
                #"{"merge":true,"products":[{"id":2,"quantity":5}]}"#,
                [
                    #"2 "Eyeshadow" 19.99 5 99.94999999999999 18.19 82"#,
                    #"4 "Lipstick" 5 1 5 50 3"#,
                ],
                "104.94999999999999 85 5 2 6"
            ),
            Case(
                #"{"merge":true,"products":[{"id":"2","quantity":5}]}"#,
                [
                    #"2 "Old" 1.25 3 3.75 12 3"#,
                    #"4 "Lipstick" 5 1 5 50 3"#,
                    #"2 "Eyeshadow" 19.99 5 99.94999999999999 18.19 82"#,
                ],
                "108.69999999999999 88 5 3 9"
            ),
            Case(
                #"{"products":[{"id":4},{"id":3,"quantity":0},{"id":1,"quantity":null},"#
                    + #"{"id":2,"quantity":""}]}"#,
                [
                    #"4 "Lipstick" 5 1 5 50 3"#,
                    #"3 "Powder" 0.1 0 0 0 0"#,
                    #"1 "Mascara" 9.99 0 0 10.48 0"#,
                    #"2 "Eyeshadow" 19.99 0 0 18.19 0"#,
                ],
                "5 3 5 4 1"
            ),
            Case(
                #"{"userId":6,"products":[{"id":3,"quantity":7,"price":0.7,"title":"Mine"}]}"#,
                [#"3 "Mine" 0.7 7 4.8999999999999995 0 5"#],
                "4.8999999999999995 5 6 1 7"
            ),
            Case(
                #"{"products":[{"id":7,"quantity":"x"},{"id":7,"quantity":"2"},{"id":50}]}"#,
                [#"7 "Polish" 1299.5 2 2599 7.5 2404"#],
                "2599 2404 5 1 2"
            ),
            Case(
                #"{"merge":"","products":[{"id":4,"quantity":3,"discountPercentage":33.33}]}"#,
                [#"4 "Lipstick" 5 3 15 33.33 10"#],
                "15 10 5 1 3"
            ),
        ]
    )
    func `an edited cart`(_ wanted: Case) throws {
        for method in ["PUT", "PATCH"] {
            let response = try api().send(method, "/carts/1", wanted.body)
            #expect(response.status == 200)
            try expect(response, wanted)
        }
    }

    @Test
    func `what is no number is null in every sum`() throws {
        let body = #"{"userId":5,"products":[{"id":4,"quantity":"many"},{"id":7}]}"#
        let cart = try api().send("POST", "/carts/add", body).json
        for name in ["total", "discountedTotal", "totalQuantity"] {
            #expect(cart[name]?.isNull == true)
        }
        #expect(cart["totalProducts"]?.int == 2)
    }

    private static let mustBeArray =
        "products must be array of objects, containing product id and quantity"

    @Test(
        arguments: [
            ("POST", "/carts/add", "{}", 400, "User id is required"),
            ("POST", "/carts/add", #"{"userId":9}"#, 404, "User with id '9' not found"),
            ("POST", "/carts/add", #"{"userId":5}"#, 400, "products can not be empty"),
            (
                "POST", "/carts/add", #"{"userId":5,"products":[]}"#, 400,
                "products can not be empty"
            ),
            ("POST", "/carts/add", #"{"userId":5,"products":{}}"#, 400, mustBeArray),
            ("POST", "/carts/add", #"{"userId":5,"products":"1"}"#, 400, mustBeArray),
            (
                "POST", "/carts/add", #"{"userId":5,"products":[{"id":1},null]}"#, 500,
                "Cannot read properties of null (reading 'id')"
            ),
            ("PUT", "/carts/9", "{}", 404, "Cart with id '9' not found"),
            ("PUT", "/carts/1", #"{"id":1}"#, 404, "Cart with id '1' not found"),
            ("PUT", "/carts/1", #"{"userId":"x"}"#, 400, "Invalid user id 'x'"),
            ("PUT", "/carts/1", #"{"userId":9,"products":1}"#, 404, "User with id '9' not found"),
            ("PATCH", "/carts/1", #"{"products":1}"#, 400, mustBeArray),
        ]
    )
    func refusals(
        method: String,
        path: String,
        body: String,
        status: Int,
        message: String
    ) throws {
        let response = try api().send(method, path, body)
        #expect(response.status == status)
        #expect(try response.json["message"]?.string == message)
    }

    @Test
    func `a kept cart looks like those of the seed`() throws {
        let api = try api(.keep)
        let body = #"{"userId":6,"products":[{"id":4,"quantity":3}]}"#
        let answer = try api.send("POST", "/carts/add", body).text
        let line =
            #"{"id":4,"title":"Lipstick","price":5,"quantity":3,"total":15,"#
            + #""discountPercentage":50,"DISCOUNTED":8,"thumbnail":"t4"}"#
        let cart =
            #"{"id":2,"products":[\#(line)],"total":15,"discountedTotal":8,"userId":6,"#
            + #""totalProducts":1,"totalQuantity":3}"#
        #expect(answer == cart.replacing("DISCOUNTED", with: "discountedPrice"))
        let stored = try api.get("/carts/2").text
        #expect(stored == cart.replacing("DISCOUNTED", with: "discountedTotal"))
        #expect(try api.get("/carts/user/6").text.contains(stored))
    }
}
