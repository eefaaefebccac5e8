internal import CMockPostlyPCRE2

/// The work that regular expressions may do for one request, over all its texts together.
///
/// Counted in steps: a part of an expression that is tried at a place in the text, and a byte
/// between that place and the one before. So the count is the same on every machine. A step takes 3
/// to 8 ns in a release. When a text takes more than it may, or nothing is left, it is not known
/// whether the text matches, see ``exceeded``. Belongs to one thread.
///
/// ```swift
/// let budget = MatchBudget(.rules)
/// for rule in rules where rule.expression.matchesWhole(path, budget) == true { return rule }
/// if let expression = budget.exceeded { log("too costly: \(expression)") }
/// ```
package final class MatchBudget {
    /// The most steps for one text, and for all.
    package struct Limits: Sendable {
        /// Steps for one text with one expression.
        package var text: Int
        /// Steps for all texts of the budget together.
        package var total: Int

        package init(text: Int, total: Int) {
            (self.text, self.total) = (text, total)
        }

        /// For the rules that are tried on each request; one of them must not use it up for all.
        package static let rules = Limits(text: 250_000, total: 1_500_000)
        /// For the patterns of a schema on one value, with all texts in it.
        ///
        /// A megabyte of short texts needs a tenth of it.
        package static let schema = Limits(text: 250_000, total: 30_000_000)
        /// For one search of a journal, which is done in slices.
        package static let search = Limits(text: 1_000_000, total: 300_000_000)
    }

    private let limits: Limits
    private var left: Int
    /// The first expression for which there were not enough steps; nil as long as there were.
    ///
    /// Its text, for a message; the searches after it may have had enough.
    package private(set) var exceeded: String?
    /// Where the last callout was, and the steps that are left for the text.
    private let meter: UnsafeMutablePointer<Meter>
    private let context: OpaquePointer?

    private struct Meter {
        var place = 0
        var left = 0
    }

    /// The most memory of one text, in KiB.
    private static let mostMemory: UInt32 = 4096

    package init(_ limits: Limits) {
        self.limits = limits
        left = limits.total
        meter = .allocate(capacity: 1)
        meter.initialize(to: Meter())
        context = pcre2_match_context_create_8(nil)
        guard let context else { return }
        pcre2_set_match_limit_8(context, UInt32(clamping: limits.text))
        pcre2_set_heap_limit_8(context, Self.mostMemory)
        // The expression is compiled with a callout before each of its parts.
        pcre2_set_callout_8(
            context,
            { block, meter in
                guard let block, let meter = meter?.assumingMemoryBound(to: Meter.self) else {
                    return Int32(PCRE2_ERROR_CALLOUT)
                }
                let place = Int(block.pointee.current_position)
                meter.pointee.left -= 1 + abs(place - meter.pointee.place)
                meter.pointee.place = place
                return meter.pointee.left < 0 ? Int32(PCRE2_ERROR_CALLOUT) : 0
            },
            meter
        )
    }

    deinit {
        pcre2_match_context_free_8(context)
        meter.deallocate()
    }

    /// The steps that were taken.
    ///
    /// Never more than `total`, and the same on every machine.
    package var steps: Int { limits.total - left }

    /// Takes steps for other work, such as that of a path; false when they were not left.
    ///
    /// `what` is named in messages, as expressions are.
    package func spend(_ steps: Int, _ what: @autoclosure () -> String) -> Bool {
        guard left >= steps else {
            exceeded = exceeded ?? what()
            left = 0
            return false
        }
        left -= steps
        return true
    }

    /// Calls `body` with the limits of one text; nil when it reached one of them, or nothing was
    /// left before.
    ///
    /// `body` returns the result of `pcre2_match`.
    func measure(_ expression: String, _ body: (OpaquePointer) -> Int32) -> Int32? {
        guard left > 0, let context else {
            exceeded = exceeded ?? expression
            return nil
        }
        let most = min(limits.text, left)
        meter.pointee = Meter(left: most)
        let result = body(context)
        left -= most - max(0, meter.pointee.left)
        switch result {
        case PCRE2_ERROR_CALLOUT, PCRE2_ERROR_MATCHLIMIT, PCRE2_ERROR_DEPTHLIMIT,
            PCRE2_ERROR_HEAPLIMIT, PCRE2_ERROR_NOMEMORY:
            exceeded = exceeded ?? expression
            return nil
        default: return result
        }
    }
}
