internal import MockPostlyHTTP
package import MockPostlyMatching
package import MockPostlyRegex

/// A condition on entries of a journal that are requests.
package struct EntryPattern: Sendable {
    package var request = RequestPattern()
    /// Statuses, one of which the answer has; empty for all.
    ///
    /// Such as `400...499`.
    package var statuses: [ClosedRange<Int>] = []
    /// The name of the fault that was applied; `*` for any.
    package var fault: String?
    /// The number of the stub that answered.
    package var stub: Int?
    /// Whether the request is one that nothing owns; nil for all.
    package var unknown: Bool?

    /// The condition that all requests meet.
    ///
    /// Messages never meet it.
    package init() {}

    /// How a request and its answer compare with the condition; with `isBrief` the first part that
    /// differs is enough.
    ///
    /// Costs O(1) until `facts` are asked for.
    package func comparison(
        with exchange: RecordedExchange,
        _ facts: @autoclosure () -> RequestFacts,
        _ budget: MatchBudget,
        isBrief: Bool = false
    ) -> Comparison {
        let answer = answerDifferences(in: exchange)
        var comparison = Comparison()
        if !isBrief || answer.isEmpty {
            comparison = request.comparison(with: facts(), budget, isBrief: isBrief)
        }
        comparison.differences += answer
        return comparison
    }

    /// Whether a request and its answer meet the condition for certain.
    package func accepts(
        _ exchange: RecordedExchange,
        _ facts: @autoclosure () -> RequestFacts,
        _ budget: MatchBudget
    ) -> Bool {
        comparison(with: exchange, facts(), budget, isBrief: true).isMet
    }

    private func answerDifferences(in exchange: RecordedExchange) -> [Difference] {
        var differences: [Difference] = []
        let status = exchange.status
        if !statuses.isEmpty, !statuses.contains(where: { $0.contains(status) }) {
            let wanted = statuses.map { range in
                range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound / 100)xx"
            }
            differences.append(
                Difference("status", wanted: wanted.joined(separator: " or "), found: "\(status)")
            )
        }
        let mark = exchange.mark
        if let fault, mark?.fault == nil || (fault != "*" && fault != mark?.fault) {
            differences.append(Difference("fault", wanted: "'\(fault)'", found: mark?.fault))
        }
        if let stub, stub != mark?.stub {
            let found = mark?.stub.map { "\($0)" }
            differences.append(Difference("stub", wanted: "\(stub)", found: found))
        }
        if let unknown, unknown != exchange.isUnknown {
            let words = { (isUnknown: Bool) in isUnknown ? "no route or stub" : "a route or a stub"
            }
            differences.append(
                Difference("unknown", wanted: words(unknown), found: words(!unknown))
            )
        }
        return differences
    }
}
