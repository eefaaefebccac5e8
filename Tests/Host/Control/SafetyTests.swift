import MockPostlyAssets
import MockPostlyHTTP
import MockPostlyTestKit
import Testing

@testable import MockPostlyControl

/// That foreign pages, and those without the admin token, get nothing done.
@Suite
struct SafetyTests {
    private struct Origin: Sendable, CustomTestStringConvertible {
        var name: String
        var fields: [(String, String)] = []
        var host: String? = "localhost:8080"

        var testDescription: String { name }
    }

    private static let foreign = [
        Origin(name: "foreign origin", fields: [("Origin", "https://evil.example")]),
        Origin(name: "null origin", fields: [("Origin", "null")]),
        Origin(name: "empty origin", fields: [("Origin", "")]),
        Origin(name: "another port", fields: [("Origin", "http://localhost:3000")]),
        Origin(
            name: "own and foreign origin",
            fields: [("Origin", "http://localhost:8080"), ("Origin", "https://evil.example")]
        ),
        Origin(name: "cross-site", fields: [("Sec-Fetch-Site", "cross-site")]),
        Origin(name: "same-site", fields: [("Sec-Fetch-Site", "same-site")]),
        Origin(
            name: "cross-site beside none",
            fields: [("Sec-Fetch-Site", "none"), ("Sec-Fetch-Site", "cross-site")]
        ),
        Origin(
            name: "own origin, cross-site",
            fields: [("Origin", "http://localhost:8080"), ("Sec-Fetch-Site", "cross-site")]
        ),
        Origin(name: "foreign host", host: "evil.example"),
        Origin(name: "foreign host and port", host: "evil.example:8080"),
        Origin(name: "host with more behind the port", host: "localhost:8080:evil.example"),
        Origin(name: "no host", host: nil),
    ]

    private let server: TestServer

    init() throws { server = try TestServer() }

    @Test(arguments: foreign)
    private func `a foreign page changes nothing, whatever it asks for`(origin: Origin) throws {
        let withToken = origin.fields + [("Authorization", "Bearer secret")]
        for (method, path, body) in Requests.mutating {
            for (token, fields) in [(nil as String?, origin.fields), ("secret", withToken)] {
                server.adminToken = token
                let response = try server.answer(
                    method,
                    path,
                    fields,
                    body: body,
                    host: origin.host
                )
                #expect(response.status == 403, "\(method) \(path)")
                #expect(response["Access-Control-Allow-Origin"] == nil)
            }
        }
        #expect(server.isUntouched)
    }

    @Test
    func `all that changes something is in the table`() {
        let router = Router(Control.routes)
        let tried = Requests.mutating.map { method, path, _ in
            let match = router.match(Method(method), Array((Control.prefix + path).utf8)[...])
            guard case .route(let index, _) = match else { return -1 }
            return index
        }
        let mutating = Control.routes.indices.filter { Control.routes[$0].method != .get }
        #expect(Set(tried) == Set(mutating))
    }

    @Test(arguments: foreign)
    private func `a foreign page learns nothing`(origin: Origin) throws {
        let paths = ["/metrics", "/worlds", "/export", "/snapshots", "/nope", "/live"]
        for method in ["GET", "OPTIONS", "PUT"] {
            for path in paths {
                let response = try server.answer(method, path, origin.fields, host: origin.host)
                #expect(response.status == 403)
                #expect(response["Allow"] == nil)
            }
        }
        #expect(server.isUntouched)
    }

    @Test(arguments: foreign.filter { $0.host == "localhost:8080" })
    private func `a foreign page may read the descriptions, and nothing else`(
        origin: Origin
    ) throws {
        for route in Control.routes where route.method == .get {
            let path = String(route.pattern.dropFirst(Control.prefix.count))
            let isDescription = path.hasPrefix("/openapi") || path == "/seed/schema"
            // Only a release has them in JSON.
            let isMissing = path.hasSuffix(".json") && Assets.openAPIInJSON == nil
            let (status, origins): (Int, String?) =
                isMissing ? (404, nil) : isDescription ? (200, "*") : (403, nil)
            for method in ["GET", "HEAD"] {
                let response = try server.answer(method, path, origin.fields, host: origin.host)
                #expect(response.status == status, "\(method) \(path)")
                let allowed = response["Access-Control-Allow-Origin"]
                #expect(allowed == origins, "\(method) \(path)")
            }
        }
        #expect(server.isUntouched)
    }

    @Test(arguments: [
        [("Origin", "http://localhost:8080")],
        [("Origin", "http://localhost:8080"), ("Sec-Fetch-Site", "same-origin")],
        [("Sec-Fetch-Site", "same-origin")], [("Sec-Fetch-Site", "none")], [],
    ])
    func `an own page is answered`(fields: [(String, String)]) throws {
        for (method, path, body) in Requests.mutating {
            let response = try server.answer(method, path, fields, body: body)
            #expect(200...204 ~= response.status || response.status == 422, "\(method) \(path)")
        }
        #expect(!server.isUntouched)
    }

    @Test
    func `an absolute target does not hide a foreign host`() throws {
        let target = "http://localhost:8080/__mockpostly/v1/reset"
        let foreign = try Request.asking("POST", target, host: "evil.example")
        #expect(try server.answer(to: foreign).status == 403)
        #expect(server.isUntouched)
        let own = try Request.asking("POST", target)
        #expect(try server.answer(to: own).status == 200)
    }

    // MARK: Admin token

    @Test(arguments: [nil, "Basic c2VjcmV0", "secret", "Bearer", "bearer=secret", "Token secret"])
    func `without the admin token nothing is done`(authorization: String?) throws {
        try hold(authorization, "Admin token needed")
    }

    @Test(arguments: [
        "Bearer wrong", "Bearer secre", "Bearer secrets", "Bearer Secret", "Bearer secret2",
        "Bearer secret, Bearer secret", "Bearer secret x",
    ])
    func `with another token nothing is done`(authorization: String) throws {
        try hold(authorization, "Wrong admin token")
    }

    private func hold(_ authorization: String?, _ title: String) throws {
        server.adminToken = "secret"
        let fields = authorization.map { [("Authorization", $0)] } ?? []
        let reading = Control.routes.filter { $0.method == .get }.map {
            ("GET", String($0.pattern.dropFirst(Control.prefix.count)), "")
        }
        let unknown = [("GET", "/nope", ""), ("PUT", "/live", ""), ("OPTIONS", "/reset", "")]
        for (method, path, body) in Requests.mutating + reading + unknown {
            let response = try server.answer(method, path, fields, body: body)
            if method == "GET", ["/live", "/ready"].contains(path) {
                #expect(response.status == 200)
            } else {
                try expectProblem(response, 401, title)
                #expect(response["WWW-Authenticate"] == "Bearer realm=\"mockpostly\"")
                #expect(response["Allow"] == nil)
            }
        }
        #expect(server.isUntouched)
        #expect(try server.answer("HEAD", "/ready", fields).status == 200)
    }

    @Test(arguments: ["Bearer secret", "bearer secret", "BEARER  secret"])
    func `with the admin token all is done`(authorization: String) throws {
        server.adminToken = "secret"
        for (method, path, body) in Requests.mutating {
            let fields = [("Authorization", authorization)]
            let response = try server.answer(method, path, fields, body: body)
            #expect(200...204 ~= response.status || response.status == 422)
        }
        #expect(!server.isUntouched)
    }

    @Test
    func `without an admin token any Authorization is ignored`() throws {
        let fields = [("Authorization", "Bearer some.other.token")]
        #expect(try server.answer("POST", "/reset", fields).status == 200)
    }

    @Test(arguments: [
        ("secret", "secret", true), ("secret", "secreT", false), ("secret", "", false),
        ("", "", false), ("", "x", false), ("é", "é", true), ("é", "e\u{301}", false),
    ])
    func `tokens are compared by their bytes`(token: String, given: String, isSame: Bool) {
        #expect(AdminToken(token).matches(Array(given.utf8)[...]) == isSame)
    }
}
