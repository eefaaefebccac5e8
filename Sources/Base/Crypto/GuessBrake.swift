/// Slows down those who guess a password or token.
///
/// Each wrong guess of an address delays its answer: not for the first three, which a person may
/// mistype, then for 100 ms, twice as long each time, up to five seconds. Guesses that come at the
/// same time wait one after the other. The same wrong one again is no further guess: a program with an
/// old token asks with it again and again. A right one is never delayed, so nobody can lock others
/// out.
package struct GuessBrake {
    /// What to do about a wrong guess.
    package struct Verdict: Equatable {
        /// How long the refusal has to wait.
        package var delay: Duration
        /// The wrong guesses of this address, since it was last quiet for ten minutes.
        package var count: Int
        /// Whether people should be told: at the fourth guess, and then at most once a minute.
        package var isWorthTelling: Bool
    }

    private struct Guesser {
        var count = 0
        var last: UInt64 = 0
        /// The digest of the last guess.
        var guess: [UInt8] = []
        /// When the last of its refusals leaves.
        var busyUntil: UInt64 = 0
        var toldAt: UInt64?
    }

    private static let freeGuesses = 3
    private static let shortest: UInt64 = 100_000_000
    private static let longest: UInt64 = 5_000_000_000
    /// The longest that one of many simultaneous guesses waits.
    private static let longestQueue: UInt64 = 30_000_000_000
    private static let memory: UInt64 = 600_000_000_000
    private static let tellingPause: UInt64 = 60_000_000_000
    /// The most addresses that are told apart; further ones share a brake.
    package static let mostGuessers = 1_024

    private var guessers: [String: Guesser] = [:]

    package init() {}

    /// Notes the wrong `guess` that came from the address `peer` at `now`, in monotonic nanoseconds.
    package mutating func note(
        _ guess: some Sequence<UInt8>,
        from peer: String,
        at now: UInt64
    ) -> Verdict {
        let key = key(of: peer, at: now)
        var guesser = guessers[key] ?? Guesser()
        if now >= guesser.last + Self.memory { guesser = Guesser() }
        guesser.last = now
        let digest = sha256(Array(guess))
        guard digest != guesser.guess else {
            guessers[key] = guesser
            return Verdict(delay: .zero, count: guesser.count, isWorthTelling: false)
        }
        guesser.guess = digest
        guesser.count += 1
        var delay: UInt64 = 0
        if guesser.count > Self.freeGuesses {
            let doublings = UInt64(min(guesser.count - Self.freeGuesses - 1, 16))
            let step = min(Self.shortest << doublings, Self.longest)
            let end = min(max(guesser.busyUntil, now) + step, now + Self.longestQueue)
            (guesser.busyUntil, delay) = (end, end - now)
        }
        let isDue = guesser.toldAt.map { now >= $0 + Self.tellingPause } ?? true
        let isWorthTelling = guesser.count > Self.freeGuesses && isDue
        if isWorthTelling { guesser.toldAt = now }
        guessers[key] = guesser
        return Verdict(
            delay: .nanoseconds(Int64(delay)),
            count: guesser.count,
            isWorthTelling: isWorthTelling
        )
    }

    /// The key of an address, of IPv6 its network; the empty one, which is no address, when there is no
    /// room for another.
    private mutating func key(of peer: String, at now: UInt64) -> String {
        let key = Self.network(of: peer)
        guard guessers[key] == nil, guessers.count >= Self.mostGuessers else { return key }
        guessers = guessers.filter { now < $0.value.last + Self.memory }
        return guessers.count < Self.mostGuessers ? key : ""
    }

    /// Of an IPv6 address the first 64 bits, which a network gives to one machine; else `peer` itself.
    private static func network(of peer: String) -> String {
        let bytes = peer.utf8
        let colon = UInt8(ascii: ":")
        // The last part of an IPv4 address in IPv6 has points.
        guard bytes.contains(colon), !bytes.contains(UInt8(ascii: ".")) else { return peer }
        let groups = peer.split(separator: ":", omittingEmptySubsequences: false)
        // Two colons stand for all groups of zeros that are missing (RFC 4291, section 2.2).
        let head = groups.prefix { !$0.isEmpty }
        let tail = groups[head.endIndex...].filter { !$0.isEmpty }
        let zeros = repeatElement("0" as Substring, count: max(8 - head.count - tail.count, 0))
        return (head + zeros + tail).prefix(4).joined(separator: ":")
    }
}
