import MockPostlyWorld
import Synchronization
import Testing

@Suite
struct ClockTests {
    @Test
    func `the real clock shows the time of day and goes on`() throws {
        let start = try #require(Instant(rfc3339: "2020-01-01T00:00:00Z"))
        let first = Clock.real.now()
        #expect(first > start)
        #expect(Clock.real.now() - first < .seconds(3_600))
        #expect(Clock.real.mode == .running(offset: 0))
    }

    @Test
    func `a frozen clock stands still until it is advanced`() {
        let machine = Machine()
        var clock = machine.clock
        clock.freeze(at: Instant(seconds: 100))
        machine.pass(.seconds(50))
        #expect(clock.now() == Instant(seconds: 100))
        clock.advance(by: .milliseconds(1_500))
        #expect(clock.now() == Instant(microseconds: 101_500_000))
        clock.advance(by: .seconds(-2))
        #expect(clock.now() == Instant(microseconds: 99_500_000))
        #expect(Clock.frozen(at: Instant(seconds: 7)).now() == Instant(seconds: 7))
    }

    @Test
    func `a running clock keeps its distance from the machine`() {
        let machine = Machine()
        var clock = machine.clock
        #expect(clock.now() == Instant(seconds: 1_000))
        clock.advance(by: .seconds(60))
        machine.pass(.seconds(1))
        #expect(clock.now() == Instant(seconds: 1_061))
        clock.run(from: Instant(seconds: 5))
        machine.pass(.seconds(2))
        #expect(clock.now() == Instant(seconds: 7))
        clock.advance(by: .seconds(-7))
        #expect(clock.now() == Instant(seconds: 0))
    }

    @Test
    func `a frozen clock can be set running from where it stands`() {
        let machine = Machine()
        var clock = machine.clock
        clock.freeze(at: Instant(seconds: 5_000))
        machine.pass(.seconds(10))
        clock.run(from: clock.now())
        machine.pass(.seconds(3))
        #expect(clock.now() == Instant(seconds: 5_003))
    }

    @Test
    func `a scaled clock runs at its rate from the time it showed`() {
        let machine = Machine()
        var clock = machine.clock
        clock.run(from: Instant(seconds: 100))
        clock.run(atRate: 60)
        #expect(clock.now() == Instant(seconds: 100))
        machine.pass(.milliseconds(500))
        #expect(clock.now() == Instant(seconds: 130))
        clock.advance(by: .seconds(1_000))
        #expect(clock.now() == Instant(seconds: 1_130))
        clock.run(atRate: 0.5)
        machine.pass(.seconds(2))
        #expect(clock.now() == Instant(seconds: 1_131))
        clock.freeze(at: clock.now())
        machine.pass(.seconds(2))
        #expect(clock.now() == Instant(seconds: 1_131))
    }

    @Test
    func `no rate and no jump leaves the range of time`() {
        let machine = Machine()
        for rate in [Double.infinity, -.infinity, .nan, .greatestFiniteMagnitude] {
            var clock = machine.clock
            clock.run(atRate: rate)
            machine.pass(.seconds(1))
            _ = clock.now().rfc3339Micros
        }
        var clock = machine.clock
        clock.advance(by: .seconds(Int64.max))
        clock.advance(by: .seconds(Int64.max))
        #expect(clock.now() == Instant(microseconds: .max))
        clock.freeze(at: Instant(microseconds: .min))
        clock.advance(by: .seconds(-1))
        #expect(clock.now() == Instant(microseconds: .min))
    }

    @Test
    func `the monotonic clock does not go back`() {
        var last = monotonicNanoseconds()
        for _ in 0..<1_000 {
            let next = monotonicNanoseconds()
            #expect(next >= last)
            last = next
        }
    }
}

/// A machine whose time passes when a test says so; it starts at second 1,000.
private final class Machine: Sendable {
    private let time = Mutex(Instant(seconds: 1_000))

    var clock: Clock {
        Clock(.running(offset: 0)) { [self] in time.withLock { $0 } }
    }

    func pass(_ duration: Duration) {
        time.withLock { $0 += duration }
    }
}
