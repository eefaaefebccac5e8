import MockPostlyWorld
import Synchronization
import Testing

@Suite
struct ClockTests {
    private static let (first, last) = (
        Instant.printable.lowerBound, Instant.printable.upperBound
    )

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
    func `no rate and no jump leaves the years that can be written`() {
        let machine = Machine()
        for rate in [Double.infinity, -.infinity, .nan, .greatestFiniteMagnitude, -1e300] {
            var clock = machine.clock
            clock.run(atRate: rate)
            machine.pass(.seconds(1))
            #expect(Instant.printable.contains(clock.now()))
        }
        var clock = machine.clock
        clock.advance(by: .seconds(Int64.max))
        clock.advance(by: .seconds(Int64.max))
        #expect(clock.now().rfc3339Micros == "9999-12-31T23:59:59.999999+00:00")
        clock.freeze(at: Instant(microseconds: .min))
        clock.advance(by: .seconds(-1))
        #expect(clock.now().rfc3339Micros == "0001-01-01T00:00:00.000000+00:00")
        #expect(Clock.frozen(at: Instant(microseconds: .max)).now() == Self.last)
        #expect(Clock(.running(offset: .min)).now() == Self.first)
    }

    @Test(arguments: [Clock.Pace.running, .frozen, .scaled(3)])
    func `a clock that stands at an end goes on from there`(_ pace: Clock.Pace) {
        let machine = Machine()
        var clock = machine.clock
        clock.set(pace, from: .at(Self.last - .seconds(1)))
        machine.pass(.seconds(100))
        #expect(clock.canAdvance(by: .seconds(2)) == false)
        #expect(clock.canAdvance(by: .seconds(-2)))
        clock.advance(by: .seconds(2))
        #expect(clock.now() == Self.last)
        clock.advance(by: .seconds(-86_400))
        #expect(clock.now() == Self.last - .seconds(86_400))
        clock.advance(by: .seconds(Int64.min))
        #expect(clock.now() == Self.first)
        clock.advance(by: .microseconds(1))
        #expect(clock.now() == Self.first + .microseconds(1))
        #expect(clock.pace == pace)
    }

    @Test
    func `a clock is set to a pace from what it shows, from the machine's time or from a date`() {
        let machine = Machine()
        let date = Instant(seconds: 77)
        let starts: [(Clock.Start, Instant)] = [
            (.present, Instant(seconds: 1_500)), (.machine, Instant(seconds: 1_000)),
            (.at(date), date),
        ]
        let paces: [(Clock.Pace, rate: Double, later: Duration)] = [
            (.running, 1, .seconds(10)), (.frozen, 0, .zero), (.scaled(0.25), 0.25, .seconds(2.5)),
        ]
        for (start, time) in starts {
            for (pace, rate, later) in paces {
                var clock = Clock(.running(offset: 500_000_000), machine: { machine.now })
                clock.set(pace, from: start)
                #expect(clock.now() == time)
                #expect(clock.pace == pace && clock.rate == rate)
                machine.pass(.seconds(10))
                #expect(clock.now() == time + later)
                machine.pass(.seconds(-10))
            }
        }
        var clock = machine.clock
        clock.advance(by: .seconds(9))
        clock.set(.running, from: .machine)
        #expect(clock.mode == .running(offset: 0))
    }

    @Test
    func `what is set to the same pace from what it shows does not move`() {
        // The machine's time passes with every look at it.
        let machine = Machine()
        func clock() -> Clock {
            Clock(.running(offset: 12_345)) {
                machine.pass(.microseconds(1))
                return machine.now
            }
        }
        for pace in [Clock.Pace.running, .scaled(1)] {
            var (set, left) = (clock(), clock())
            for _ in 0..<1_000 { set.set(pace) }
            let difference = set.now() - left.now()
            #expect(difference == .microseconds(-1))
            left.advance(by: .zero)
            #expect(left.mode == .running(offset: 12_345))
        }
    }

    @Test(arguments: [0.29, 0.1, 0.7, 1.1, 3, 59.94, 1_000_000])
    func `a scaled clock is right to the microsecond and never goes back`(_ rate: Double) {
        let machine = Machine()
        var clock = machine.clock
        clock.set(.scaled(rate), from: .at(Instant(seconds: 0)))
        var last = clock.now()
        for passed in 1...1_000 as ClosedRange<Int64> {
            machine.pass(.microseconds(1))
            // Hundredths of a microsecond, in whole numbers; a half may go either way.
            let exact = Int64((rate * 100).rounded()) * passed
            #expect(abs(clock.now().microseconds * 100 - exact) <= 50)
            #expect(clock.now() >= last)
            last = clock.now()
        }
    }

    @Test
    func `many small jumps of a scaled clock add up`() {
        let machine = Machine()
        var clock = machine.clock
        clock.set(.scaled(0.1), from: .at(Instant(seconds: 0)))
        for _ in 0..<1_000 {
            machine.pass(.microseconds(1))
            clock.advance(by: .microseconds(1))
        }
        #expect(clock.now() == Instant(microseconds: 1_100))
    }

    @Test
    func `a clock that goes back and forth shows what it showed`() {
        let machine = Machine()
        var random = RandomSource(seed: 5)
        for pace in [Clock.Pace.running, .frozen, .scaled(7)] {
            var clock = machine.clock
            clock.set(pace)
            let start = clock.now()
            for _ in 0..<1_000 {
                let jump = Duration.microseconds(Int64.random(in: 0...1 << 52, using: &random))
                clock.advance(by: jump)
                clock.advance(by: .zero - jump)
            }
            #expect(clock.now() == start)
        }
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

    var now: Instant { time.withLock { $0 } }

    var clock: Clock {
        Clock(.running(offset: 0)) { [self] in now }
    }

    func pass(_ duration: Duration) {
        time.withLock { $0 += duration }
    }
}
