import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyOptions
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import MockPostlyControl
@testable import MockPostlyWorlds

@Suite
struct ClockSettingsTests {
    private let server: TestServer

    init() throws { server = try TestServer() }

    @Test(arguments: [
        (ClockState(mode: .run, now: .sample, rate: 1), "\"run\"", "1"),
        (ClockState(mode: .freeze, now: .sample, rate: 0), "\"freeze\"", "0"),
        (ClockState(mode: .scale, now: .sample, rate: 0.1), "\"scale\"", "0.1"),
        (ClockState(mode: .scale, now: .sample, rate: 1_000_000), "\"scale\"", "1000000"),
    ])
    func `what a clock shows`(state: ClockState, mode: String, rate: String) {
        let expected = """
            {"world":"w1","mode":\(mode),"now":"2026-01-01T00:00:00.000000Z","rate":\(rate)}

            """
        #expect(ClockSettings.response("w1", state).text == expected)
    }

    @Test
    func `a clock is that of the world`() throws {
        try server.add("w2") { $0.clock = ClockSetting(mode: .scale) }
        let frozen = ClockState(mode: .freeze, now: .sample, rate: 0)
        let expected = ClockSettings.response("w1", frozen).text
        #expect(try server.answer("GET", "/clock?world=w1").text == expected)
        #expect(try server.answer("GET", "/clock", world: "w1").text == expected)
        let other = try server.answer("GET", "/clock?world=w2").json
        #expect(other["mode"]?.string == "scale" && other["rate"]?.double == 1)
        #expect(server.isUntouched)
    }

    @Test(arguments: [
        ("{\"mode\":\"run\"}", ClockState.Mode.run, Clock.Start.present, 1),
        ("{\"mode\":\"run\",\"now\":\"real\"}", .run, .machine, 1),
        (
            "{\"mode\":\"freeze\",\"now\":\"2026-01-01T00:00:00.5Z\"}", .freeze,
            .at(.sample + .milliseconds(500)), 1
        ),
        ("{\"rate\":60,\"mode\":\"scale\"}", .scale, .present, 60),
        ("{\"mode\":\"scale\",\"rate\":1e6}", .scale, .present, 1_000_000),
        ("{\"mode\":\"scale\",\"rate\":0.001}", .scale, .present, 0.001),
    ])
    func `a clock is set`(
        body: String,
        mode: ClockState.Mode,
        start: Clock.Start,
        rate: Double
    ) throws {
        let response = try server.answer("PUT", "/clock", body: body, world: "w1")
        #expect(response.status == 200)
        #expect(response.text.hasPrefix("{\"world\":\"w1\",\"mode\":\"\(mode.rawValue)\","))
        var setting = ClockSetting(mode: mode)
        setting.start = start
        setting.rate = rate
        let members = ["world"] + ClockSetting.members
        let order = try ControlBody(text: Array(body.utf8), members: members)
        let read = try ClockSetting(order, or: ClockState(.real))
        #expect(read == setting)
        let clock = try #require(server.worlds["w1"]).clock
        #expect(ClockState(clock).mode == mode && (mode == .freeze || clock.rate == rate))
        if case .at(let instant) = start { #expect(clock.now() == instant) }
    }

    @Test(arguments: [
        Refusal("", "Missing member", "'mode'", hint: "'run', 'freeze', 'scale'."),
        Refusal("{\"rate\":60}", "Missing member", "'mode'", hint: "send 'now' alone"),
        Refusal("{\"now\":\"real\",\"rate\":1}", "Missing member", "'mode'"),
        Refusal("{\"mode\":\"stop\"}", "Bad value", "the text 'stop'", hint: "'freeze'"),
        Refusal("{\"mode\":\"RUN\"}", "Bad value", "the text 'RUN'"),
        Refusal("{\"mode\":1}", "Wrong type", "the number 1", hint: "'run'"),
        Refusal("{\"mode\":\"run\",\"now\":1767225600}", "Wrong type", "must be a date"),
        Refusal("{\"mode\":\"run\",\"now\":\"2026-01\"}", "Bad value", "'2026-01'"),
        Refusal("{\"mode\":\"run\",\"now\":\"2026-02-30T00:00:00Z\"}", "Bad value", "02-30"),
        Refusal(
            "{\"mode\":\"run\",\"now\":\"0000-12-31T23:59:59Z\"}",
            "Bad value",
            "0000",
            hint: "0001"
        ),
        Refusal("{\"mode\":\"run\",\"now\":null}", "Wrong type", "'now' is null"),
        Refusal("{\"mode\":\"run\",\"rate\":2}", "Bad value", "'rate', but the mode is 'run'"),
        Refusal("{\"mode\":\"freeze\",\"rate\":2}", "Bad value", "the mode is 'freeze'"),
        Refusal("{\"mode\":\"scale\"}", "Missing member", "'rate'"),
        Refusal("{\"mode\":\"scale\",\"rate\":0}", "Bad value", "the number 0", hint: "1000000"),
        Refusal("{\"mode\":\"scale\",\"rate\":-1}", "Bad value", "the number -1"),
        Refusal("{\"mode\":\"scale\",\"rate\":1000001}", "Bad value", "1000001"),
        Refusal("{\"mode\":\"scale\",\"rate\":1e999}", "Bad value", "1e999"),
        Refusal("{\"mode\":\"scale\",\"rate\":\"2\"}", "Wrong type", "the text '2'"),
        Refusal("{\"mode\":\"run\",\"world\":\"x\"}", "Unknown world", "'x'", status: 404),
        Refusal("{\"mode\":\"run\",\"frozen\":1}", "Unknown member", "'frozen'", hint: "'mode'"),
    ])
    func `a clock that is refused stays`(refusal: Refusal) throws {
        try refusal.hold(server, "PUT", "/clock")
        #expect(server.isUntouched)
    }

    @Test(arguments: [
        "{\"mode\":\"run\"}", "{\"mode\":\"freeze\"}", "{\"mode\":\"scale\",\"rate\":60}",
    ])
    func `a clock whose time is set goes on as before`(present: String) throws {
        #expect(try server.answer("PUT", "/clock", body: present, world: "w1").status == 200)
        let before = try #require(server.worlds["w1"]).clock
        let moved = "{\"now\":\"2027-01-01T00:00:00Z\"}"
        let response = try server.answer("PUT", "/clock", body: moved, world: "w1")
        #expect(response.status == 200)
        let after = try #require(server.worlds["w1"]).clock
        #expect(after.pace == before.pace && response.text.contains("2027-01-01T00:00:0"))
    }

    @Test(arguments: [
        ("15m", Duration.seconds(900)), ("-15m", .seconds(-900)), ("7d", .seconds(604_800)),
        ("PT1H", .seconds(3600)), ("-P1D", .seconds(-86_400)), ("0s", .zero),
        ("100000d", .seconds(8_640_000_000)),
    ])
    func `a clock is moved`(text: String, duration: Duration) throws {
        let body = "{\"world\":\"w1\",\"by\":\"\(text)\"}"
        let response = try server.answer("POST", "/clock/advance", body: body)
        let expected = """
            {"world":"w1","mode":"freeze","now":"\((Instant.sample + duration).zulu)","rate":0}

            """
        #expect(response.status == 200 && response.text == expected)
    }

    @Test(arguments: [
        Refusal("", "Missing member", "'by'", hint: "'15m'"),
        Refusal("{\"by\":15}", "Wrong type", "the number 15, and must be a duration"),
        Refusal("{\"by\":\"15\"}", "Bad value", "the text '15'", hint: "'2h30m'"),
        Refusal("{\"by\":\"\"}", "Bad value", "the text ''"),
        Refusal("{\"by\":\"-\"}", "Bad value", "the text '-'"),
        Refusal("{\"by\":\"--1m\"}", "Bad value", "'--1m'", hint: "goes back"),
        Refusal("{\"by\":\"300000000d\"}", "Bad value", "'300000000d'"),
        Refusal("{\"by\":\"1m\",\"to\":1}", "Unknown member", "'to'", hint: "'world', 'by'"),
        Refusal("{\"by\":\"1m\",\"world\":\"x\"}", "Unknown world", "'x'", status: 404),
    ])
    func `a move that is refused has no effect`(refusal: Refusal) throws {
        try refusal.hold(server, "POST", "/clock/advance")
        #expect(server.isUntouched)
    }

    @Test(arguments: [
        "0001-01-01T00:00:00.000000Z", "2026-02-14T12:34:56.000001Z", "9999-12-31T23:59:59.999999Z",
    ])
    func `dates are printed as they are read`(text: String) throws {
        #expect(try #require(Instant(rfc3339: text)).zulu == text)
    }

    @Test
    func `a date that has no text is the nearest one that has`() {
        #expect(Instant(microseconds: .max).zulu == "9999-12-31T23:59:59.999999Z")
        #expect(Instant(microseconds: .min).zulu == "0001-01-01T00:00:00.000000Z")
    }
}
