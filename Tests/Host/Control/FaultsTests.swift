import MockPostlyFaults
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyTestKit
import Testing

@testable import MockPostlyControl

@Suite struct FaultsTests {
    private let server: TestServer

    init() throws { server = try TestServer() }

    private func add(_ body: String) throws -> Response {
        try server.answer("POST", "/faults", body: body)
    }

    // MARK: Routes

    @Test func `a fault is added, shown, changed and deleted`() throws {
        let added = try add(
            """
            {"name":"wifi","match":{"path":"/api/**","method":"GET"},"fault":"slow-3g",\
            "rate":0.5,"times":3,"after":1,"per":"world","ttl":"5m","script":"up 5s, down 2s"}
            """
        )
        #expect(added.status == 201)
        #expect(added["Location"] == "/__mockpostly/v1/faults/1?world=default")
        let root = try JSON(parsing: added.body).root
        #expect(root["id"]?.int == 1 && root["name"]?.string == "wifi")
        #expect(root["match"]?["path"]?.string == "/api/**")
        #expect(root["fault"]?.string == "slow-3g" && root["left"]?.int == 3)
        #expect(root["ttl"]?.string == "5m" && root["active"]?.bool == false)
        for id in ["1", "wifi"] {
            let shown = try server.answer("GET", "/faults/\(id)")
            #expect(try JSON(parsing: shown.body).root["shows"]?.string == "wifi")
        }
        let changed = try server.answer(
            "PATCH",
            "/faults/wifi",
            body: #"{"fault":{"status":503,"retryAfter":2},"times":null,"script":null,"name":null}"#
        )
        let now = try JSON(parsing: changed.body).root
        #expect(now["shows"]?.string == "status-503" && now["times"]?.isNull == true)
        #expect(now["rate"]?.double == 0.5 && now["ttl"]?.string == "5m")
        #expect(now["active"]?.bool == true)
        let list = try JSON(parsing: server.answer("GET", "/faults").body).root
        #expect(list["faults"]?.elements.count == 1 && list["limit"]?.int == 100)
        #expect(try server.answer("DELETE", "/faults/1").status == 204)
        try expectProblem(
            server.answer("DELETE", "/faults/1"),
            404,
            "Unknown fault",
            naming: "'1'",
            hinting: "no faults"
        )
    }

    @Test func `all faults are deleted at once`() throws {
        for _ in 0..<3 { _ = try add(#"{"fault":"reset"}"#) }
        let answer = try server.answer("DELETE", "/faults")
        #expect(answer.text == "{\"world\":\"default\",\"deleted\":3}\n")
        #expect(try server.answer("DELETE", "/faults").text.contains("\"deleted\":0"))
    }

    @Test func `a name belongs to one fault`() throws {
        _ = try add(#"{"name":"a","fault":"reset"}"#)
        _ = try add(#"{"name":"b","fault":"reset"}"#)
        try expectProblem(add(#"{"name":"a","fault":"close"}"#), 409, "Fault exists", naming: "'a'")
        try expectProblem(
            server.answer("PATCH", "/faults/b", body: #"{"name":"a"}"#),
            409,
            "Fault exists",
            naming: "'a'"
        )
        #expect(try server.answer("PATCH", "/faults/a", body: #"{"name":"a"}"#).status == 200)
    }

    @Test func `more than a hundred faults are refused`() throws {
        for _ in 0..<100 { #expect(try add(#"{"fault":"reset"}"#).status == 201) }
        try expectProblem(add(#"{"fault":"reset"}"#), 429, "Too many faults", hinting: "ttl")
    }

    @Test func `the presets say what they do, in members that a request can send`() throws {
        let root = try JSON(parsing: server.answer("GET", "/fault-presets").body).root
        let presets = root["presets"]?.elements ?? []
        #expect(presets.compactMap { $0["name"]?.string } == Fault.presets.map(\.name))
        for named in presets + (root["kinds"]?.elements ?? []) {
            for outcome in named["outcomes"]?.elements ?? [] {
                let text = try #require(outcome["fault"]).rawText
                let body = "{\"fault\":\(String(decoding: text, as: UTF8.self))}"
                // Faults of connections are of a port, which these worlds have not.
                let isOfPort = body.contains("\"refuse\"") || body.contains("\"tls\"")
                #expect(try add(body).status == (isOfPort ? 409 : 201), "\(body)")
            }
        }
    }

    @Test func `a script without a fault is an outage`() throws {
        let root = try JSON(parsing: add(#"{"script":"down 2s"}"#).body).root
        #expect(root["fault"]?.string == "offline")
    }

    // MARK: What is accepted

    @Test(arguments: [
        #""status-404""#, #""status 404""#, #""delay-2s""#, #"{"delay":"500ms"}"#,
        #"{"delay":{"uniform":["100ms","1s"]},"at":"answer"}"#,
        #"{"delay":{"normal":{"mean":"1s","deviation":"100ms"}},"at":"piece","piece":10}"#,
        #"{"delay":{"lognormal":{"median":"1s","sigma":0.5}},"bandwidth":1000}"#,
        #"{"connection":"stall","point":"half","stallFor":"5s"}"#,
        #"{"connection":"truncate","point":12}"#,
        #"{"connection":"reset","write":"saved"}"#,
        #"{"body":"invalidJson"}"#, #"{"status":503,"write":"saved"}"#,
    ])
    func `faults that can be`(fault: String) throws {
        let answer = try add("{\"fault\":\(fault)}")
        #expect(answer.status == 201, "\(answer.text)")
        let root = try JSON(parsing: answer.body).root
        #expect(root["fault"].map { String(decoding: $0.rawText, as: UTF8.self) } == fault)
    }

    // MARK: What is refused

    @Test(arguments: [
        ("{}", "'fault' is missing", "flaky"),
        (#"{"fault":"flakey"}"#, "'flakey'", "'flaky'"),
        (#"{"fault":7}"#, "'fault' is the number 7", "name of a fault"),
        (#"{"fault":{}}"#, "does nothing", "delay"),
        (#"{"fault":{"stats":503}}"#, "'fault.stats'", "'status'"),
        (#"{"fault":{"status":99}}"#, "'fault.status'", "200 to 599"),
        (#"{"fault":{"delay":"x"}}"#, "'fault.delay'", "duration"),
        (#"{"fault":{"delay":"2h"}}"#, "'fault.delay'", "1h"),
        (#"{"fault":{"delay":{}}}"#, "0 distributions", "uniform"),
        (#"{"fault":{"delay":{"uniform":["1s","1ms"]}}}"#, "'fault.delay.uniform'", "shortest"),
        (
            #"{"fault":{"delay":{"normal":{"mean":"1s"}}}}"#, "'fault.delay.normal.deviation'",
            "500ms"
        ),
        (#"{"fault":{"delay":{"unifrom":[]}}}"#, "'fault.delay.unifrom'", "'uniform'"),
        (
            #"{"fault":{"delay":{"lognormal":{"median":"1s","sigma":11}}}}"#,
            "'fault.delay.lognormal.sigma'", "0 to 10"
        ),
        (#"{"fault":{"at":"answer","status":503}}"#, "'fault.at'", "'fault.delay'"),
        (#"{"fault":{"delay":"1s","at":"anwser"}}"#, "'fault.at'", "'answer'"),
        (#"{"fault":{"delay":"1s","piece":4}}"#, "'fault.piece'", "'piece'"),
        (#"{"fault":{"connection":"rest"}}"#, "'fault.connection'", "'reset'"),
        (#"{"fault":{"point":"head","status":503}}"#, "'fault.point'", "'fault.connection'"),
        (#"{"fault":{"connection":"reset","stallFor":"1s"}}"#, "'fault.stallFor'", "'stall'"),
        (#"{"fault":{"connection":"reset","status":503}}"#, "'fault.status'", "'half'"),
        (#"{"fault":{"body":"invalidJSON"}}"#, "'fault.body'", "'invalidJson'"),
        (#"{"fault":{"body":"invalidJson","write":"lost"}}"#, "'fault.write'", "'status'"),
        (#"{"fault":{"bandwidth":0}}"#, "'fault.bandwidth'", "from 1"),
        (#"{"fault":{"status":500,"retryAfter":1}}"#, "'fault.retryAfter'", "status"),
        (#"{"fault":"reset","rate":1.1}"#, "'rate'", "from 0"),
        (#"{"fault":"reset","rate":-0.1}"#, "'rate'", "from 0"),
        (#"{"fault":"reset","rate":1e999}"#, "'rate'", "from 0"),
        (#"{"fault":"reset","times":0}"#, "'times'", "from 1"),
        (#"{"fault":"reset","after":-1}"#, "'after'", "from 0"),
        (#"{"fault":"reset","per":"usr"}"#, "'per'", "'user'"),
        (#"{"fault":"reset","per":"header:"}"#, "'per'", "header:NAME"),
        (#"{"fault":"reset","ttl":"0s"}"#, "'ttl'", "longer"),
        (#"{"fault":"reset","name":"7"}"#, "'name'", "letter"),
        (#"{"fault":"reset","name":"a b"}"#, "'a b'", "letters"),
        (#"{"fault":"reset","script":"dwon"}"#, "'dwon'", "'up 5s, down 2s, up'"),
        (#"{"fault":"reset","tims":1}"#, "'tims'", "'times'"),
        (#"{"fault":"reset","match":{"path":"api"}}"#, "'match.path'", "/api"),
        (#"{"fault":"reset","match":{"system":"shpo"}}"#, "'match.system'", "'shop'"),
        (#"{"fault":"reset","world":"nowhere"}"#, "'nowhere'", "'default'"),
    ])
    func `what cannot be is refused with its member`(
        body: String,
        words: String,
        hint: String
    ) throws {
        let answer = try add(body)
        #expect([400, 404].contains(answer.status))
        let root = try JSON(parsing: answer.body).root
        #expect(root["detail"]?.string?.contains(words) == true, "\(answer.text)")
        #expect(root["hint"]?.string?.contains(hint) == true, "\(answer.text)")
        #expect(server.faults.isEmpty)
    }
}
