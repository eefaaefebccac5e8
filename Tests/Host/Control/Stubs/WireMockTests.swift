import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyJournal
import MockPostlyMatching
import MockPostlyTestKit
import Testing

@testable import MockPostlyControl
@testable import MockPostlyStubs

@Suite
struct WireMockTests {
    private let server: TestServer

    init() throws { server = try TestServer() }

    private static let id = "11111111-2222-4333-8444-abcdefabcdef"

    private func answer(
        _ method: String,
        _ path: String,
        _ body: String = "",
        fields: [(String, String)] = [],
        adminToken: String? = nil
    ) throws -> Response {
        server.adminToken = adminToken
        let request = try Request.asking(method, "/__admin" + path, fields, body: body)
        return try server.answer(to: request)
    }

    /// Whether a mapping with this `request` takes a request.
    private func takes(
        _ pattern: String,
        _ method: String = "GET",
        _ target: String = "/a/b?x=1&y=Two",
        _ fields: [(String, String)] = [("Accept", "Text/HTML")],
        body: String = ""
    ) throws -> Bool {
        let stub = try Stub(mapping: MappingNode(Array(#"{"request":\#(pattern)}"#.utf8)))
        let request = try Request.asking(method, target, fields, body: body)
        return stub.pattern.accepts(
            RequestFacts(request, dialect: "postly", route: { nil }, users: { [] })
        )
    }

    @Test
    func `a mapping is added, shown, replaced and deleted by its id`() throws {
        let mapping = #"{"id":"\#(Self.id)","name":"n","response":{"status":201,"body":"hi"}}"#
        let added = try answer("POST", "/mappings", mapping)
        #expect(added.status == 201)
        let shown = #"""
            {"id":"\#(Self.id)","name":"n","response":{"status":201,"body":"hi"},"uuid":"\#(Self.id)"}

            """#
        #expect(added.text == shown)
        #expect(try answer("GET", "/mappings/\(Self.id.uppercased())").text == shown)
        #expect(try answer("PUT", "/mappings/\(Self.id)", #"{"priority":2}"#).status == 200)
        #expect(server.stubs.entries[0].stub.priority == 2)
        #expect(server.stubs.entries[0].stub.id == Self.id)
        #expect(try answer("DELETE", "/mappings/\(Self.id)").text == "{}\n")
        #expect(try answer("DELETE", "/mappings/\(Self.id)").status == 404)
    }

    @Test
    func `all stubs are listed, whoever has added them`() throws {
        _ = try answer("POST", "/mappings", "{}")
        _ = try server.answer("POST", "/stubs", body: #"{"id":"a","response":{}}"#)
        let list = try JSON(parsing: try answer("GET", "/mappings").body).root
        #expect(list["meta"]?["total"]?.int == 2)
        let ids = list["mappings"]?.elements.compactMap { $0["id"]?.string } ?? []
        #expect(Set(ids).count == 2 && ids.allSatisfy(\.isUUID))
        #expect(list["mappings"]?.elements[0]["name"]?.string == "a")
        for id in ids { #expect(try answer("GET", "/mappings/\(id)").status == 200) }
        let page = try JSON(parsing: try answer("GET", "/mappings?offset=1&limit=5").body).root
        #expect(page["mappings"]?.elements.count == 1 && page["meta"]?["total"]?.int == 2)
        #expect(try answer("GET", "/mappings?limit=x").status == 422)
        let own = try server.answer("GET", "/stubs")
        #expect(own.text.contains(#""mapping":{}"#))
        try record("GET", "/a")
        #expect(try answer("DELETE", "/mappings").status == 200)
        #expect(server.stubs.isEmpty && server.journal.count == 1)
        _ = try answer("POST", "/mappings", "{}")
        // The reset of clients between tests empties the journal as well.
        #expect(try answer("POST", "/mappings/reset").status == 200)
        #expect(server.stubs.isEmpty && server.journal.count == 0)
    }

    private func record(_ method: String, _ target: String, body: String = "") throws {
        let exchange = RecordedExchange(
            try .asking(method, target, body: body),
            Response(status: 200),
            route: .none,
            asker: nil
        )
        server.record(exchange)
    }

    @Test
    func `requests are removed by their id, or by a pattern`() throws {
        for target in ["/a", "/b", "/a", "/c"] { try record("GET", target) }
        func count(_ pattern: String = "{}") throws -> Int64? {
            let answer = try answer("POST", "/requests/count", pattern)
            return try JSON(parsing: answer.body).root["count"]?.int
        }
        let list = try JSON(parsing: try answer("GET", "/requests").body).root
        let ids = list["requests"]?.elements.compactMap { $0["id"]?.string } ?? []
        #expect(ids.count == 4)
        #expect(try answer("DELETE", "/requests/\(ids[0])").text == "{}\n")
        #expect(try answer("GET", "/requests/\(ids[0])").status == 404)
        #expect(try answer("DELETE", "/requests/\(ids[0])").status == 200)
        #expect(try answer("DELETE", "/requests/x").status == 422)
        #expect(try count() == 3)
        let removed = try answer("POST", "/requests/remove", #"{"url":"/a"}"#)
        let events = try JSON(parsing: removed.body).root["serveEvents"]?.elements ?? []
        #expect(events.compactMap { $0["request"]?["url"]?.string } == ["/a", "/a"])
        #expect(try count() == 1)
        #expect(try count(#"{"url":"/a"}"#) == 0)
    }

    @Test
    func `as many requests are found as the limit allows, the first ones`() throws {
        for target in ["/a?1", "/a?2", "/a?3"] { try record("GET", target) }
        let found = try answer("POST", "/requests/find?limit=2", #"{"urlPath":"/a"}"#)
        let list = try JSON(parsing: found.body).root["requests"]?.elements ?? []
        #expect(list.compactMap { $0["url"]?.string } == ["/a?1", "/a?2"])
        #expect(try answer("POST", "/requests/find?limit=x", "{}").status == 422)
    }

    @Test
    func `mappings that nearly take a request are told, the nearest first`() throws {
        for mapping in [
            #"{"name":"far","request":{"method":"PUT","url":"/zzz/zzz"}}"#,
            #"{"name":"near","request":{"method":"POST","url":"/orders"}}"#,
        ] { _ = try answer("POST", "/mappings", mapping) }
        func names(_ answer: Response) throws -> [String?] {
            let misses = try JSON(parsing: answer.body).root["nearMisses"]?.elements ?? []
            #expect(misses.allSatisfy { ($0["matchResult"]?["distance"]?.double ?? 0) > 0 })
            return misses.map { $0["stubMapping"]?["name"]?.string }
        }
        let request = #"{"method":"POST","url":"/order","headers":{"A":["b","c"]},"body":"x"}"#
        #expect(try names(answer("POST", "/near-misses/request", request)) == ["near", "far"])
        #expect(try answer("POST", "/near-misses/request", #"{"url":"a b"}"#).status == 422)
        try record("POST", "/order")
        let unmatched = try answer("GET", "/requests/unmatched/near-misses")
        #expect(try names(unmatched) == ["near", "far"])
        #expect(unmatched.text.contains(#""url":"/order""#))
    }

    @Test
    func `a reset to the beginning leaves persistent mappings alone`() throws {
        for path in ["/mappings/reset", "/mappings/reset-to-default", "/reset"] {
            _ = try answer("POST", "/mappings", #"{"name":"kept","persistent":true}"#)
            _ = try answer("POST", "/mappings", #"{"name":"gone"}"#)
            try record("GET", "/a")
            #expect(try answer("POST", path).status == 200)
            #expect(server.stubs.entries.count == 1 && server.journal.count == 0)
            _ = try answer("POST", "/mappings", #"{"name":"saved"}"#)
            #expect(try answer("POST", "/mappings/save").text == "{}\n")
            _ = try answer("POST", path)
            #expect(server.stubs.entries.count == 2)
            #expect(try answer("DELETE", "/mappings").status == 200)
            #expect(server.stubs.isEmpty)
        }
    }

    @Test
    func `a pattern that takes too many steps is refused, not taken for no match`() throws {
        try record("POST", "/a", body: String(repeating: "x", count: 3000) + "!y")
        for kind in ["matches", "doesNotMatch"] {
            let pattern = #"{"bodyPatterns":[{"\#(kind)":"(x+x+)+[yz]"}]}"#
            for path in ["count", "find", "remove"] {
                let refused = try answer("POST", "/requests/\(path)", pattern)
                #expect(refused.status == 422 && refused.text.contains("(x+x+)+[yz]"))
            }
            let refused = try answer("POST", "/near-misses/request-pattern", pattern)
            #expect(refused.status == 422)
            let match = #"{"match":{"body":{"matches":"(x+x+)+[yz]"}},"timeout":"1ms"}"#
            for path in ["find", "verify", "wait"] {
                let sent = path == "wait" ? match : #"{"match":{"body":{"matches":"(x+x+)+[yz]"}}}"#
                let own = try server.answer("POST", "/requests/\(path)", body: sent)
                try expectProblem(own, 422, "Too many steps", naming: "(x+x+)+[yz]")
            }
        }
        #expect(server.journal.count == 1)
    }

    @Test
    func `a mapping is removed by its id or its request`() throws {
        for body in [#"{"id":"\#(Self.id)"}"#, #"{"request":{"method":"GET","url":"/a"}}"#] {
            _ = try answer("POST", "/mappings", body)
            _ = try answer("POST", "/mappings", #"{"request":{"url":"/b"}}"#)
            let sent = body.replacing(
                #""method":"GET","url":"/a""#,
                with: #""url":"/a","method":"GET""#
            )
            #expect(try answer("POST", "/mappings/remove", sent).status == 200)
            #expect(server.stubs.entries.count == 1)
            server.stubs.removeAll()
        }
    }

    @Test(arguments: [
        (#"{}"#, true), (#"{"method":"ANY"}"#, true), (#"{"method":"get"}"#, true),
        (#"{"method":"POST"}"#, false), (#"{"url":"/a/b?x=1&y=Two"}"#, true),
        (#"{"url":"/a/b"}"#, false), (#"{"urlPath":"/a/b"}"#, true), (#"{"urlPath":"/a"}"#, false),
        (#"{"urlPattern":"/a/b\\?x=\\d.*"}"#, true), (#"{"urlPattern":"/a/b"}"#, false),
        (#"{"urlPathPattern":"/a/[a-z]"}"#, true), (#"{"urlPathPattern":"/a"}"#, false),
        (#"{"urlPathTemplate":"/a/{id}"}"#, true), (#"{"urlPathTemplate":"/b/{id}"}"#, false),
        (#"{"headers":{"accept":{"equalTo":"Text/HTML"}}}"#, true),
        (#"{"headers":{"accept":{"equalTo":"text/html"}}}"#, false),
        (#"{"headers":{"accept":{"equalTo":"text/html","caseInsensitive":true}}}"#, true),
        (#"{"headers":{"accept":{"contains":"HTML"}}}"#, true),
        (#"{"headers":{"accept":{"doesNotContain":"HTML"}}}"#, false),
        (#"{"headers":{"accept":{"doesNotMatch":"json"}}}"#, true),
        (#"{"headers":{"accept":{"absent":true}}}"#, false),
        (#"{"headers":{"x":{"absent":true}}}"#, true),
        // What is not there has nothing in it.
        (#"{"headers":{"x":{"doesNotContain":"a"}}}"#, true),
        (#"{"headers":{"x":{"doesNotMatch":"a"}}}"#, true),
        (#"{"headers":{"x":{"contains":"a"}}}"#, false),
        (#"{"method":"GET_OR_HEAD"}"#, true),
        (#"{"headers":{"x":{"anything":""}}}"#, true),
        (#"{"queryParameters":{"y":{"matches":"T.o"}}}"#, true),
        (#"{"queryParameters":{"y":{"matches":"T"}}}"#, false),
        (#"{"basicAuthCredentials":{"username":"a","password":"b"}}"#, false),
    ])
    func `a request is taken as WireMock takes it`(pattern: String, isTaken: Bool) throws {
        #expect(try takes(pattern) == isTaken)
    }

    @Test(arguments: [
        (
            #"{"equalTo":"{\"a\": [1, 2], \"b\": {\"c\": \"d\"}, \"n\": null, \"e\": [], \"o\": {}}"}"#,
            true
        ),
        (#"{"equalToJson":{"b":{"c":"d"},"a":[1,2],"o":{},"e":[],"n":null}}"#, true),
        (#"{"equalToJson":"{\"a\":[1,2]}"}"#, false),
        (#"{"equalToJson":"{\"a\":[1,2]}","ignoreExtraElements":true}"#, true),
        (#"{"matchesJsonPath":"$.b.c"}"#, true), (#"{"matchesJsonPath":"$.b.d"}"#, false),
        (#"{"matchesJsonPath":" @.b.c "}"#, true), (#"{"matchesJsonPath":"b.c"}"#, true),
        // As in WireMock, a path alone is not met by null, an empty list or an empty object.
        (#"{"matchesJsonPath":"$.n"}"#, false), (#"{"matchesJsonPath":"$.e"}"#, false),
        (#"{"matchesJsonPath":"$.o"}"#, false), (#"{"matchesJsonPath":"$.a"}"#, true),
        (#"{"matchesJsonPath":{"expression":"$.n","absent":true}}"#, true),
        (#"{"matchesJsonPath":{"expression":"$.x","absent":true}}"#, true),
        (#"{"matchesJsonPath":{"expression":"$.b.c","absent":true}}"#, false),
        (#"{"matchesJsonPath":{"expression":"$.x","doesNotContain":"d"}}"#, false),
        (#"{"matchesJsonPath":{"expression":"$.b.c","doesNotContain":"e"}}"#, true),
        // One of the elements of a list.
        (#"{"matchesJsonPath":{"expression":"$.a","equalTo":"2"}}"#, true),
        (#"{"matchesJsonPath":{"expression":"$.a","equalTo":"3"}}"#, false),
        (#"{"equalToJson":null}"#, false),
        (#"{"matchesJsonPath":{"expression":"$.b.c","equalTo":"d"}}"#, true),
        (#"{"matchesJsonPath":{"expression":"$.a[1]","equalTo":"3"}}"#, false),
        (#"{"contains":"\"c\""}"#, true), (#"{"matches":".*"}"#, true),
        (#"{"absent":true}"#, false),
    ])
    func `a body is compared as WireMock compares it`(pattern: String, isTaken: Bool) throws {
        let body = #"{"a": [1, 2], "b": {"c": "d"}, "n": null, "e": [], "o": {}}"#
        let taken = try takes(#"{"bodyPatterns":[\#(pattern)]}"#, "POST", "/", body: body)
        #expect(taken == isTaken)
    }

    @Test(arguments: [
        (
            #"{"request":{"multipartPatterns":[{"fileName":"a"}]}}"#,
            "/request/multipartPatterns/0/fileName"
        ),
        (#"{"request":{"metadata":{}}}"#, "/request/metadata"),
        (#"{"request":{"headers":{"a":null}}}"#, "/request/headers/a"),
        (#"{"request":{"headers":{"a":{"equalTo":null}}}}"#, "/request/headers/a/equalTo"),
        (#"{"request":{"urlPathTemplate":"/a/**"}}"#, "/request/urlPathTemplate"),
        (#"{"request":{"url":"/f/slow/api/posts"}}"#, "/request/url"),
        (#"{"request":{"urlPath":"/w/a/api/posts"}}"#, "/request/urlPath"),
        (#"{"request":{"urlPattern":"/__admin/.*"}}"#, "/request/urlPattern"),
        (#"{"request":{"urlPathPattern":"/__mockpostly/v1/.+"}}"#, "/request/urlPathPattern"),
        (#"{"request":{"urlPathTemplate":"/w/{world}/posts"}}"#, "/request/urlPathTemplate"),
        (
            #"{"request":{"bodyPatterns":[{"matchesJsonPath":"$.a b"}]}}"#,
            "/request/bodyPatterns/0/matchesJsonPath"
        ),
        (
            #"{"request":{"bodyPatterns":[{"matchesJsonPath":null}]}}"#,
            "/request/bodyPatterns/0/matchesJsonPath"
        ),
        (#"{"response":{"headers":{"a":null}}}"#, "/response/headers/a"),
        (#"{"response":{"transformerParameters":{"a":1}}}"#, "/response/transformerParameters"),
        (#"{"response":{"bodyFileName":"a"}}"#, "/response/bodyFileName"),
        (#"{"postServeActions":[{"name":"webhook"}]}"#, "/postServeActions"),
        (#"{"requiredScenarioState":"x"}"#, "/requiredScenarioState"),
        (#"{"request":{"url":"/a","urlPath":"/b"}}"#, "/request/urlPath"),
        (#"{"request":{"url":1}}"#, "/request/url"),
        (#"{"request":{"urlPattern":"("}}"#, "/request/urlPattern"),
        (#"{"request":{"headers":{"a":"b"}}}"#, "/request/headers/a"),
        (#"{"request":{"headers":{"a":{}}}}"#, "/request/headers/a"),
        (
            #"{"request":{"bodyPatterns":[{"equalToXml":"<a>"}]}}"#,
            "/request/bodyPatterns/0/equalToXml"
        ),
        (#"{"response":{"status":99}}"#, "/response/status"),
        (#"{"response":{"proxyBaseUrl":"http://a"}}"#, "/response/proxyBaseUrl"),
        (#"{"response":{"body":"a","jsonBody":1}}"#, "/response/jsonBody"),
        (#"{"response":{"headers":{"Content-Length":"1"}}}"#, "/response/headers/Content-Length"),
        (#"{"response":{"fault":"NONE"}}"#, "/response/fault"),
        (#"{"response":{"fixedDelayMilliseconds":-1}}"#, "/response/fixedDelayMilliseconds"),
        (#"{"persistent":1}"#, "/persistent"), (#"{"id":"x"}"#, "/id"),
        (#"{"newScenarioState":"x"}"#, "/newScenarioState"), (#"{"nope":1}"#, "/nope"), ("[]", ""),
        ("{", ""),
    ])
    func `what is not supported is refused in WireMock's words`(
        mapping: String,
        pointer: String
    ) throws {
        let refused = try answer("POST", "/mappings", mapping)
        #expect(refused.status == 422)
        let error = try JSON(parsing: refused.body).root["errors"]?.elements.first
        #expect(error?["source"]?["pointer"]?.string == pointer)
        #expect(error?["title"]?.string == "Error parsing JSON")
        #expect(server.stubs.isEmpty)
    }

    @Test
    func `mappings are imported, and found by their metadata`() throws {
        let mappings = #"""
            [{"id":"\#(Self.id)","metadata":{"team":"a","n":1}}, {"metadata":{"team":"b"}}, {}]
            """#
        #expect(try answer("POST", "/mappings/import", #"{"mappings":\#(mappings)}"#).status == 200)
        #expect(server.stubs.entries.count == 3)
        let again = #"{"mappings":[{"id":"\#(Self.id)","priority":9,"metadata":{"team":"a"}}]}"#
        _ = try answer("POST", "/mappings/import", again)
        #expect(server.stubs.entries.count == 3)
        let pattern = #"{"matchesJsonPath":{"expression":"$.team","equalTo":"a"}}"#
        let found = try JSON(
            parsing: try answer("POST", "/mappings/find-by-metadata", pattern).body
        )
        #expect(found.root["mappings"]?.elements.map { $0["priority"]?.int } == [9])
        _ = try answer("POST", "/mappings/remove-by-metadata", pattern)
        #expect(server.stubs.entries.count == 2)
        let whole = #"{"mappings":[],"importOptions":{"deleteAllNotInImport":true}}"#
        _ = try answer("POST", "/mappings/import", whole)
        #expect(server.stubs.isEmpty)
    }

    @Test
    func `scenarios are listed, set and reset`() throws {
        _ = try answer(
            "POST",
            "/mappings",
            #"{"scenarioName":"s","requiredScenarioState":"Started","newScenarioState":"done"}"#
        )
        #expect(try answer("PUT", "/scenarios/s/state", #"{"state":"done"}"#).status == 200)
        let list = try JSON(parsing: try answer("GET", "/scenarios").body).root
        let scenario = list["scenarios"]?.elements.first
        #expect(scenario?["state"]?.string == "done")
        #expect(scenario?["possibleStates"]?.elements.map(\.string) == ["Started", "done"])
        #expect(try answer("PUT", "/scenarios/s/state", #"{"state":"x"}"#).status == 422)
        #expect(try answer("PUT", "/scenarios/t/state").status == 404)
        #expect(try answer("POST", "/scenarios/reset").status == 200)
        #expect(server.stubs.scenarios.map(\.state) == ["Started"])
        #expect(try answer("POST", "/reset").status == 200)
        #expect(server.stubs.isEmpty)
    }

    @Test
    func `the alias follows the rules of the control plane`() throws {
        #expect(try answer("GET", "/mappings", fields: [("Origin", "http://evil")]).status == 403)
        #expect(try answer("GET", "/mappings", adminToken: "secret").status == 401)
        let fields = [("Authorization", "Bearer secret")]
        #expect(try answer("GET", "/mappings", fields: fields, adminToken: "secret").status == 200)
        for path in ["/__admin", "/__admin/", "/__admin/x"] {
            #expect(Control.owns(Array(path.utf8)[...]))
        }
        for path in ["/__administer", "/_", "/__", "/admin"] {
            #expect(!Control.owns(Array(path.utf8)[...]))
        }
    }
}
