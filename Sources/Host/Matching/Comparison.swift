/// How a request or a message compares with a pattern.
package struct Comparison: Sendable {
    /// The parts that are not as the pattern wants them; empty when all that are known are.
    ///
    /// In the order of the parts of the pattern.
    package var differences: [Difference] = []
    /// Whether a condition on the body cannot be decided, because only a part of the body is known.
    package var isOpen = false

    package init() {}

    /// Whether the pattern is met for certain.
    package var isMet: Bool { differences.isEmpty && !isOpen }
    /// Whether the pattern is met, or not, by what is not known.
    package var isUndecided: Bool { differences.isEmpty && isOpen }

    mutating func add(_ difference: Difference?) {
        if let difference { differences.append(difference) }
    }

    mutating func add(_ verdict: BodyVerdict) {
        switch verdict {
        case .met: break
        case .open: isOpen = true
        case .differs(let difference): differences.append(difference)
        }
    }
}

/// Whether a body meets a condition.
///
/// A body that is cut off may leave it open.
package enum BodyVerdict: Sendable {
    case met
    /// That depends on the part of the body that is not known.
    case open
    case differs(Difference)

    package var isMet: Bool {
        if case .met = self { true } else { false }
    }
}
