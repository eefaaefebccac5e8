package import MockPostlyMatching

/// How often something has to have happened.
package enum Expectation: Sendable, Equatable {
    case exactly(Int)
    case atLeast(Int)
    case atMost(Int)
    /// Both numbers are allowed.
    case between(Int, Int)

    /// Whether a number fits.
    package func accepts(_ count: Int) -> Bool {
        switch self {
        case .exactly(let wanted): count == wanted
        case .atLeast(let least): count >= least
        case .atMost(let most): count <= most
        case .between(let least, let most): (least...max(least, most)).contains(count)
        }
    }

    /// Whether a number from `count` to `most` fits in any case; nil when that depends on it.
    ///
    /// - Parameters:
    ///   - count: what is certain.
    ///   - most: with all that is not certain.
    /// - Returns: nil when the two decide differently, or a number between them would.
    package func accepts(_ count: Int, orUpTo most: Int) -> Bool? {
        let verdicts = [accepts(count), accepts(most)]
        switch self {
        // In the middle it may fit though both ends do not.
        case .exactly(let wanted) where count < wanted && wanted < most: return nil
        case .between(let least, let greatest) where count < least && greatest < most: return nil
        default: return verdicts[0] == verdicts[1] ? verdicts[0] : nil
        }
    }

    /// Whether a number that may have been larger proves it all the same.
    ///
    /// For entries that were dropped, which may have fitted too.
    package func isProved(byAtLeast count: Int) -> Bool {
        if case .atLeast(let least) = self { count >= least } else { false }
    }

    /// As the end of `it came …`.
    package var words: String {
        switch self {
        case .exactly(0): "never"
        case .exactly(let count): Self.times(count)
        case .atLeast(let count): "at least \(Self.times(count))"
        case .atMost(let count): "at most \(Self.times(count))"
        case .between(let least, let most): "\(least) to \(Self.times(most))"
        }
    }

    package static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
}

/// An entry that meets a condition in all but some parts.
package struct NearMiss {
    package var entry: JournalEntry
    /// At least one.
    package var differences: [Difference]
}

/// The entries that meet a condition, and those that nearly do.
package struct Finding {
    /// The numbers of the entries that meet it, in order.
    package private(set) var numbers: [Int] = []
    /// The entries that may meet it, in order: a part of their body is not known.
    package private(set) var undecided: [JournalEntry] = []
    /// The entries that differ least, the nearest first; of equal ones the newest.
    package private(set) var nearest: [NearMiss] = []

    /// The weights of ``nearest``.
    private var weights: [Int] = []
    private var distances = PathDistances()
    /// The most near misses that are kept.
    private static let most = 3

    package init() {}

    /// Adds an entry and how it compares with the condition.
    ///
    /// Keeps at most a few near misses; costs nothing for an entry that differs more than these.
    package mutating func add(_ entry: JournalEntry, _ comparison: Comparison) {
        if comparison.isMet { return numbers.append(entry.number) }
        if comparison.isUndecided { return undecided.append(entry) }
        let differences = comparison.differences
        // What cannot come among them is not weighed.
        if nearest.count == Self.most, let last = weights.last, differences.leastWeight > last {
            return
        }
        let weight = differences.weight(&distances)
        let place = weights.firstIndex { $0 >= weight } ?? weights.count
        nearest.insert(NearMiss(entry: entry, differences: differences), at: place)
        weights.insert(weight, at: place)
        if nearest.count > Self.most {
            nearest.removeLast()
            weights.removeLast()
        }
    }
}
