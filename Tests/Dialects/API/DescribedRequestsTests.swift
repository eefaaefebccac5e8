import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import APIDialect

/// What an API of a description answers: pages, people, files and tokens.
struct DescribedRequestsTests {
    private static let description = """
        openapi: 3.1.0
        info: {title: T, version: "1"}
        security: [{oauth: []}]
        paths:
          /users:
            get: {responses: {"200": {description: x, content: {application/json: {schema: {type: array, items: {$ref: "#/components/schemas/User"}}}}}}}
          "/users/{id}":
            parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
            get: {responses: {"200": {description: x, content: {application/json: {schema: {$ref: "#/components/schemas/User"}}}}}}
            delete: {responses: {"204": {description: x}}}
          /users/me:
            get: {responses: {"200": {description: x, content: {application/json: {schema: {$ref: "#/components/schemas/User"}}}}}}
          /docs:
            get:
              parameters:
                - {name: limit, in: query, schema: {type: integer}}
                - {name: page, in: query, schema: {type: integer}}
                - {name: cursor, in: query, schema: {type: string}}
              responses: {"200": {description: x, content: {application/json: {schema: {type: array, items: {$ref: "#/components/schemas/Doc"}}}}}}
            post:
              requestBody: {content: {multipart/form-data: {schema: {type: object, properties: {file: {type: string, format: binary}, title: {type: string}}}}}}
              responses: {"201": {description: x, content: {application/json: {schema: {$ref: "#/components/schemas/Doc"}}}}}
          "/docs/{id}":
            parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
            get: {responses: {"200": {description: x, content: {application/json: {schema: {$ref: "#/components/schemas/Doc"}}}}}}
          /logs:
            get:
              parameters: [{name: limit, in: query, schema: {type: integer}}]
              responses: {"200": {description: x, content: {application/json: {schema: {type: array, items: {$ref: "#/components/schemas/User"}}}}}}
          "/logs/{id}":
            get: {responses: {"200": {description: x, content: {application/json: {schema: {$ref: "#/components/schemas/User"}}}}}}
          /v1/a/b/c/d:
            get: {responses: {"200": {description: x}}}
        components:
          securitySchemes:
            oauth: {type: oauth2, flows: {password: {tokenUrl: "https://a.example/oauth2/token", scopes: {}}}}
          schemas:
            User: {type: object, properties: {id: {type: integer, readOnly: true}, name: {type: string}, email: {type: string, format: email}}}
            Doc: {type: object, properties: {id: {type: integer, readOnly: true}, url: {type: string, format: uri}, filename: {type: string}, mimeType: {type: string}, title: {type: string}}}
        """

    private func served(rows: Int = 3, authenticates: Bool = false) throws -> DescribedAPI {
        try DescribedAPI(Self.description, rows: rows, authenticates: authenticates)
    }

    // MARK: Pages

    /// The ids of a page, and the address of the next one.
    private func page(_ served: DescribedAPI, _ target: String) throws -> ([Int], next: String?) {
        let response = try served.answer("GET", target)
        let ids = try JSON(parsing: response.body).root.elements.compactMap {
            $0["id"]?.int.map { Int($0) }
        }
        let links = (response["Link"] ?? "").split(separator: ",").map(String.init)
        let next = links.first { $0.hasSuffix("rel=\"next\"") }
        let address = next?.split(separator: ">")[0].split(separator: "<").last.map(String.init)
        return (ids, address.map { String($0.dropFirst("http://localhost:8080".count)) })
    }

    @Test(arguments: [
        ("/docs?limit=2&page=1", [1, 2, 3, 4, 5]), ("/docs?limit=2&page=1&page=2", [3, 4, 5]),
        ("/docs?cursor=o2&limit=2", [3, 4, 5]), ("/docs?cursor=o2&limit=2&page=1", [3, 4, 5]),
        ("/docs?limit=2&offset=2", [3, 4, 5]), ("/docs?limit=2&skip=2", [3, 4, 5]),
        ("/docs?limit=2&before=5", [3, 4, 5]), ("/logs?limit=2", [1, 2, 3, 4, 5]),
        ("/logs?limit=2&page=2", [3, 4, 5]), ("/logs?limit=2&cursor=o2", [3, 4, 5]),
        ("/docs?limit=1e1", [1, 2, 3, 4, 5]), ("/docs?limit=2&page=2e0", [3, 4, 5]),
        ("/docs?limit=2&page=99999999999999999999", []),
    ])
    func `the next pages have the rest of the rows, whatever place was asked for`(
        _ target: String,
        _ wanted: [Int]
    ) throws {
        let served = try served(rows: 5)
        var (found, next) = try page(served, target)
        for _ in 0..<5 {
            guard let address = next else { break }
            let ids: [Int]
            (ids, next) = try page(served, address)
            found += ids
        }
        #expect(found == wanted && next == nil)
    }

    // MARK: Routes

    @Test(arguments: [
        ("GET", "/v1/a/b/c/d", true), ("POST", "/oauth2/token", true), ("GET", "/nope", false),
        ("PUT", "/docs/1", false), ("HEAD", "/docs/1", true), ("GET", "/nope/1", false),
    ])
    func `operations are known where they are not asked`(
        _ method: String,
        _ path: String,
        _ isTaken: Bool
    ) throws {
        let request = try Request.asking(method, path)
        let api = try served().api
        #expect((api.route(of: request, byLine: nil) == API.operation) == isTaken)
        #expect((api.route(of: request, byLine: 7) == nil) != isTaken)
    }

    @Test func `a row of a collection without a name is a row`() throws {
        let served = try DescribedAPI(
            """
            openapi: 3.1.0
            info: {title: T, version: "1"}
            paths:
              "/{x}/{y}":
                get: {responses: {"200": {description: x, content: {application/json: {schema: {type: object, properties: {id: {type: string}}}}}}}}
                delete: {responses: {"204": {description: x}}}
            """
        )
        let refusal = try served.json("GET", "/a/b")
        #expect(refusal["detail"]?.string == "there is no row b")
    }

    // MARK: People

    @Test func `who asks is known where no token is demanded`() throws {
        let served = try served()
        let second = try #require(try served.json("GET", "/users").elements.dropFirst().first)
        let name = try #require(second["email"]?.string)
        let token = try served.token("grant_type=password&username=\(name)&password=x")
        let bearer = [("Authorization", "Bearer \(token["access_token"]?.string ?? "")")]
        #expect(try served.json("GET", "/users/me", bearer)["id"]?.int == 2)
        #expect(try served.json("GET", "/users/me")["id"]?.int == 1)
        #expect(
            try served.json("GET", "/users/me", [("Authorization", "Bearer x")])["id"]?.int == 1
        )
    }

    @Test func `a refresh token outlives the access token, and ends with its person`() throws {
        let served = try served(authenticates: true)
        let first = try served.token("grant_type=password&username=2&password=x")
        let refresh = try #require(first["refresh_token"]?.string)
        func status(_ token: String?) throws -> Int {
            try served.answer("GET", "/users", [("Authorization", "Bearer \(token ?? "")")]).status
        }
        #expect(try status(first["access_token"]?.string) == 200)
        #expect(try status(refresh) == 401)
        served.world.clock = .frozen(at: Instant(seconds: Instant.frozen.seconds + 29 * 86_400))
        #expect(try status(first["access_token"]?.string) == 401)
        let form = "grant_type=refresh_token&refresh_token="
        let second = try served.token(form + refresh)
        let access = try #require(second["access_token"]?.string)
        #expect(try status(access) == 200)
        #expect(try served.token(form + access)["error"]?.string == "invalid_grant")
        let later = try #require(second["refresh_token"]?.string)
        let bearer = [("Authorization", "Bearer \(access)")]
        #expect(try served.answer("DELETE", "/users/2", bearer).status == 204)
        #expect(try served.token(form + later)["error"]?.string == "invalid_grant")
        served.world.clock = .frozen(at: Instant(seconds: Instant.frozen.seconds + 31 * 86_400))
        #expect(try served.token(form + refresh)["error"]?.string == "invalid_grant")
    }

    @Test func `a client of its own gets no refresh token`() throws {
        let token = try served(authenticates: true).token("grant_type=client_credentials")
        #expect(token["access_token"] != nil && token["refresh_token"] == nil)
    }

    // MARK: Files

    @Test func `a row made of a form with a file says where that is`() throws {
        let served = try served()
        let body = """
            --b\r
            Content-Disposition: form-data; name="file"; filename="tide.txt"\r
            Content-Type: text/plain\r
            \r
            low\r
            --b--\r\n
            """
        let type = [("Content-Type", "multipart/form-data; boundary=b")]
        let row = try served.json("POST", "/docs", type, body: body)
        #expect(row["filename"]?.string == "tide.txt" && row["mimeType"]?.string == "text/plain")
        let address = try #require(row["url"]?.string)
        let path = String(address.dropFirst("http://localhost:8080".count))
        #expect(try served.answer("GET", path).body == Array("low".utf8))
    }
}
