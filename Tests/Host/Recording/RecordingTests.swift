import MockPostlyJSON
import MockPostlyRecording
import Testing

@Suite("Recordings")
struct RecordingTests {
    // MARK: Archives of several tools

    @Test("an archive that was cut off gives what comes before, and it is said")
    func cut() throws {
        var archive = Archive()
        for number in 1...3 { archive.add("GET", "/page/of/\(number)x", 200, "{}") }
        let bytes = archive.bytes
        for end in [bytes.count - 3, bytes.count - 90] {
            let recording = try Recording(archive: Array(bytes[..<end]))
            #expect(recording.notes.contains { $0.hasPrefix("The file ends before") })
            #expect(recording.count == (end == bytes.count - 3 ? 3 : 2))
        }
    }

    @Test(
        "what is no archive is refused",
        arguments: [
            "", "x", "{}", "[]", #"{"log":{}}"#, #"{"log":{"entries":{}}}"#, #"{"a":"entries"}"#,
        ]
    )
    func noArchive(text: String) {
        #expect(throws: Recording.Fault.noArchive) { try Recording(archive: Array(text.utf8)) }
    }

    @Test("an archive without an answer that can be used says why")
    func nothing() {
        var archive = Archive()
        archive.add(raw: #"{"request":{"method":"GET","url":"https://a.example/"}}"#)
        archive.add(raw: #"{"request":7}"#)
        let words = "1 entry cannot be read. 1 request has no answer."
        let bytes = archive.bytes
        #expect(throws: Recording.Fault.nothing(words)) { try Recording(archive: bytes) }
    }

    @Test("bodies in base64, listed fields, pseudo headers, comments and missing members are read")
    func tools() throws {
        var archive = Archive()
        archive.add(
            raw: """
                {"comment":"x","request":{"method":"get","url":"https://api.example.net/a","comment":"",
                "headers":[{"name":":authority","value":"api.example.net"}]},
                "response":{"status":200,"headers":[{"name":"content-type","value":"application/json"}],
                "content":{"mimeType":"application/json","text":"eyJhIjox\\nfQ==","encoding":"base64"}}}
                """
        )
        archive.add(
            raw: """
                {"request":{"method":"POST","url":"https://api.example.net/b","postData":{"mimeType":
                "application/x-www-form-urlencoded","params":[{"name":"q","value":"a b"},{"name":"f",
                "fileName":"x.png","contentType":"image/png"}]}},"response":{"status":201,"content":{}}}
                """
        )
        for (address, answer) in [
            ("wss://api.example.net/s", #"{"status":101}"#),
            ("https://api.example.net/c", #"{"status":0}"#),
            ("https://api.example.net/d", #"{"status":200,"content":{"size":9}}"#),
        ] {
            let request = #"{"method":"GET","url":"\#(address)"}"#
            archive.add(raw: #"{"request":\#(request),"response":\#(answer)}"#)
        }
        archive.add(raw: #"{"request":{"method":"GET""url":1}}"#)
        let recording = try Recording(archive: archive.bytes)
        #expect(recording.count == 2)
        #expect(try recording.stub("GET /a")["response"]?["jsonBody"]?["a"]?.int == 1)
        #expect(try recording.stub("POST /b")["response"]?["status"]?.int == 201)
        #expect(
            recording.notes == [
                "1 entry cannot be read.", "1 request has no answer.",
                "1 answer has no body.",
                "1 entry is a socket, a preflight or a tunnel.",
            ]
        )
    }

    @Test("the host with the most JSON is taken, or those that are named")
    func hosts() throws {
        var archive = Archive()
        archive.add("GET", "/a", 200, "{}")
        archive.add("GET", "/b", 200, "{}")
        archive.host = "https://cdn.example.net:8443"
        for number in 0..<5 { archive.add("GET", "/f\(number)", 200, "x", type: "text/css") }
        let usual = try Recording(archive: archive.bytes)
        #expect(usual.hosts == ["api.example.net"])
        let note = "5 of other hosts left out: cdn.example.net:8443; --host takes them."
        #expect(usual.notes == [note])
        let both = try Recording(
            archive: archive.bytes,
            .init(of: ["api.example.net", "cdn.example.net"])
        )
        #expect(both.count == 7)
    }

    // MARK: Stubs

    @Test("an answer that has no state is a mapping without fields of the connection")
    func stub() throws {
        var archive = Archive()
        archive.add(
            "GET",
            "/old?b=2&a=1",
            302,
            "",
            fields: [
                ("Location", "https://api.example.net/new"), ("Date", "x"), ("ETag", "y"),
                ("set-cookie", "a=1234; Path=/\nb=5678; Path=/"), ("X-Rate-Limit", "9"),
            ]
        )
        let stub = try Recording(archive: archive.bytes).stub("GET /old")
        let query = stub["request"]?["queryParameters"]
        #expect(query?.members.map(\.name) == ["a", "b"])
        let fields = try #require(stub["response"]?["headers"])
        #expect(fields.members.map(\.name) == ["Location", "set-cookie", "X-Rate-Limit"])
        #expect(fields["Location"]?.string == "/new")
        #expect(fields["set-cookie"]?.count == 2)
    }

    @Test("of several answers to one request the first success is taken")
    func firstSuccess() throws {
        var archive = Archive()
        archive.add("GET", "/a", 500, #"{"n":1}"#)
        archive.add("GET", "/a", 200, #"{"n":2}"#)
        archive.add("GET", "/a", 200, #"{"n":3}"#)
        let recording = try Recording(archive: archive.bytes)
        #expect(recording.files.count == 1)
        #expect(try recording.stub("GET /a")["response"]?["jsonBody"]?["n"]?.int == 2)
    }

    @Test("the same archive gives the same files")
    func repeats() throws {
        var archive = Archive()
        let body = #"[{"id":1,"name":"Ottilie Quatermain","token":"abcdefgh1"}]"#
        archive.add("GET", "/users", 200, body)
        let texts = try (0..<2).map { _ in try Recording(archive: archive.bytes).text }
        #expect(texts[0] == texts[1])
    }

    // MARK: Collections

    private static func shop() -> Archive {
        var archive = Archive()
        let chair = #"{"id":11,"name":"Chair","price":12.50}"#
        let stool = #"{"item":{"id":11,"name":"Stool","price":12.50,"stock":4}}"#
        let lamp = #"{"item":{"id":13,"name":"Lamp","price":5,"stock":0}}"#
        func reviews(_ row: String) -> String { #"{"data":[\#(row)],"total":1}"# }
        archive.add("GET", "/v2/products?page=1", 200, reviews(chair))
        archive.add(
            "GET",
            "/v2/products/11",
            200,
            #"{"item":{"id":11,"name":"Chair","price":12.50,"stock":4}}"#
        )
        archive.add("GET", "/v2/products/11/reviews", 200, reviews(#"{"id":1,"text":"Good"}"#))
        archive.add("GET", "/v2/products/12/reviews", 200, reviews(#"{"id":2,"text":"Bad"}"#))
        archive.add(
            "POST",
            "/v2/products",
            201,
            lamp,
            sent: #"{"item":{"name":"Lamp","price":5}}"#
        )
        archive.add(
            "GET",
            "/v2/products",
            200,
            #"{"data":[{"id":13,"name":"Lamp","price":5},\#(chair)],"total":2}"#
        )
        archive.add("PATCH", "/v2/products/11", 200, stool, sent: "{}")
        archive.add("GET", "/v2/products/11", 200, stool)
        archive.add("GET", "/v2/products/99", 404, #"{"error":"gone"}"#)
        archive.add("GET", "/v2/health", 200, #"{"up":true}"#)
        return archive
    }

    @Test("lists and rows become collections as they were before the first write")
    func collections() throws {
        let recording = try Recording(archive: Self.shop().bytes)
        let overlay = try #require(recording.text("openapi.mock.yaml"))
        #expect(
            overlay.split(separator: "\n").dropFirst(2).joined(separator: "\n") == """
                rows: 0
                errors:
                  not-found: {"error":"gone"}
                collections:
                  "/v2/products":
                    id: "id"
                    array: "data"
                    wrapper: "item"
                    rows:
                      - {"id":11,"name":"Chair","price":12.50,"stock":4}
                  "/v2/products/{productId}/reviews":
                    id: "id"
                    array: "data"
                    rows:
                      - {"$at":"11","id":1,"text":"Good"}
                      - {"$at":"12","id":2,"text":"Bad"}
                """
        )
        let text = try #require(recording.text("openapi.json"))
        let paths = try #require(try JSON(parsing: Array(text.utf8)).root["paths"])
        #expect(
            paths.members.map(\.name) == [
                "/v2/products", "/v2/products/{productId}", "/v2/products/{productId}/reviews",
                "/v2/products/{productId}/reviews/{reviewId}",
            ]
        )
        #expect(recording.files.map(\.path).last == "stubs/mappings/get-v2-health.json")
        #expect(
            recording.serving("m") == [
                "mockpostly", "serve", "m/openapi.json", "--stubs", "m/stubs",
            ]
        )
    }

    @Test("a text that YAML would not take is escaped in the overlay")
    func yaml() throws {
        var archive = Archive()
        let body = "[{\"id\":1,\"text\":\"a\u{2028}b\u{85}c\u{7F}😀\\u0000: #\"}]"
        archive.add("GET", "/notes", 200, body)
        let overlay = try #require(try Recording(archive: archive.bytes).text("openapi.mock.yaml"))
        #expect(overlay.contains(#"{"id":1,"text":"a\u2028b\u0085c\u007f😀\u0000: #"}"#))
    }
}
