import MockPostlyWorld

// The standard library may change how it picks at random; a seed must stay the same for ever.
extension RandomSource {
    /// A random number from 0 up to, but not including, `bound`, which is positive.
    mutating func below(_ bound: Int) -> Int {
        Int(next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    mutating func within(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + below(range.count)
    }

    /// True with a probability of `percent` per cent.
    mutating func happens(_ percent: Int) -> Bool {
        below(100) < percent
    }

    mutating func shuffle<Element>(_ list: inout [Element]) {
        for last in stride(from: list.count - 1, to: 0, by: -1) {
            list.swapAt(last, below(last + 1))
        }
    }

    mutating func pick<Element>(_ list: [Element]) -> Element {
        list[below(list.count)]
    }
}

/// Numbers from 0 in random order: each once before any is repeated, and none twice in a round.
struct Deck: Sendable {
    private var order: [Int]
    private var position: Int
    /// For each number the last round in which it was drawn; 0 for none.
    private var lastRound: [Int]

    init(count: Int) {
        order = Array(0..<count)
        position = count
        lastRound = Array(repeating: 0, count: count)
    }

    /// The next number; nil when all were drawn in this round.
    ///
    /// Rounds are numbered from 1.
    mutating func draw(_ random: inout RandomSource, round: Int) -> Int? {
        for _ in 0..<order.count {
            if position == order.count {
                random.shuffle(&order)
                position = 0
            }
            let next = order[position]
            position += 1
            if lastRound[next] != round {
                lastRound[next] = round
                return next
            }
        }
        return nil
    }

    /// Forgets in which rounds numbers were drawn.
    mutating func endRound() {
        for number in lastRound.indices { lastRound[number] = 0 }
    }
}
