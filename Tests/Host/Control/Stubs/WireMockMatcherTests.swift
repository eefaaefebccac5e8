import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyMatching
import MockPostlyRegex
import MockPostlyStubs
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import MockPostlyControl

/// Each matcher of WireMock, met and not met.
@Suite
struct WireMockMatcherTests {
    private static let now = Instant(rfc3339: "2026-03-10T12:00:00Z") ?? Instant(seconds: 0)

    private func takes(
        _ pattern: String,
        _ target: String = "/a/b?x=1&x=2&y=Two",
        _ fields: [(String, String)] = [],
        body: String = ""
    ) throws -> Bool {
        let pattern = try RequestPattern(mapping: MappingNode(Array(pattern.utf8)))
        let request = try Request.asking("POST", target, fields, body: body, host: "shop.test:8080")
        let facts = RequestFacts(
            request,
            dialect: "",
            route: { nil },
            users: { [] },
            now: { Self.now }
        )
        return pattern.accepts(facts)
    }

    private static let form = [
        "--b", #"Content-Disposition: form-data; name="info""#,
        "Content-Type: application/json; charset=utf-8", "", #"{"a":1,"b":2}"#,
        "--b", #"Content-Disposition: form-data; name="file"; filename="a.txt""#, "X-Tag: one",
        "", "plain text", "--b--", "",
    ].joined(separator: "\r\n")

    @Test(arguments: [
        (#"[{"headers":{"Content-Disposition":{"contains":"name=\"info\""}}}]"#, true),
        (#"[{"headers":{"content-disposition":{"contains":"name=\"none\""}}}]"#, false),
        (#"[{"bodyPatterns":[{"equalToJson":"{\"a\":1}","ignoreExtraElements":true}]}]"#, true),
        (#"[{"bodyPatterns":[{"equalToJson":{"a":1}}]}]"#, false),
        (#"[{"headers":{"X-Tag":{"absent":true}},"bodyPatterns":[{"contains":"plain"}]}]"#, false),
        (#"[{"headers":{"X-Tag":{"equalTo":"one"}},"bodyPatterns":[{"contains":"plain"}]}]"#, true),
        (#"[{"bodyPatterns":[{"binaryEqualTo":"cGxhaW4gdGV4dA=="}]}]"#, true),
        (#"[{"bodyPatterns":[{"contains":"a"}]},{"bodyPatterns":[{"contains":"z"}]}]"#, false),
        (#"[{"matchingType":"ALL","headers":{"Content-Type":{"absent":true}}}]"#, false),
        (#"[{"matchingType":"ALL","bodyPatterns":[{"matches":".*a.*"}]}]"#, true),
        (#"[{"matchingType":"ANY","name":"only a note"}]"#, true), ("[]", true),
    ])
    func `parts of a form`(patterns: String, isTaken: Bool) throws {
        let pattern = #"{"multipartPatterns":\#(patterns)}"#
        let fields = [("Content-Type", "multipart/form-data; boundary=b")]
        #expect(try takes(pattern, fields, body: Self.form) == isTaken)
        // A request that is no form has no parts.
        #expect(try takes(pattern, body: Self.form) == (patterns == "[]"))
    }

    private func takes(
        _ pattern: String,
        _ fields: [(String, String)],
        body: String
    ) throws -> Bool {
        try takes(pattern, "/a", fields, body: body)
    }

    @Test(arguments: [
        (#"{"queryParameters":{"x":{"hasExactly":[{"equalTo":"2"},{"equalTo":"1"}]}}}"#, true),
        (#"{"queryParameters":{"x":{"hasExactly":[{"equalTo":"1"}]}}}"#, false),
        (#"{"queryParameters":{"x":{"hasExactly":[{"equalTo":"1"},{"equalTo":"3"}]}}}"#, false),
        (#"{"queryParameters":{"x":{"includes":[{"equalTo":"2"}]}}}"#, true),
        (#"{"queryParameters":{"x":{"includes":[{"equalTo":"2"},{"equalTo":"3"}]}}}"#, false),
        (#"{"headers":{"X-Tag":{"includes":[{"contains":"a"},{"contains":"b"}]}}}"#, true),
        (#"{"headers":{"X-Tag":{"hasExactly":[{"contains":"a"}]}}}"#, false),
        (#"{"cookies":{"session":{"equalTo":"abc"}}}"#, true),
        (#"{"cookies":{"session":{"equalTo":"abd"}}}"#, false),
        (#"{"cookies":{"Session":{"equalTo":"abc"}}}"#, false),
        (#"{"cookies":{"theme":{"matches":"d.*"}}}"#, true),
        (#"{"cookies":{"other":{"absent":true}}}"#, true),
        (#"{"cookies":{"theme":{"absent":true}}}"#, false),
        (#"{"host":{"equalTo":"shop.test"}}"#, true), (#"{"host":{"equalTo":"a.test"}}"#, false),
        (#"{"port":8080}"#, true), (#"{"port":"8080"}"#, true), (#"{"port":80}"#, false),
        (#"{"scheme":"http"}"#, true), (#"{"scheme":"https"}"#, false),
        (#"{"urlPathTemplate":"/a/{id}","pathParameters":{"id":{"equalTo":"b"}}}"#, true),
        (#"{"urlPathTemplate":"/a/{id}","pathParameters":{"id":{"equalTo":"c"}}}"#, false),
        (#"{"headers":{"X-Tag":{"and":[{"contains":"a"},{"matches":"..."}]}}}"#, true),
        (#"{"headers":{"X-Tag":{"and":[{"contains":"a"},{"contains":"z"}]}}}"#, false),
        (#"{"headers":{"X-Tag":{"or":[{"equalTo":"z"},{"equalTo":"b-2"}]}}}"#, true),
        (#"{"headers":{"X-Tag":{"or":[{"equalTo":"z"},{"equalTo":"y"}]}}}"#, false),
        (#"{"headers":{"X-No":{"or":[{"equalTo":"z"},{"absent":true}]}}}"#, true),
        (#"{"headers":{"X-One":{"not":{"equalTo":"1"}}}}"#, false),
        (#"{"headers":{"X-One":{"not":{"contains":"2"}}}}"#, true),
        (#"{"headers":{"X-One":{"not":{"not":{"equalTo":"1"}}}}}"#, true),
        (#"{"headers":{"X-JSON":{"equalToJson":{"a":1}}}}"#, true),
        (#"{"headers":{"X-JSON":{"matchesJsonPath":"$.b"}}}"#, false),
        (#"{"headers":{"X-Date":{"before":"2026-03-11T00:00:00Z"}}}"#, true),
        (#"{"headers":{"X-Date":{"before":"2026-03-09T00:00:00Z"}}}"#, false),
        (#"{"headers":{"X-Date":{"after":"2026-03-09"}}}"#, true),
        (#"{"headers":{"X-Date":{"after":"now"}}}"#, false),
        (#"{"headers":{"X-Date":{"after":"now -3 days"}}}"#, true),
        (#"{"headers":{"X-Date":{"before":"now +1 hours"}}}"#, true),
        (#"{"headers":{"X-Date":{"before":"now -1 months"}}}"#, false),
        (
            #"{"headers":{"X-Date":{"before":"now","expectedOffset":-1,"expectedOffsetUnit":"years"}}}"#,
            false
        ),
        (#"{"headers":{"X-Date":{"equalToDateTime":"2026-03-10T13:00:00+02:00"}}}"#, true),
        (
            #"{"headers":{"X-Unix":{"equalToDateTime":"2026-03-10T11:00:00Z","actualFormat":"unix"}}}"#,
            true
        ),
        (#"{"headers":{"X-HTTP":{"equalToDateTime":"2026-03-10T11:00:00Z"}}}"#, true),
        (#"{"headers":{"X-One":{"before":"now"}}}"#, false),
        (#"{"headers":{"X-Date":{"not":{"after":"now -3 days"}}}}"#, false),
    ])
    func `a request is compared by each matcher as WireMock compares it`(
        pattern: String,
        isTaken: Bool
    ) throws {
        let fields = [
            ("Cookie", "session=abc; theme=dark"), ("X-Tag", "a-1"),
            ("X-Tag", "b-2"), ("X-One", "1"), ("X-JSON", #"{"a": 1}"#),
            ("X-Date", "2026-03-10T11:00:00Z"), ("X-Unix", "1773140400"),
            ("X-HTTP", "Tue, 10 Mar 2026 11:00:00 GMT"),
        ]
        #expect(try takes(pattern, "/a/b?x=1&x=2&y=Two", fields) == isTaken)
    }

    @Test(arguments: [
        (#"{"name":{"equalTo":"Ada L"}}"#, true), (#"{"name":{"equalTo":"Ada"}}"#, false),
        (#"{"tag":{"hasExactly":[{"equalTo":"a"},{"equalTo":"b"}]}}"#, true),
        (#"{"tag":{"includes":[{"equalTo":"c"}]}}"#, false), (#"{"none":{"absent":true}}"#, true),
    ])
    func `the fields of a form are compared after decoding`(form: String, isTaken: Bool) throws {
        let type = [("Content-Type", "application/x-www-form-urlencoded")]
        let body = "name=Ada+L&tag=a&tag=b"
        #expect(try takes(#"{"formParameters":\#(form)}"#, "/", type, body: body) == isTaken)
        #expect(try !takes(#"{"formParameters":{"name":{"equalTo":"Ada L"}}}"#, "/", body: body))
    }

    @Test(arguments: [
        (#""equalToJson":{"l":[3,1,2]},"ignoreArrayOrder":true,"ignoreExtraElements":true"#, true),
        (#""equalToJson":{"l":[3,1,2]},"ignoreExtraElements":true"#, false),
        (#""equalToJson":{"l":[3,1]},"ignoreArrayOrder":true,"ignoreExtraElements":true"#, true),
        (#""equalToJson":{"l":[3,3]},"ignoreArrayOrder":true,"ignoreExtraElements":true"#, false),
        // Further elements of a list count as further members do.
        (#""equalToJson":{"l":[1,2]},"ignoreExtraElements":true"#, true),
        (#""equalToJson":{"l":[2,3]},"ignoreExtraElements":true"#, false),
        (#""equalToJson":{"n":"${json-unit.any-number}"},"ignoreExtraElements":true"#, true),
        (#""equalToJson":{"n":"${json-unit.any-string}"},"ignoreExtraElements":true"#, false),
        (##""equalToJson":{"s":"#{json-unit.any-string}"},"ignoreExtraElements":true"##, true),
        (#""equalToJson":{"b":"${json-unit.any-boolean}"},"ignoreExtraElements":true"#, true),
        (#""equalToJson":{"l":"${json-unit.ignore}"},"ignoreExtraElements":true"#, true),
        (#""equalToJson":{"x":"${json-unit.ignore}"},"ignoreExtraElements":true"#, false),
        (#""equalToJson":{"x":"${json-unit.ignore-element}"},"ignoreExtraElements":true"#, true),
        (#""equalToJson":{"s":"${json-unit.regex}[a-c]+"},"ignoreExtraElements":true"#, true),
        (#""equalToJson":{"s":"${json-unit.regex}[a-b]+"},"ignoreExtraElements":true"#, false),
        (#""matchesJsonPath":"$..id""#, true), (#""matchesJsonPath":"$..no""#, false),
        (#""matchesJsonPath":"$.o[*].id""#, true), (#""matchesJsonPath":"$.o[*].no""#, false),
        (#""matchesJsonPath":"$.o[?(@.id == 2)]""#, true),
        (#""matchesJsonPath":"$.o[?(@.id > 2)]""#, false),
        (#""matchesJsonPath":"$.o[?(@.id >= 1 && @.t =~ /A.*/i)]""#, true),
        (#""matchesJsonPath":"$.o[?(@.id == 9 || @.t == 'beta')]""#, true),
        (#""matchesJsonPath":"$.o[?(!@.t)]""#, false), (#""matchesJsonPath":"$.o[?(@.t)]""#, true),
        (#""matchesJsonPath":"$[?(@.s == 'abc')]""#, true),
        (#""matchesJsonPath":"$.o[?(@.t in ['beta', 'x'])]""#, true),
        (#""matchesJsonPath":"$.o[?(@.t nin ['beta', 'alpha'])]""#, false),
        (#""matchesJsonPath":"$.o[?(@.id == $.n)]""#, true),
        (#""matchesJsonPath":"$.l[0:2]""#, true), (#""matchesJsonPath":"$.l[3:]""#, false),
        (#""matchesJsonPath":"$.l[-1]""#, true), (#""matchesJsonPath":"$['s','n']""#, true),
        (#""matchesJsonPath":{"expression":"$.l.length()","equalTo":"3"}"#, true),
        (#""matchesJsonPath":{"expression":"$.l.length()","equalTo":"2"}"#, false),
        (#""matchesJsonPath":{"expression":"$..id","equalTo":"2"}"#, true),
        (#""matchesJsonPath":{"expression":"$.o[*].t","contains":"lph"}"#, true),
        (#""matchesJsonPath":{"expression":"$.o[?(@.id == 1)].t","equalTo":"beta"}"#, false),
        (#""matchesJsonPath":{"expression":"$.o[0]","equalToJson":{"id":1,"t":"alpha"}}"#, true),
        (#""matchesJsonPath":{"expression":"$.l","equalToJson":[1,2,3]}"#, true),
        (#""matchesJsonPath":{"expression":"$.s","or":[{"equalTo":"x"},{"contains":"b"}]}"#, true),
        (#""matchesJsonPath":{"expression":"$.d","before":"now"}"#, true),
        (
            #""and":[{"matchesJsonPath":"$.s"},{"equalToJson":{"s":"abc"},"ignoreExtraElements":true}]"#,
            true
        ),
        (#""not":{"matchesJsonPath":"$.s"}"#, false), (#""not":{"contains":"zzz"}"#, true),
        (#""matchesJsonSchema":{"type":"object","required":["s"]}"#, true),
        (#""matchesJsonSchema":{"type":"object","required":["none"]}"#, false),
        (##""matchesJsonSchema":"{\"properties\":{\"n\":{\"maximum\":1}}}""##, false),
        (
            ##""matchesJsonSchema":{"properties":{"l":{"$ref":"#/$defs/l"}},"$defs":{"l":{"type":"array"}}},"schemaVersion":"V7""##,
            true
        ),
        (#""matchesJsonPath":{"expression":"$.n","equalToNumber":2}"#, true),
        (#""matchesJsonPath":{"expression":"$.n","greaterThanNumber":2}"#, false),
    ])
    func `a document is compared by each matcher as WireMock compares it`(
        pattern: String,
        isTaken: Bool
    ) throws {
        let body = #"""
            {"l": [1, 2, 3], "n": 2, "s": "abc", "b": true, "d": "2026-01-01T00:00:00Z",
             "o": [{"id": 1, "t": "alpha"}, {"id": 2, "t": "beta"}]}
            """#
        #expect(try takes(#"{"bodyPatterns":[{\#(pattern)}]}"#, body: body) == isTaken)
    }

    @Test(arguments: [
        ("equalToNumber", "12", true), ("equalToNumber", "12.0", true),
        ("equalToNumber", "13", false), ("equalToNumber", "twelve", false),
        ("greaterThanNumber", "12.5", true), ("greaterThanNumber", "12", false),
        ("greaterThanEqualNumber", "12", true), ("greaterThanEqualNumber", "11", false),
        ("lessThanNumber", "-3", true), ("lessThanNumber", "12", false),
        ("lessThanEqualNumber", "12", true), ("lessThanEqualNumber", "12.1", false),
    ])
    func `a number is compared by value`(kind: String, text: String, isTaken: Bool) throws {
        for pattern in [#"{"\#(kind)":12}"#, #"{"\#(kind)":"12"}"#] {
            let request = #"{"queryParameters":{"x":\#(pattern)}}"#
            #expect(try takes(request, "/?x=\(text)") == isTaken)
        }
        #expect(try !takes(#"{"queryParameters":{"x":{"\#(kind)":12}}}"#, "/"))
    }

    @Test
    func `bytes are compared as they are`() throws {
        let request = #"{"bodyPatterns":[{"binaryEqualTo":"AQID"}]}"#
        #expect(try takes(request, body: "\u{1}\u{2}\u{3}"))
        #expect(try !takes(request, body: "\u{1}\u{2}"))
        #expect(try !takes(request, body: ""))
    }

    @Test(arguments: [
        #"{"queryParameters":{"x":{"hasExactly":[]}}}"#,
        #"{"queryParameters":{"x":{"includes":[{"equalTo":"1"}],"equalTo":"1"}}}"#,
        #"{"pathParameters":{"id":{"equalTo":"1"}}}"#,
        #"{"urlPathTemplate":"/a/{id}","pathParameters":{"no":{"equalTo":"1"}}}"#,
        #"{"headers":{"a":{"before":"soon"}}}"#,
        #"{"headers":{"a":{"before":"now","truncateExpected":"first day of month"}}}"#,
        #"{"headers":{"a":{"after":"now","actualFormat":"dd.MM.yyyy"}}}"#,
        #"{"headers":{"a":{"and":[]}}}"#, #"{"headers":{"a":{"not":"x"}}}"#,
        #"{"headers":{"a":{"equalToNumber":"one"}}}"#,
        #"{"bodyPatterns":[{"matchesJsonSchema":{"if":{"type":"object"}}}]}"#,
        #"{"bodyPatterns":[{"matchesJsonSchema":{"properties":{"a":{"contains":{}}}}}]}"#,
        ##"{"bodyPatterns":[{"matchesJsonSchema":{"$ref":"#/$defs/no"}}]}"##,
        #"{"bodyPatterns":[{"matchesJsonSchema":{"type":"text"}}]}"#,
        #"{"bodyPatterns":[{"matchesJsonSchema":{"pattern":"("}}]}"#,
        #"{"bodyPatterns":[{"matchesJsonSchema":"{"}]}"#,
        #"{"bodyPatterns":[{"matchesJsonSchema":{},"schemaVersion":"V3"}]}"#,
        #"{"bodyPatterns":[{"binaryEqualTo":"no base64"}]}"#,
        #"{"headers":{"a":{"binaryEqualTo":"AQID"}}}"#,
        #"{"bodyPatterns":[{"equalToJson":{"a":"${json-unit.matches:x}y"}}]}"#,
        #"{"bodyPatterns":[{"matchesJsonPath":"$.a[?(@.b like 'c')]"}]}"#,
        #"{"bodyPatterns":[{"matchesJsonPath":"$.a.concat('b')"}]}"#,
        #"{"bodyPatterns":[{"matchesJsonPath":"$..a..b..c"}]}"#,
        #"{"bodyPatterns":[{"matchesJsonPath":"$.a[?(@.b == )]"}]}"#,
        #"{"bodyPatterns":[{"matchesJsonPath":"$.a[1"}]}"#,
        #"{"bodyPatterns":[{"matchesJsonPath":"$.a[?(@.b =~ /(/)]"}]}"#,
    ])
    func `a matcher that would mean something else is refused`(pattern: String) throws {
        #expect(throws: MappingFault.self) {
            try RequestPattern(mapping: MappingNode(Array(pattern.utf8)))
        }
    }

    @Test
    func `a condition that takes too many steps is not met, nor its opposite`() throws {
        let body = #"{"a":[{"b":"\#(String(repeating: "x", count: 3000))!y"}]}"#
        for pattern in [
            #"{"matches":".*(x+x+)+[yz]."}"#, #"{"not":{"matches":".*(x+x+)+[yz]."}}"#,
            #"{"matchesJsonPath":"$.a[?(@.b =~ /(x+x+)+[yz]/)]"}"#,
            #"{"matchesJsonPath":"$.a[?(!(@.b =~ /(x+x+)+[yz]/))]"}"#,
        ] {
            #expect(try !takes(#"{"bodyPatterns":[\#(pattern)]}"#, body: body), "\(pattern)")
        }
    }
}
