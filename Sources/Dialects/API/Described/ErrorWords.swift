internal import MockPostlyHTTP
internal import MockPostlyJavaScript
internal import MockPostlyText

/// The words by which descriptions tell kinds of errors apart.
enum ErrorWords {
    /// What is in the words of a status, in letters alone; the best comes first.
    private static let known: [(statuses: Set<Int>, words: [String])] = [
        ([404, 410], ["notfound", "nosuch", "gone"]),
        ([401], ["unauth", "authentication"]),
        ([403], ["forbidden", "permission", "denied", "notallowed"]),
        ([409, 412], ["conflict", "exists", "duplicate", "taken", "precondition"]),
        ([429], ["ratelimit", "toomany", "throttl"]),
        ([422, 400], ["validation", "invalid", "bad", "unprocessable", "malformed"]),
    ]
    private static let server = ["server", "internal", "unavailable", "unexpected"]

    /// The choices that a refusal with `status` may be: its number, its words, then those that are
    /// no words of another status.
    static func choices(_ choices: [JSValue], for status: Int) -> [JSValue] {
        let number = String(status)
        let numbers = choices.filter { $0.text == number }
        let usual = Words.plain(usualWords(for: status))
        let exact = choices.filter { Words.plain($0.text) == usual }
        let own = exact + words(of: status).flatMap { word in choices.filter { isNamed($0, word) } }
        let foreign = Set(known.filter { !$0.statuses.contains(status) }.flatMap(\.words))
        let neutral = choices.filter { choice in !foreign.contains { isNamed(choice, $0) } }
        return numbers + own + neutral
    }

    private static func words(of status: Int) -> [String] {
        known.first { $0.statuses.contains(status) }?.words ?? (status < 500 ? ["bad"] : server)
    }

    private static func isNamed(_ choice: JSValue, _ word: String) -> Bool {
        Words.plain(choice.text).holds(word)
    }
}
