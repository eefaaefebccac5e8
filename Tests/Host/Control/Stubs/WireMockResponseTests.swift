import MockPostlyFaults
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyMatching
import MockPostlyRegex
import MockPostlyStubs
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import MockPostlyControl

/// The answers of WireMock's mappings.
@Suite
struct WireMockResponseTests {
    private func stub(_ mapping: String) throws -> Stub {
        try Stub(mapping: MappingNode(Array(mapping.utf8)))
    }

    /// The answer of a mapping with this `response` to a request.
    private func answer(
        _ response: String,
        template: String = "/posts/{id}",
        body: String = #"{"x":{"y":5},"l":[1,2],"t":"Hi"}"#
    ) throws -> Response {
        let mapping = #"{"request":{"urlPathTemplate":"\#(template)"},"response":\#(response)}"#
        let stub = try stub(mapping)
        let request = try Request.asking(
            "POST",
            "/posts/7?name=Ada&tag=a&tag=b%20c",
            [
                ("X-Key", "k"), ("Cookie", "session=abc"),
                ("Content-Type", "application/json"),
            ],
            body: body,
            host: "shop.test:8080"
        )
        let world = TimeAndChance(
            name: "a",
            clock: Clock(.frozen(Instant(rfc3339: "2026-01-31T10:20:30Z") ?? Instant(seconds: 0))),
            randomSeed: 1
        )
        let facts = RequestFacts(request, dialect: "", route: { nil }, users: { [] })
        return stub.responses[0].filled(for: facts, world).response
    }

    private func filled(_ text: String, body: String? = nil) throws -> String {
        var json = JSONWriter(escaping: .utf8)
        json.string(text)
        let template = String(decoding: json.finish(), as: UTF8.self)
        let response = #"{"body":\#(template),"transformers":["response-template"]}"#
        return try body.map { try answer(response, body: $0) }?.text ?? answer(response).text
    }

    @Test(arguments: [
        "{{upper \(String(repeating: "(", count: 20_000))'a'\(String(repeating: ")", count: 20_000))}}",
        "{{now offset='-9223372036854775808 days'}}",
    ])
    func `a template without an end or a bound is refused`(template: String) throws {
        #expect(throws: MappingFault.self) { try filled(template) }
    }

    @Test func `fields of a recording that say how it was sent are the server's own`() throws {
        let answer = try answer(
            #"""
            {"body": "Hello", "headers": {
              "content-length": "5", "Transfer-Encoding": "chunked", "Date": "Mon, 1 Jan 2024 00:00:00 GMT",
              "Connection": "keep-alive", "Keep-Alive": "timeout=5", "X-Own": "1"}}
            """#
        )
        #expect(answer.fields.map(\.name) == ["X-Own"])
        for other in ["Upgrade": "h2c", "Content-Length": "6", "Connection": "close"] {
            let response = #"{"body": "Hello", "headers": {"\#(other.key)": "\#(other.value)"}}"#
            #expect(throws: MappingFault.self) { try self.answer(response) }
        }
    }

    @Test(arguments: [
        ("{{#if request.query.name}}yes{{else}}no{{/if}}", "yes"),
        ("{{#if request.query.none}}yes{{else}}no{{/if}}", "no"),
        ("{{#if request.headers.x-key}}yes{{/if}}", "yes"),
        ("{{#unless request.cookies.none}}a{{^}}b{{/unless}}", "a"),
        ("{{#if (jsonPath request.body '$.x')}}1{{/if}}", "1"),
        ("{{#if (jsonPath request.body '$.z')}}2{{/if}}", ""),
        ("{{#if (eq (jsonPath request.body '$.x.y') 5)}}five{{/if}}", "five"),
        ("{{#if (eq (jsonPath request.body '$.x.y') '5')}}text{{else}}5{{/if}}", "5"),
        ("{{#eq (jsonPath request.body '$.t') 'Hi'}}Hi!{{else}}?{{/eq}}", "Hi!"),
        ("{{#neq request.path.[1] '7'}}a{{else}}b{{/neq}}", "b"),
        ("{{#if (eq 1 2)}}a{{else if request.path}}b{{else}}c{{/if}}", "b"),
        ("{{#if (eq request.query.tag.[1] 'b c')}}b{{else if (eq 1 1)}}c{{/if}}", "b"),
        ("{{#each (jsonPath request.body '$.l')}}{{@index}}:{{this}};{{/each}}", "0:1;1:2;"),
        ("{{#each (jsonPath request.body '$.l') as |n|}}<{{n}}>{{/each}}", "<1><2>"),
        ("{{#each (jsonPath request.body '$.l')}}{{#if @last}}!{{/if}}.{{/each}}", ".!."),
        ("{{#each (jsonPath request.body '$.x')}}{{@key}}={{this}}{{/each}}", "y=5"),
        ("{{#each (jsonPath request.body '$.none')}}x{{else}}nothing{{/each}}", "nothing"),
        ("a {{eq 'a' 'a'}} {{neq 1 1}}", "a true false"),
    ])
    func `blocks are there by conditions and for elements`(template: String, text: String) throws {
        #expect(try filled(template) == text)
    }

    @Test(arguments: [
        "{{#if request.query.name}}", "{{/if}}", "{{else}}", "{{#if parameters.a}}{{/if}}",
        "{{#if request.query}}{{/if}}", "{{#each request.query.tag}}{{/each}}",
        "{{#if (eq request.query.name 'Ada')}}{{/if}}", "{{#if (eq request.method 'POST')}}{{/if}}",
        "{{#each (jsonPath request.body '$.l') as |a b|}}{{/each}}", "{{this}}",
        "{{#with request}}{{/with}}", "{{#if request.body}}a{{else}}b{{else}}c{{/if}}",
        "{{#each (jsonPath request.body '$.l')}}{{/if}}",
        "{{#if request.body}}{{#if request.body}}{{/if}}", "{{~#if request.body}}{{/if}}",
        "{{eq 1}}",
    ])
    func `a block that would be another than there is refused`(template: String) {
        #expect(throws: MappingFault.self) { try filled(template) }
    }

    @Test func `elements of elements end at a bound`() throws {
        let each = String(repeating: "{{#each (jsonPath request.body '$.l')}}", count: 15)
        let text = try filled(each + "x" + String(repeating: "{{/each}}", count: 15))
        #expect(text.count == 1 << 15)
    }

    /// They would take minutes, and stop all other requests.
    @Test(arguments: ["", "{{#if (upper request.body)}}{{/if}}"])
    func `elements of elements that write nothing end at a bound`(inside: String) throws {
        let each = String(repeating: "{{#each (jsonPath request.body '$.l')}}", count: 4)
        let text = try filled(
            "a" + each + inside + String(repeating: "{{/each}}", count: 4) + "z",
            body: #"{"l":[\#(String(repeating: "1,", count: 500))1]}"#
        )
        #expect(text == "a")
    }

    @Test func `writing large parts of XML again and again ends at a bound`() throws {
        let depth = 90
        let each = "{{#each (xPath request.body '//a') as |n|}}"
        let text = try filled(
            "a\(each)\(each){{#if (upper n)}}{{/if}}{{/each}}{{/each}}z",
            body: String(repeating: "<a>", count: depth) + String(repeating: "t", count: 10_000)
                + String(repeating: "</a>", count: depth)
        )
        #expect(text == "a")
    }

    @Test func `paths inside paths are found as far as their steps go`() throws {
        var path = "@.x == 'q'"
        for _ in 0..<8 { path = "$.a[?(\(path))]" }
        let list = (0..<40).map { _ in #"{"x":"q"}"# }.joined(separator: ",")
        let query = try JSONQuery("$.a[?(\(path))]")
        let budget = MatchBudget(.rules)
        _ = query.found(in: try JSON(parsing: Array(#"{"a":[\#(list)]}"#.utf8)).root, budget)
        #expect(budget.exceeded != nil && budget.steps <= 1_500_000)
    }

    @Test(arguments: [
        ("{{request.method}} {{request.path}}", "POST /posts/7"),
        ("{{request.url}}", "/posts/7?name=Ada&tag=a&tag=b%20c"),
        ("{{request.query.name}}/{{request.query.tag}}/{{request.query.tag.[1]}}", "Ada/a/b c"),
        ("{{request.pathSegments.9223372036854775807}}", ""), ("{{request.query.none}}", ""),
        ("{{request.path.[0]}}-{{request.path.id}}", "posts-7"),
        ("{{request.pathSegments.1}}", "7"),
        ("{{request.headers.X-Key}}{{request.headers.[x-key]}}", "kk"),
        ("{{request.cookies.session}}", "abc"),
        ("{{request.host}} {{request.port}} {{request.scheme}}", "shop.test 8080 http"),
        ("{{request.baseUrl}}", "http://shop.test:8080"), ("{{request.requestLine.port}}", "8080"),
        ("{{{request.body}}}", #"{"x":{"y":5},"l":[1,2],"t":"Hi"}"#),
        ("{{jsonPath request.body '$.x.y'}}", "5"),
        ("{{jsonPath request.body '$.x'}}", #"{"y":5}"#),
        ("{{jsonPath request.body '$.l[*]'}}", "[1,2]"),
        ("{{jsonPath request.body '$.no'}}", ""),
        ("{{jsonPath request.body '$.no' default='d'}}", "d"),
        ("{{upper (jsonPath request.body '$.t')}}", "HI"), ("{{base64 'ab'}}", "YWI="),
        ("{{now}}", "2026-01-31T10:20:30Z"), ("{{now offset='1 months'}}", "2026-02-28T10:20:30Z"),
        ("{{now offset='-3 days' format='yyyy-MM-dd HH:mm'}}", "2026-01-28 10:20"),
        ("{{now format='unix'}}", "1769854830"), ("{{now format='epoch'}}", "1769854830000"),
        ("{{now format=\"EEE, d MMM yyyy 'at' h a\"}}", "Sat, 31 Jan 2026 at 10 AM"),
        ("a{{! a comment }}b { {x}} }}", "ab { {x}} }}"),
    ])
    func `a template is filled in when its transformer is named`(
        template: String,
        text: String
    ) throws {
        #expect(try filled(template) == text)
    }

    @Test
    func `random values are those of the world, of the kind that is asked for`() throws {
        let value = try filled("{{randomValue length=12 type='NUMERIC'}}")
        #expect(value.count == 12 && value.allSatisfy(\.isNumber))
        #expect(try filled("{{randomValue length=12 type='NUMERIC'}}") == value)
        #expect(try filled("{{randomValue type='UUID'}}").isUUID)
        #expect(try filled("{{randomValue}}").count == 36)
        let number = try Int(filled("{{randomInt lower=5 upper=7}}")) ?? 0
        #expect((5..<7).contains(number))
        #expect(["a", "b"].contains(try filled("{{pickRandom 'a' 'b'}}")))
        let letters = try filled("{{randomValue length=5 type='ALPHABETIC' uppercase=true}}")
        #expect(letters.count == 5 && letters.allSatisfy(\.isUppercase))
    }

    @Test
    func `headers, JSON bodies and parameters are templates too`() throws {
        let answer = try answer(
            #"""
            {"headers":{"Location":"/posts/{{request.path.id}}","X-Plain":"p"},
             "jsonBody":{"who":"{{request.query.name}}","kind":"{{parameters.kind}}"},
             "transformers":["response-template"],"transformerParameters":{"kind":"k"}}
            """#
        )
        #expect(answer["Location"] == "/posts/7" && answer["X-Plain"] == "p")
        #expect(answer.text == #"{"who":"Ada","kind":"k"}"#)
        #expect(answer["X-Mockpostly-Template"] == nil)
    }

    @Test
    func `without its transformer a template is sent as it is, and a header says so`() throws {
        for response in [
            #"{"body":"Hi {{request.path}}"}"#, #"{"jsonBody":{"a":"{{now}}"}}"#,
            #"{"headers":{"a":"{{now}}"}}"#,
        ] {
            let answer = try answer(response)
            #expect(answer["X-Mockpostly-Template"]?.hasPrefix("sent as it is") == true)
        }
        #expect(try answer(#"{"body":"Hi {{request.path}}"}"#).text == "Hi {{request.path}}")
        #expect(try answer(#"{"body":"plain"}"#)["X-Mockpostly-Template"] == nil)
    }

    @Test(arguments: [
        #"{"body":"{{#with request}}b{{/with}}","transformers":["response-template"]}"#,
        #"{"body":"{{xPath request.body 'count(/a)'}}","transformers":["response-template"]}"#,
        #"{"body":"{{request.nope}}","transformers":["response-template"]}"#,
        #"{"body":"{{now timezone='Europe/Rome'}}","transformers":["response-template"]}"#,
        #"{"body":"{{now offset='soon'}}","transformers":["response-template"]}"#,
        #"{"body":"{{now format='w'}}","transformers":["response-template"]}"#,
        #"{"body":"{{jsonPath request.body '$.a['}}","transformers":["response-template"]}"#,
        #"{"body":"{{randomValue type='X'}}","transformers":["response-template"]}"#,
        #"{"body":"{{request.path","transformers":["response-template"]}"#,
        #"{"headers":{"a":"{{nope}}"},"transformers":["response-template"]}"#,
        #"{"body":"a","transformers":["mine"]}"#, #"{"transformerParameters":{"a":1}}"#,
        #"{"bodyFileName":"a.json"}"#, #"{"statusMessage":"a\nb"}"#,
        #"{"delayDistribution":{"type":"uniform","lower":2,"upper":1}}"#,
        #"{"delayDistribution":{"type":"lognormal","median":2}}"#,
        #"{"delayDistribution":{"type":"lognormal","median":2,"sigma":0.1,"maxValue":3}}"#,
        #"{"chunkedDribbleDelay":{"numberOfChunks":0,"totalDuration":1}}"#,
        #"{"chunkedDribbleDelay":{"numberOfChunks":2}}"#,
    ])
    func `an answer that would be another than there is refused`(response: String) throws {
        #expect(throws: MappingFault.self) { try answer(response) }
    }

    @Test
    func `a fault and a delay are those of WireMock`() throws {
        for (fault, delivery) in [
            ("EMPTY_RESPONSE", Delivery.noAnswer), ("CONNECTION_RESET_BY_PEER", .reset()),
        ] {
            let text = #"{"response":{"fault":"\#(fault)","fixedDelayMilliseconds":20}}"#
            let stub = try stub(text)
            #expect(stub.responses[0].delivery == delivery)
            #expect(stub.responses[0].delay == .milliseconds(20))
        }
    }

    @Test
    func `delays are drawn, bodies dribble, and the status has its own words`() throws {
        let stub = try stub(
            #"""
            {"persistent":true,"priority":"3","response":{"status":"418","statusMessage":"I am",
             "body":"0123456789","fixedDelayMilliseconds":"20",
             "delayDistribution":{"type":"uniform","lower":10,"upper":"20"},
             "chunkedDribbleDelay":{"numberOfChunks":3,"totalDuration":300}}}
            """#
        )
        let response = stub.responses[0]
        #expect(stub.isPersistent && stub.priority == 3 && response.status == 418)
        #expect(response.delay == .milliseconds(20))
        #expect(response.spread == .uniform(.milliseconds(10), .milliseconds(20)))
        let sent = response.response
        #expect(sent.reason == "I am")
        let pace = Delivery.Pace(delay: .milliseconds(100), piece: 4, pause: .milliseconds(100))
        #expect(sent.delivery.pace == pace)
        let normal = try self.stub(
            #"{"response":{"delayDistribution":{"type":"lognormal","median":80,"sigma":0.4}}}"#
        )
        #expect(
            normal.responses[0].spread == .lognormal(median: .milliseconds(80), sigma: 0.4)
        )
    }

    @Test(arguments: [
        ("{{xPath request.body '/a/b/text()'}}", "1"), ("{{xPath request.body '/a/@k'}}", "v"),
        ("{{xPath request.body '//b'}}", "<b>1</b>\n"), ("{{xPath request.body '/a/c'}}", ""),
        ("{{soapXPath request.body 'b/text()'}}", ""),
        ("{{upper (xPath request.body '/a/@k')}}", "V"),
        (
            "{{#each (xPath request.body '//b') as |b|}}{{b.text}}{{b.attributes.n}}{{b.name}} {{/each}}",
            "1b 2xb "
        ),
        (
            "{{#if (xPath request.body '//b')}}yes{{/if}}{{#if (xPath request.body '//c')}}no{{/if}}",
            "yes"
        ),
        ("{{xPath request.query.name '/a'}}", "[ERROR: Ada is not valid XML]"),
    ])
    func `a path leads to a part of XML`(template: String, text: String) throws {
        #expect(try filled(template, body: "<a k='v'><b>1</b><b n='x'>2</b></a>") == text)
    }

    @Test
    func `the body of SOAP is found whatever its prefixes`() throws {
        let body = "<s:Envelope xmlns:s='u'><s:Body><m:a><m:b>7</m:b></m:a></s:Body></s:Envelope>"
        #expect(try filled("{{soapXPath request.body '/a/b/text()'}}", body: body) == "7")
        #expect(try filled("{{soapXPath request.body '/c/b/text()'}}", body: body) == "")
    }

    @Test
    func `a mapping that wants a proxy is told of the option that is one`() throws {
        let text = Array(#"{"response":{"proxyBaseUrl":"http://a"}}"#.utf8)
        let fault = #expect(throws: MappingFault.self) { try Stub(mapping: MappingNode(text)) }
        #expect(fault?.detail.contains("start it with '--upstream URL'") == true)
    }
}
