import MockPostlyHTTP
import MockPostlyTestKit
import Testing

@testable import PostlyDialect

@Suite
struct CrossOriginTests {
    private static let all = "DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT"
    private static let allowedMethods = "Access-Control-Allow-Methods"
    private static let allowedHeaders = "Access-Control-Allow-Headers"
    private static let method = "Access-Control-Request-Method"
    private static let headers = "Access-Control-Request-Headers"

    private func fields(_ method: String, _ fields: [(String, String)]) throws -> Response {
        var response = Response(contentType: "application/json", body: [])
        CrossOrigin.allow(try .asking(method, "/", fields), &response)
        return response
    }

    @Test(arguments: ["GET", "POST", "OPTIONS"])
    func `without an origin everyone is allowed`(method: String) throws {
        for origin in [[], [("Origin", "")]] {
            let response = try fields(method, origin)
            #expect(response["Access-Control-Allow-Origin"] == "*")
            #expect(response["Vary"] == nil)
            #expect(response.fields.count == 2)
        }
    }

    @Test(arguments: ["null", "http://localhost:3000", "https://Example.com"])
    func `an origin is given back`(origin: String) throws {
        let response = try fields("GET", [("Origin", origin)])
        #expect(response["Access-Control-Allow-Origin"] == origin)
        #expect(response["Vary"] == "Origin")
    }

    @Test
    func `two origins are joined`() throws {
        let response = try fields("GET", [("Origin", "a"), ("Origin", "b")])
        #expect(response["Access-Control-Allow-Origin"] == "a,b")
    }

    @Test(arguments: ["GET", "post", "DELETE", "Patch"])
    func `a preflight is told all methods, with an origin or without`(asked: String) throws {
        for origin in [[], [("Origin", "http://a")]] {
            let response = try fields("OPTIONS", origin + [(Self.method, asked)])
            #expect(response[Self.allowedMethods] == Self.all)
            #expect(response[Self.allowedHeaders] == nil)
        }
    }

    @Test(arguments: ["FOO", "TRACE", "", " "])
    func `a method that is none of them is no preflight`(asked: String) throws {
        let response = try fields("OPTIONS", [(Self.method, asked), (Self.headers, "x")])
        #expect(response[Self.allowedMethods] == nil)
        #expect(response[Self.allowedHeaders] == nil)
    }

    @Test
    func `header names alone are no preflight, nor is any other method`() throws {
        let alone = try fields("OPTIONS", [(Self.headers, "x")])
        #expect(alone[Self.allowedHeaders] == nil)
        let get = try fields("GET", [(Self.method, "GET"), (Self.headers, "x")])
        #expect(get[Self.allowedMethods] == nil && get[Self.allowedHeaders] == nil)
    }

    @Test(arguments: [
        ("content-type", "content-type"),
        (
            "content-type,Authorization, X-b ,authorization",
            "Authorization, X-b, authorization, content-type"
        ),
        ("b,a,b", "a, b, b"), ("a,,b", ", a, b"), ("z,\u{E9},Z", "Z, z, é"),
    ])
    func `header names are sorted by code point as spelled`(
        asked: String,
        expected: String
    ) throws {
        let response = try fields("OPTIONS", [(Self.method, "GET"), (Self.headers, asked)])
        #expect(response[Self.allowedHeaders] == expected)
    }

    @Test(arguments: [
        ("GET", "/", 200), ("GET", "/api/posts", 200), ("GET", "/nope", 404),
        ("PUT", "/api/posts", 405), ("GET", "/api//posts", 308), ("GET", "/api/posts/x", 400),
        ("GET", "/api/auth/check", 401), ("OPTIONS", "/api/posts", 200), ("OPTIONS", "/no", 404),
        ("GET", "/api/posts/%zz", 400), ("POST", "/api/auth/register", 400),
    ])
    func `every answer has the headers, once`(
        method: String,
        target: String,
        status: Int
    ) throws {
        let response = try Postly.fresh().answer(method, target, [("Origin", "http://a")])
        #expect(response.status == status)
        let allowed = response.fields.filter { $0.name == "Access-Control-Allow-Origin" }
        #expect(allowed.map(\.value) == ["http://a"])
        #expect(response["Vary"] == "Origin")
    }

    @Test
    func `the answers of a failing or busy server have the headers, too`() throws {
        let postly = try Postly.fresh()
        let request = try Request.asking("GET", "/api/posts", [("Origin", "http://a")])
        for (response, status) in [
            (postly.failure(for: request), 500), (postly.overload(for: request), 503),
        ] {
            #expect(response.status == status)
            #expect(response["Access-Control-Allow-Origin"] == "http://a")
            #expect(response["Content-Type"] == "application/json")
            #expect(response.text.hasPrefix("{\"error\":\""))
        }
    }
}
