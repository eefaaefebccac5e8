import MockPostlyWorld

// The standard library's ways to pick at random may change between its versions; a seed is the
// same bytes for ever.
extension RandomSource {
    /// A number from 0 up to but not including `bound`, which is positive.
    mutating func below(_ bound: Int) -> Int {
        Int(next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    mutating func within(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + below(range.count)
    }

    /// True in `percent` of a hundred cases.
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

/// Numbers from 0 in a random order, each once before any comes again, and none twice in a round.
struct Deck: Sendable {
    private var order: [Int]
    private var position: Int
    /// For each number, the last round in which it was drawn.
    private var lastRound: [Int]

    init(count: Int) {
        order = Array(0..<count)
        position = count
        lastRound = Array(repeating: 0, count: count)
    }

    /// The next number; nil when all have been drawn in this round, which is positive.
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

    /// Forgets what was drawn in any round so far.
    mutating func endRound() {
        for number in lastRound.indices { lastRound[number] = 0 }
    }
}
