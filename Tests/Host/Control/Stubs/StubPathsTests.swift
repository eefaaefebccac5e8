import MockPostlyFaults
import MockPostlyHTTP
import MockPostlyMatching
import MockPostlyTestKit
import Testing

@testable import MockPostlyControl
@testable import MockPostlyStubs

/// Expressions all of whose paths are the server's own.
private let own = [
    "/w/.*", "/f/slow/api/posts", "^/__admin/.+", #"\/__mockpostly/v1.*"#, "/(w|f)/.*",
    "/(?:w/a|__admin)/.*", "(?<a>/w/|/f/)x?", "/f/a|/w/b.*", "/[wf]/.+", "/w/+a", "/__admin",
    "/(w(/a|/b)|f/c)/x",
]
/// Expressions some of whose paths can be served.
private let mixed = [
    "/(w|api)/.*", "/w.*", "/(w|f)?/.*", "/w/?.*", ".*/f/.*", "/__admin.*", "/w/a|/api",
    "/[^wf]/.*", "/[w-z]/.*", "/(w/)*api", "/w{0,1}/a", "/(?i)w/a", "/we/.*", "/api/w/.*",
    "/(w|)/a", "/(?!w)./a",
]

/// `text` as a text of JSON.
private func quoted(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\"))\""
}

/// The paths that a stub can have, as orders and mappings write them.
@Suite
struct StubPathsTests {
    private let server: TestServer

    init() throws { server = try TestServer() }

    @Test(
        arguments: own.map { #"{"matches":\#(quoted($0))}"# } + [
            #""/w/a/api/posts""#, #""/f/*/api""#, #""/__mockpostly/**""#, #""/__admin""#,
            #"{"equals":"/f/x"}"#, #"{"equals":"/w/a/api/posts"}"#, #"{"equals":"/__admin"}"#,
        ]
    )
    func `a stub or fault whose paths are all the server's own is refused`(path: String) throws {
        let order = #"{"match":{"path":\#(path)},"response":{}}"#
        try Refusal(order, "Bad value", "one of the server itself", hint: "without the prefix")
            .hold(server, "POST", "/stubs")
        let rule = #"{"match":{"path":\#(path)},"fault":"reset"}"#
        try Refusal(rule, "Bad value", "one of the server itself").hold(server, "POST", "/faults")
        #expect(server.stubs.isEmpty && server.faults.isEmpty)
    }

    @Test(
        arguments: mixed.map { #"{"matches":\#(quoted($0))}"# } + [
            #""/{a}/b""#, #""/w*/a""#, #""/__admin*""#, #""**/f/*""#, #"{"contains":"/w/"}"#,
            #"{"equals":"/w"}"#, #"{"equals":"/__administer"}"#, #"{"present":true}"#,
        ]
    )
    func `a stub or fault that some paths can meet is taken`(path: String) throws {
        let order = #"{"match":{"path":\#(path)},"response":{}}"#
        let added = try server.answer("POST", "/stubs", body: order)
        #expect(added.status == 201, "\(added.text)")
        let rule = #"{"match":{"path":\#(path)},"fault":"reset"}"#
        #expect(try server.answer("POST", "/faults", body: rule).status == 201)
    }

    private func map(_ member: String, _ text: String) throws -> Response {
        let body = #"{"request":{"\#(member)":\#(quoted(text))}}"#
        return try server.answer(to: .asking("POST", "/__admin/mappings", body: body))
    }

    @Test(
        arguments: [
            ("url", "/w/a?b=1"), ("url", "/__admin?a"), ("url", "/%77/a"),
            ("urlPath", "/f%2Fslow/a"),
            ("urlPathTemplate", "/f/{name}/a"), ("urlPathTemplate", "/__admin/{a}"),
            ("urlPattern", #"/__admin\?.*"#), ("urlPattern", "/%77/.*"),
        ] + own.flatMap { [("urlPattern", $0), ("urlPathPattern", $0)] }
    )
    func `a mapping whose paths are all the server's own is refused`(
        member: String,
        text: String
    ) throws {
        let refused = try map(member, text)
        #expect(refused.status == 422 && refused.text.contains("/request/\(member)"))
        #expect(server.stubs.isEmpty)
    }

    @Test(
        arguments: [
            ("url", "/w"), ("url", "/api?a=/w/b"), ("urlPath", "/__administer"),
            ("urlPathTemplate", "/{w}/a"), ("urlPathTemplate", "/__admin{a}"),
            ("urlPattern", #"/api\?a=/w/.*"#),
        ] + mixed.flatMap { [("urlPattern", $0), ("urlPathPattern", $0)] }
    )
    func `a mapping that some paths can meet is taken`(member: String, text: String) throws {
        let added = try map(member, text)
        #expect(added.status == 201, "\(added.text)")
    }

    @Test(arguments: [
        (#"{"urlPath":"/files/a%20b"}"#, "/files/a%20b", true),
        (#"{"urlPath":"/files/a b"}"#, "/files/a%20b", false),
        (#"{"urlPath":"/files/a%2Fb"}"#, "/files/a%2Fb", true),
        (#"{"urlPath":"/files/a/b"}"#, "/files/a%2Fb", false),
        (#"{"urlPathPattern":"/files/a%20[a-z]"}"#, "/files/a%20b", true),
        (#"{"urlPathPattern":"/files/a b"}"#, "/files/a%20b", false),
        (#"{"urlPathPattern":"/files/[^/]+"}"#, "/files/a%2Fb", true),
        (#"{"urlPathPattern":"/files/a/b"}"#, "/files/a%2Fb", false),
        (#"{"urlPathTemplate":"/files/a%20b/{id}"}"#, "/files/a%20b/1", true),
        (#"{"urlPathTemplate":"/files/a b/{id}"}"#, "/files/a%20b/1", false),
        (#"{"urlPathTemplate":"/files/{name}"}"#, "/files/a%2Fb", true),
        (#"{"urlPathTemplate":"/files/{folder}/{name}"}"#, "/files/a%2Fb", false),
    ])
    func `a mapping sees the path as it was sent`(
        request: String,
        target: String,
        isTaken: Bool
    ) throws {
        let stub = try Stub(mapping: MappingNode(Array(#"{"request":\#(request)}"#.utf8)))
        let facts = RequestFacts(
            try Request.asking("GET", target),
            dialect: "postly",
            route: { nil },
            users: { [] }
        )
        #expect(stub.pattern.accepts(facts) == isTaken)
    }
}
