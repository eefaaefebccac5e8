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

    private let server = FakeServer()

    @Test(arguments: foreign)
    private func `a foreign page changes nothing, whatever it asks for`(origin: Origin) throws {
        let (open, closed) = (Control(of: server), Control(of: server, adminToken: "secret"))
        let withToken = origin.fields + [("Authorization", "Bearer secret")]
        for (method, path, body) in Requests.mutating {
            for (control, fields) in [(open, origin.fields), (closed, withToken)] {
                let response = try control.answer(
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
        #expect(server.orders.isEmpty)
        // All of these are good in themselves.
        for (method, path, body) in Requests.mutating {
            _ = try open.answer(method, path, body: body)
        }
        #expect(server.orders.count == Requests.mutating.count)
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
        let control = Control(of: server)
        let paths = ["/metrics", "/worlds", "/export", "/snapshots", "/nope", "/live"]
        for method in ["GET", "OPTIONS", "PUT"] {
            for path in paths {
                let response = try control.answer(method, path, origin.fields, host: origin.host)
                #expect(response.status == 403)
                #expect(response["Allow"] == nil)
            }
        }
        #expect(server.orders.isEmpty)
    }

    @Test(arguments: foreign.filter { $0.host == "localhost:8080" })
    private func `a foreign page may read the descriptions, and nothing else`(
        origin: Origin
    ) throws {
        let control = Control(of: server)
        for route in Control.routes where route.method == .get {
            let path = String(route.pattern.dropFirst(Control.prefix.count))
            let isDescription = path.hasPrefix("/openapi")
            for method in ["GET", "HEAD"] {
                let response = try control.answer(method, path, origin.fields, host: origin.host)
                #expect(response.status == (isDescription ? 200 : 403), "\(method) \(path)")
                let allowed = response["Access-Control-Allow-Origin"]
                #expect(allowed == (isDescription ? "*" : nil), "\(method) \(path)")
            }
        }
        #expect(server.orders.isEmpty)
    }

    @Test(arguments: [
        [("Origin", "http://localhost:8080")],
        [("Origin", "http://localhost:8080"), ("Sec-Fetch-Site", "same-origin")],
        [("Sec-Fetch-Site", "same-origin")], [("Sec-Fetch-Site", "none")], [],
    ])
    func `an own page is answered`(fields: [(String, String)]) throws {
        let control = Control(of: server)
        for (method, path, body) in Requests.mutating {
            let response = try control.answer(method, path, fields, body: body)
            #expect(200...204 ~= response.status || response.status == 422, "\(method) \(path)")
        }
        #expect(server.orders.count == Requests.mutating.count)
    }

    @Test
    func `an absolute target does not hide a foreign host`() throws {
        let control = Control(of: server)
        let target = "http://localhost:8080/__mockpostly/v1/reset"
        let foreign = try Request.asking("POST", target, host: "evil.example")
        #expect(try control.respond(to: foreign).reply.response.status == 403)
        #expect(server.orders.isEmpty)
        let own = try Request.asking("POST", target)
        #expect(try control.respond(to: own).reply.response.status == 200)
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
        let control = Control(of: server, adminToken: "secret")
        let fields = authorization.map { [("Authorization", $0)] } ?? []
        let reading = Control.routes.filter { $0.method == .get }.map {
            ("GET", String($0.pattern.dropFirst(Control.prefix.count)), "")
        }
        let unknown = [("GET", "/nope", ""), ("PUT", "/live", ""), ("OPTIONS", "/reset", "")]
        for (method, path, body) in Requests.mutating + reading + unknown {
            let response = try control.answer(method, path, fields, body: body)
            if method == "GET", ["/live", "/ready"].contains(path) {
                #expect(response.status == 200)
            } else {
                try expectProblem(response, 401, title)
                #expect(response["WWW-Authenticate"] == "Bearer realm=\"mockpostly\"")
                #expect(response["Allow"] == nil)
            }
        }
        #expect(server.orders.isEmpty)
        #expect(try control.answer("HEAD", "/ready", fields).status == 200)
    }

    @Test(arguments: ["Bearer secret", "bearer secret", "BEARER  secret"])
    func `with the admin token all is done`(authorization: String) throws {
        let control = Control(of: server, adminToken: "secret")
        for (method, path, body) in Requests.mutating {
            let fields = [("Authorization", authorization)]
            let response = try control.answer(method, path, fields, body: body)
            #expect(200...204 ~= response.status || response.status == 422)
        }
        #expect(server.orders.count == Requests.mutating.count)
    }

    @Test
    func `without an admin token any Authorization is ignored`() throws {
        let fields = [("Authorization", "Bearer some.other.token")]
        #expect(try Control(of: server).answer("POST", "/reset", fields).status == 200)
    }

    @Test(arguments: [
        ("secret", "secret", true), ("secret", "secreT", false), ("secret", "", false),
        ("", "", false), ("", "x", false), ("é", "é", true), ("é", "e\u{301}", false),
    ])
    func `tokens are compared by their bytes`(token: String, given: String, isSame: Bool) {
        #expect(AdminToken(token).matches(Array(given.utf8)[...]) == isSame)
    }
}
