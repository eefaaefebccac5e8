import MockPostlyDialect
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyJournal
import MockPostlyTestKit
import Testing

@testable import MockPostlyControl

/// `"match": "GET /a"` in each call that takes requests.
@Suite struct RequestLinesTests {
    private let server: TestServer

    init() throws {
        server = try TestServer()
        for (method, path) in [("GET", "/a"), ("POST", "/a"), ("GET", "/b")] {
            let request = try Request.asking(method, path)
            let answer = Response(status: 200)
            server.record(RecordedExchange(request, answer, route: .none, asker: nil))
        }
    }

    @Test(arguments: [
        (#""GET /*""#, 2), (#""/a""#, 2), (#""POST""#, 1), (#""DELETE /a""#, 0),
        (#"{"path":"/b"}"#, 1),
    ])
    func `a text says which requests are looked for`(match: String, count: Int) throws {
        let found = try server.answer("POST", "/requests/find", body: #"{"match":\#(match)}"#)
        #expect(try JSON(parsing: found.body).root["requests"]?.elements.count == count)
        let order = #"{"match":\#(match),"count":\#(count)}"#
        #expect(try server.answer("POST", "/requests/verify", body: order).status == 200)
    }

    @Test func `the patterns of an order may be texts, and what is awaited`() throws {
        let order = #"{"order":["GET /a",{"method":"POST"},"/b"]}"#
        #expect(try server.answer("POST", "/requests/verify", body: order).status == 200)
        let none = try server.answer("POST", "/requests/verify", body: #"{"order":[]}"#)
        #expect(none.status == 400 && none.text.contains("'GET /api/posts/*', or of objects"))
        let wait = #"{"match":"/b"}"#
        #expect(try server.answer("POST", "/requests/wait", body: wait).status == 200)
    }

    @Test func `faults and stubs show a text as the object that it means`() throws {
        let wanted = #"{"method":"GET","path":"/a"}"#
        let orders = [
            ("/faults", #"{"match":"GET /a","fault":"reset"}"#),
            ("/stubs", #"{"match":"GET /a","response":{}}"#),
        ]
        for (path, order) in orders {
            let added = try server.answer("POST", path, body: order)
            let match = try #require(try JSON(parsing: added.body).root["match"])
            #expect(String(decoding: match.rawText, as: UTF8.self) == wanted, "\(path)")
        }
    }

    @Test(arguments: [
        ("/faults", #"{"fault":"reset","match":"get /a"}"#, "'match'"),
        ("/stubs", #"{"response":{},"match":"/a?b=1"}"#, "'match.path'"),
        ("/requests/find", #"{"match":"/a b"}"#, "'match'"),
        ("/requests/verify", #"{"order":["/a","b"]}"#, "'order[1]'"),
        ("/requests/wait", #"{"match":5}"#, "'match'"),
        ("/messages/verify", #"{"match":"GET /a"}"#, "'match'"),
        ("/faults", #"{"fault":"socket-drop","match":"GET /a"}"#, "'match'"),
    ])
    func `another text is refused with its place`(path: String, body: String, place: String) throws
    {
        let answer = try server.answer("POST", path, body: body)
        let detail = try JSON(parsing: answer.body).root["detail"]?.string ?? ""
        #expect(answer.status == 400 && detail.contains(place), "\(answer.text)")
    }
}
