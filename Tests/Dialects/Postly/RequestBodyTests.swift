import MockPostlyHTTP
import MockPostlyTestKit
import Testing

@testable import PostlyDialect

@Suite
struct RequestBodyTests {
    private func body(
        _ text: String,
        _ type: String? = "application/json",
        failingWith status: Int = 400
    ) throws -> RequestBody {
        let fields = type.map { [("Content-Type", $0)] } ?? []
        return try RequestBody(.asking("POST", "/", fields, body: text), failingWith: status)
    }

    private static let unsupported = """
        415 Unsupported Media Type: Did not attempt to load JSON data because the request \
        Content-Type was not 'application/json'.
        """
    private static let malformed = """
        400 Bad Request: The browser (or proxy) sent a request that this server could not understand.
        """

    @Test(arguments: [
        "application/json", "Application/JSON", "application/json; charset=utf-8",
        "application/json;", "application/json ; x", "application/problem+json",
        "application/+json", "APPLICATION/X+JSON;a=b", "application/json;charset=latin-1",
    ])
    func `a media type that is JSON`(type: String) throws {
        #expect(try body("{}", type)["a"] == nil)
    }

    @Test(arguments: [
        nil, "", "text/json", "application/jsonx", "application/x-json", "text/plain",
        "application/json,text/plain", "text/plain; application/json", "application/json+x",
        "multipart/form-data; boundary=x", "+json", "application",
    ])
    func `any other media type, with a body or without`(type: String?) {
        for text in ["{}", ""] {
            #expect(refusal { try body(text, type) } == Failure(400, Self.unsupported))
            let onLogin = refusal { try body(text, type, failingWith: 401) }
            #expect(onLogin == Failure(401, Self.unsupported))
        }
    }

    @Test(arguments: [
        "", " ", "{", "{'a':1}", "[1,]", "01", ".5", "+1", "{\"a\":\"\\x\"}", "{} x", "\u{FEFF}",
        "\u{B}{}", "{\"a\":\"\n\"}", "{\"a\":\"\u{0}\"}", "// x\n{}", "nul", "{\"a\" 1}",
    ])
    func `malformed JSON`(text: String) {
        #expect(refusal { try body(text) } == Failure(400, Self.malformed))
        #expect(refusal { try body(text, failingWith: 401) } == Failure(401, Self.malformed))
    }

    @Test
    func `a byte order mark and blanks around are skipped`() throws {
        #expect(try body("\u{FEFF}{\"a\":\"b\"}").text("a") == "b")
        #expect(try body(" \t\r\n{\"a\":\"b\"}\n").text("a") == "b")
    }

    @Test(arguments: [
        ("null", "NoneType"), ("[]", "list"), ("\"\"", "str"), ("5", "int"), ("-0", "int"),
        ("5.0", "float"), ("1e2", "float"), ("true", "bool"), ("false", "bool"),
        ("123456789012345678901234567890", "int"),
    ])
    func `a value that is no object`(text: String, type: String) {
        let words = "'\(type)' object has no attribute 'get'"
        #expect(refusal { try body(text) } == Failure(400, words))
    }

    @Test(arguments: [
        "null", "\"\"", "0", "-0", "0.0", "0e5", "1e-999", "false", "[]", "{}",
    ])
    func `what Python takes for false`(value: String) throws {
        #expect(try body("{\"a\":\(value)}").isFalsy("a"))
        #expect(try body("{\"a\":1,\"a\":\(value)}").isFalsy("a"))
    }

    @Test(arguments: [
        "\" \"", "\"0\"", "1", "-1", "0.1", "1e999", "true", "[0]", "{\"a\":null}", "\"\\u0000\"",
    ])
    func `what Python takes for true`(value: String) throws {
        #expect(try !body("{\"a\":\(value)}").isFalsy("a"))
    }

    @Test
    func `an absent member is false, and has no text`() throws {
        let body = try body("{\"A\":\"x\",\"n\":null,\"i\":5,\"s\":\"caf\\u00e9\",\"e\\u0301\":1}")
        #expect(body.isFalsy("a"))
        #expect(try body.text("a") == nil)
        #expect(try body.text("n", allowsNull: true) == nil)
        #expect(refusal { try body.text("n") }?.status == 400)
        #expect(refusal { try body.text("i") }?.status == 400)
        #expect(try body.text("s") == "café")
        // Names are told apart by their bytes.
        #expect(body["é"] == nil)
        #expect(body["e\u{301}"] != nil)
    }
}
