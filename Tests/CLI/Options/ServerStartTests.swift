import MockPostlyOptions
import MockPostlyServer
import MockPostlyWorld
import MockPostlyWorlds
import Testing

@testable import MockPostlyCLI

@Suite struct ServerStartTests {
    private func configuration(_ arguments: [String]) throws -> Configuration {
        try serveCall(arguments).serverConfiguration()
    }

    @Test func `clocks go as the machine's unless something else is asked for`() throws {
        #expect(try configuration([]).clock == .running(offset: 0))
    }

    @Test func `clocks stand still at a date`() throws {
        let date = Instant(seconds: 1_767_225_600)
        let words = ["--clock", "2026-01-01", "--clock-frozen"]
        #expect(try configuration(words).clock == .frozen(date))
    }

    @Test func `clocks stand still at the time of the start`() throws {
        let before = Clock.real.now()
        guard case .frozen(let instant) = try configuration(["--clock-frozen"]).clock else {
            Issue.record("the clock goes")
            return
        }
        #expect(instant >= before && instant <= Clock.real.now())
    }

    @Test func `clocks go on from a date`() throws {
        let before = Clock.real.now()
        let mode = try configuration(["--clock", "2026-01-01"]).clock
        let passed = Clock(mode).now() - Instant(seconds: 1_767_225_600)
        #expect(passed >= .zero && passed <= Clock.real.now() - before)
    }

    @Test func `the token of a file is the server's`() throws {
        let file = try TemporaryFile("secret\n")
        #expect(try configuration(["--admin-token-file", file.path]).adminToken == "secret")
    }
}
