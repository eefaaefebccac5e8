import MockPostlyCrypto
import Testing

@Suite
struct GuessBrakeTests {
    private static let second: UInt64 = 1_000_000_000
    private var brake = GuessBrake()
    private var guesses = 0

    /// A guess that was not made before.
    private mutating func guess(from peer: String, at now: UInt64) -> GuessBrake.Verdict {
        guesses += 1
        return brake.note("guess \(guesses)".utf8, from: peer, at: now)
    }

    @Test
    mutating func `the delay grows from the fourth guess on, up to five seconds`() {
        var delays: [Duration] = []
        for number in 0..<12 as Range<UInt64> {
            // Each comes when the one before is answered.
            delays.append(guess(from: "127.0.0.1", at: number * 10 * Self.second).delay)
        }
        let expected = [0, 0, 0, 100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000, 5_000]
        #expect(delays == expected.map { .milliseconds($0) })
        #expect(guess(from: "127.0.0.2", at: 120 * Self.second).delay == .zero)
    }

    @Test
    mutating func `guesses at the same time wait for each other`() {
        var delays: [Duration] = []
        for _ in 0..<1_007 { delays.append(guess(from: "a", at: Self.second).delay) }
        #expect(delays[..<7] == [0, 0, 0, 100, 300, 700, 1_500].map { .milliseconds($0) }[...])
        #expect(delays.last == .seconds(30))
    }

    @Test
    mutating func `the same one again is no further guess`() {
        for _ in 0..<3 { _ = guess(from: "a", at: 1) }
        for second in 1..<9 as Range<UInt64> {
            let again = brake.note("old".utf8, from: "a", at: second * Self.second)
            #expect(again.count == 4 && (again.delay == .zero) == (second > 1))
        }
        #expect(guess(from: "a", at: 9 * Self.second).count == 5)
    }

    @Test
    mutating func `who is quiet for ten minutes begins anew`() {
        for _ in 0..<20 { _ = guess(from: "a", at: Self.second) }
        #expect(guess(from: "a", at: 600 * Self.second).delay > .zero)
        let later = guess(from: "a", at: 1_200 * Self.second)
        #expect(later.delay == .zero && later.count == 1)
    }

    @Test
    mutating func `people are told at the fourth guess, then once a minute`() {
        var told: [UInt64] = []
        for second in 0..<130 as Range<UInt64> {
            let verdict = guess(from: "a", at: second * Self.second)
            if verdict.isWorthTelling { told.append(second) }
        }
        #expect(told == [3, 63, 123])
    }

    @Test
    mutating func `many addresses fill no memory and are delayed too`() {
        var delays: [Duration] = []
        for number in 0..<GuessBrake.mostGuessers + 10 {
            let peer = "10.0.\(number / 256).\(number % 256)"
            delays.append(guess(from: peer, at: 1).delay)
        }
        #expect(delays[..<GuessBrake.mostGuessers].allSatisfy { $0 == .zero })
        #expect(delays.last.map { $0 > .zero } == true)
    }

    @Test
    mutating func `the addresses of one IPv6 network are one guesser`() {
        for number in 1...3 { _ = guess(from: "2001:db8:1:2:0:1:2:\(number)", at: 1) }
        #expect(guess(from: "2001:db8:1:2:3:4:5:6", at: 1).count == 4)
        #expect(guess(from: "2001:db8:1:3:3:4:5:6", at: 1).count == 1)
        #expect(guess(from: "::1", at: 1).count == 1)
        // The short forms of one network.
        for number in 1...3 { _ = guess(from: "2001:db8::\(number)", at: 1) }
        #expect(guess(from: "2001:db8:0:0:3:4:5:6", at: 1).count == 4)
        #expect(guess(from: "2001:db8::1:2:3:4:5", at: 1).count == 1)
        // IPv4 in IPv6 is one address each.
        #expect(guess(from: "::ffff:10.0.0.1", at: 1).count == 1)
        #expect(guess(from: "::ffff:10.0.0.2", at: 1).count == 1)
    }
}
