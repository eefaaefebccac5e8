import MockPostlyServer
import MockPostlyWorld
import MockPostlyWorlds
import Testing

@Suite struct ClockTests {
    private let server: LiveServer

    init() throws {
        server = try LiveServer { $0.clock = .frozen(Instant(seconds: 1_767_225_600)) }
    }

    @Test func `a clock is shown and changed`() {
        let first = "default: 2026-01-01T00:00:00.000000Z, frozen\n"
        #expect(server.run("clock").output == first)
        #expect(server.run("clock", "show").output == first)
        let later = server.run("clock", "advance", "7d").output
        #expect(later == "default: 2026-01-08T00:00:00.000000Z, frozen\n")
        let back = server.run("clock", "advance", "-1h30m").output
        #expect(back == "default: 2026-01-07T22:30:00.000000Z, frozen\n")
        let set = server.run("clock", "set", "2027-02-03").output
        #expect(set == "default: 2027-02-03T00:00:00.000000Z, frozen\n")
        let fast = server.run("clock", "scale", "3600", "2027-02-03T04:05:06+01:00").output
        #expect(fast.hasPrefix("default: 2027-02-03T"))
        #expect(fast.hasSuffix("Z, 3600 times as fast\n"))
        let moved = server.run("clock", "set", "2028-01-01").output
        #expect(moved.hasPrefix("default: 2028-01-01T") && moved.hasSuffix("3600 times as fast\n"))
        #expect(server.run("clock", "run", "real").output.hasSuffix("Z, running\n"))
        let frozen = server.run("clock", "freeze", "2026-01-01").output
        #expect(frozen == first)
    }

    @Test func `a clock is that of a world`() {
        _ = server.run("world", "create", "w1", "--clock", "2030-01-01", "--clock-frozen")
        #expect(server.run("clock", "-w", "w1").output.hasPrefix("w1: 2030-01-01T00:00:00"))
        let json = server.run("clock", "advance", "1s", "--world", "w1", "--json").output
        #expect(json.hasPrefix("{\n  \"world\": \"w1\",\n  \"mode\": \"freeze\",\n"))
        #expect(server.run("clock").output.hasPrefix("default: 2026-01-01T00:00:00"))
    }
}
