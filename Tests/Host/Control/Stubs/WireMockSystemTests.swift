import MockPostlyFaults
import MockPostlyHTTP
import MockPostlyMatching
import MockPostlyTestKit
import Testing

@testable import MockPostlyControl
@testable import MockPostlyStubs

/// What WireMock's clients ask of the server as a whole.
@Suite
struct WireMockSystemTests {
    private let server: TestServer

    init() throws { server = try TestServer() }

    private func answer(_ method: String, _ path: String, _ body: String = "") throws -> Response {
        try server.answer(to: .asking(method, "/__admin" + path, body: body))
    }

    @Test
    func `settings, health and unknown paths are answered`() throws {
        #expect(try answer("GET", "/settings").text == "{\"settings\":{}}\n")
        #expect(try answer("POST", "/settings", #"{"fixedDelay":0}"#).status == 200)
        #expect(try answer("POST", "/settings", #"{"fixedDelay":"soon"}"#).status == 422)
        #expect(try answer("POST", "/settings", #"{"proxyPassThrough":false}"#).status == 422)
        #expect(try answer("POST", "/settings", #"{"extended":{"a":1}}"#).status == 422)
        #expect(try answer("GET", "/health").text.contains(#""status":"healthy""#))
        #expect(try answer("GET", "/version").text.hasPrefix(#"{"version":""#))
        #expect(try answer("GET", "/nope").status == 404)
        let refused = try answer("PATCH", "/mappings")
        #expect(refused.status == 405 && refused["Allow"]?.contains("POST") == true)
    }

    @Test
    func `the delay of the settings is that of mappings that have none`() throws {
        let settings =
            #"{"fixedDelay":500,"delayDistribution":{"type":"uniform","lower":1,"upper":2},"#
            + #""extended":{},"proxyPassThrough":true}"#
        #expect(try answer("POST", "/settings", settings).status == 200)
        #expect(try answer("GET", "/settings").text == "{\"settings\":\(settings)}\n")
        func delay(_ mapping: String) throws -> StubResponse {
            server.stubs.removeAll()
            try server.stubs.add(Stub(mapping: MappingNode(Array(mapping.utf8))))
            let request = try Request.asking("GET", "/a")
            let facts = RequestFacts(request, dialect: "", route: { nil }, users: { [] })
            return try #require(server.stubs.take(for: facts)).response
        }
        let spread = FaultDelay.Time.uniform(.milliseconds(1), .milliseconds(2))
        let plain = try delay("{}")
        #expect(plain.delay == .milliseconds(500) && plain.spread == spread)
        let own = try delay(#"{"response":{"fixedDelayMilliseconds":0}}"#)
        #expect(own.delay == .zero && own.spread == spread)
        let fixed = #"{"response":{"delayDistribution":{"type":"fixed","milliseconds":3}}}"#
        #expect(try delay(fixed).spread == .fixed(.milliseconds(3)))
        #expect(try answer("POST", "/mappings/reset").status == 200)
        #expect(try delay("{}").delay == .milliseconds(500))
        #expect(try answer("POST", "/settings", "{}").status == 200)
        let none = try delay("{}")
        #expect(none.delay == .zero && none.spread == nil)
    }
}
