internal import MockPostlyHTTP
internal import MockPostlyJournal

/// Checks of a world that is to fail when a request comes which nothing owns (``OnUnknown/fail``).
extension JournalReader {
    /// The most requests that are named.
    private static let mostNamed = 3

    /// What each check is answered with when such a request came after the entry `after`; nil else.
    func failureOfUnknown(after: Int) -> Response? {
        let numbers = journal.unknown.filter { $0 > after }
        guard !numbers.isEmpty else { return nil }
        let named = numbers.prefix(Self.mostNamed).map { number in
            journal[number].map { "number \(number), \($0.summary)\(nearest(to: $0))" }
                ?? "number \(number)"
        }
        let rest = numbers.count - named.count
        var failure = CheckFailure(
            "Unknown request",
            "No route takes and no stub answers " + named.joined(separator: "; ")
                + (rest > 0 ? "; and \(rest) more" : "") + ".",
            self,
            hint: "This world has \"onUnknown\": \"fail\", so each check fails until the journal "
                + "is cleared. Correct the client, or add a stub."
        )
        failure.numbers = numbers
        return failure.response
    }

    /// The route that the client may have meant, in words; empty when none is near.
    private func nearest(to entry: JournalEntry) -> String {
        guard case .exchange(let exchange) = entry.content,
            let route = exchange.response["X-Mockpostly-Nearest"]
        else { return "" }
        return ", near \(route)"
    }
}
