import Testing

@testable import MockPostlyWorld

@Suite
struct DeadlineTests {
    @Test(arguments: [Duration.zero, .nanoseconds(-1), .seconds(-5), .seconds(Int64.min)])
    func `a limit that is not positive has passed at once`(limit: Duration) {
        let deadline = Deadline(in: limit)
        #expect(deadline.hasPassed)
        #expect(deadline.left == .zero)
        #expect(deadline.milliseconds == nil)
    }

    @Test(arguments: [Duration.seconds(1 << 40), .seconds(Int64.max)])
    func `a limit beyond the clock never passes`(limit: Duration) {
        let deadline = Deadline(in: limit)
        #expect(!deadline.hasPassed)
        #expect(deadline.left > .seconds(86_400 * 365 * 200))
        #expect(deadline.milliseconds == .max)
        #expect(!deadline.later(by: limit).hasPassed)
    }

    @Test
    func `the time that is left is rounded up to milliseconds`() throws {
        let deadline = Deadline(in: .seconds(60))
        let left = deadline.left
        #expect(left <= .seconds(60) && left > .seconds(50))
        let milliseconds = try #require(deadline.milliseconds)
        #expect(milliseconds <= 60_000 && milliseconds > 50_000)
        #expect(try #require(Deadline(in: .seconds(3600)).milliseconds) > 3_599_000 - 10_000)
    }

    @Test
    func `a deadline after one that has passed counts from there`() {
        let passed = Deadline(in: .zero)
        #expect(passed.later(by: .seconds(60)).left <= .seconds(60))
        #expect(passed.later(by: .nanoseconds(1)).hasPassed)
    }

    @Test(arguments: [
        (Duration.zero, UInt64(0)), (.nanoseconds(1), 1), (.nanoseconds(-1), 0), (.seconds(-3), 0),
        (.milliseconds(1500), 1_500_000_000), (.seconds(Int64.max), UInt64.max),
    ])
    func `a duration is counted in whole nanoseconds`(duration: Duration, expected: UInt64) {
        #expect(duration.wholeNanoseconds == expected)
    }
}
