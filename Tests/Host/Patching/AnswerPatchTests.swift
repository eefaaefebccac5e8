import MockPostlyCompression
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyTestKit
import Testing

@testable import MockPostlyPatching

@Suite
struct AnswerPatchTests {
    private func patch(
        _ text: String? = #"{"$.a":2}"#,
        status: Int? = nil,
        fields: [AnswerPatch.FieldChange] = []
    ) throws -> AnswerPatch {
        var patch = AnswerPatch()
        patch.document = try text.map {
            try DocumentPatch(try JSON(parsing: Array($0.utf8)).root, removing: [])
        }
        (patch.status, patch.fields) = (status, fields)
        return patch
    }

    private func answer(_ body: String = #"{"a":1}"#, _ fields: [Response.Field] = []) -> Response {
        var response = Response(contentType: "application/json", text: body)
        response.fields += fields
        response.isRepeatable = true
        return response
    }

    private func text(_ response: Response) -> String {
        String(decoding: response.body, as: UTF8.self)
    }

    @Test
    func `the body, the status and the fields are changed, and the answer says so`() throws {
        let fields = [
            AnswerPatch.FieldChange("x-a", ["1", "2"]), AnswerPatch.FieldChange("X-B", []),
        ]
        let real = answer(#"{"a":1}"#, [.init("X-A", "0"), .init("X-B", "0")])
        let changed = try patch(status: 203, fields: fields)
            .applied(to: real, asked: .asking("GET", "/"))
        #expect(text(changed) == #"{"a":2}"#)
        #expect(changed.status == 203)
        #expect(!changed.isRepeatable)
        #expect(
            changed.fields.map { "\($0.name): \($0.value)" } == [
                "Content-Type: application/json", "X-Mockpostly-Patch: 1 value", "x-a: 1", "x-a: 2",
            ]
        )
    }

    @Test(arguments: ContentCoding.allCases)
    func `a compressed body stays compressed`(coding: ContentCoding) throws {
        var response = answer("", [.init("Content-Encoding", coding.name)])
        response.body = compress(Array(#"{"a":1}"#.utf8), coding)
        let changed = try patch().applied(to: response, asked: .asking("GET", "/"))
        #expect(changed["Content-Encoding"] == coding.name)
        let plain = try decompress(changed.body, coding, limit: 100)
        #expect(String(decoding: plain, as: UTF8.self) == #"{"a":2}"#)
    }

    @Test
    func `the ETag is that of the changed body, and a client that has it gets a 304`() throws {
        let real = answer(
            #"{"a":1}"#,
            [.init("ETag", #"W/"7-real""#), .init("Last-Modified", "yesterday")]
        )
        let changed = try patch().applied(to: real, asked: .asking("GET", "/"))
        let tag = try #require(changed["ETag"])
        #expect(tag != #"W/"7-real""#)
        #expect(changed["Last-Modified"] == nil)
        for (known, status) in [(tag, 304), (#"W/"7-real""#, 200), ("\"x\", \(tag)", 304)] {
            let again = try patch().applied(
                to: real,
                asked: .asking("GET", "/", [("If-None-Match", known)])
            )
            #expect(again.status == status)
            #expect(again.body.isEmpty == (status == 304))
            #expect((again["Content-Type"] == nil) == (status == 304))
        }
    }

    @Test
    func `the real answer is asked for without conditions`() throws {
        let request = try Request.asking(
            "GET",
            "/a?b=1",
            [
                ("If-None-Match", "\"x\""), ("If-Modified-Since", "y"), ("Range", "bytes=0-"),
                ("Accept", "z"),
            ]
        )
        let asked = try patch().asked(request)
        #expect(!asked.hasIfNoneMatch)
        for name in ["if-none-match", "if-modified-since", "range"] as [StaticString] {
            #expect(asked.firstHeader(name) == nil)
        }
        #expect(asked.firstHeader("accept") == "z")
        #expect(asked.target.elementsEqual(request.target))
        #expect(request.ifNoneMatch == "\"x\"")
        #expect(try !patch(nil, status: 500).asked(request).hasIfNoneMatch)
    }

    @Test(arguments: [
        ("", "nothing: the answer has no body"),
        ("<p>", "nothing: the answer has no JSON"),
        (#"{"b":1}"#, "0 values; nothing at $.a.b"),
    ])
    func `an answer that a patch does not fit stays as it is, and says so`(
        body: String,
        words: String
    ) throws {
        let changed = try patch(#"{"$.a.b":2}"#).applied(
            to: answer(body, [.init("ETag", "\"e\"")]),
            asked: .asking("GET", "/")
        )
        #expect(text(changed) == body)
        #expect(changed["ETag"] == "\"e\"")
        #expect(changed[AnswerPatch.field] == words)
    }

    @Test
    func `a page of another origin can read what was changed`() throws {
        let request = try Request.asking("GET", "/", [("Origin", "http://app.example")])
        let changed = try patch().applied(to: answer(), asked: request)
        #expect(changed["Access-Control-Expose-Headers"] == AnswerPatch.field)
    }

    @Test
    func `a body that is laid out for people stays so`() throws {
        let changed = try patch().applied(
            to: answer("{\n    \"b\": [],\n    \"a\": 1\n}"),
            asked: .asking("GET", "/")
        )
        #expect(text(changed) == "{\n  \"b\": [],\n  \"a\": 2\n}")
    }
}
