internal import MockPostlyHTTP
internal import MockPostlyJavaScript
internal import MockPostlyText

/// The words by which descriptions tell kinds of errors apart.
enum ErrorWords {
    /// What is in the words of a status, in letters alone; the best comes first.
    private static let known: [(statuses: Set<Int>, words: [String])] = [
        ([404, 410], ["notfound", "nosuch", "gone"]),
        ([401], ["unauth", "authentication", "invalidtoken", "expired", "login", "credential"]),
        ([403], ["forbidden", "permission", "denied", "notallowed", "scope"]),
        ([409, 412], ["conflict", "exists", "duplicate", "taken", "precondition"]),
        ([429], ["ratelimit", "toomany", "throttl", "exhausted"]),
        ([422, 400], ["validation", "invalid", "bad", "unprocessable", "malformed"]),
    ]
    private static let server = ["server", "internal", "unavailable", "unexpected"]
    /// What any refusal of a request may be called.
    private static let general = ["bad", "invalid", "error"]
    private static let successes: Set<String> = ["ok", "success", "none"]

    /// The choices that a refusal with `status` may be: its number, its words, those that are no words
    /// of another status, then general ones; empty where all belong to others.
    static func choices(_ choices: [JSValue], for status: Int) -> [JSValue] {
        let number = String(status)
        let usual = Words.plain(usualWords(for: status))
        let foreign = foreignWords(to: status)
        let neutral = choices.filter { choice in
            !successes.contains(Words.plain(choice.text)) && !isNamed(choice, anyOf: foreign)
        }
        return choices.filter { $0.text == number }
            + choices.filter { Words.plain($0.text) == usual }
            + named(ownWords(of: status), neutral) + named(ownWords(of: status), choices)
            + neutral
            + (status < 500 ? named(general, choices.filter { !isNamed($0, anyOf: server) }) : [])
    }

    /// The choices with one of these words, those with the first word first.
    private static func named(_ words: [String], _ choices: [JSValue]) -> [JSValue] {
        words.flatMap { word in choices.filter { isNamed($0, anyOf: [word]) } }
    }

    private static func ownWords(of status: Int) -> [String] {
        known.first { $0.statuses.contains(status) }?.words ?? (status < 500 ? general : server)
    }

    private static func foreignWords(to status: Int) -> [String] {
        known.filter { !$0.statuses.contains(status) }.flatMap(\.words)
            + (status < 500 ? server : [])
    }

    private static func isNamed(_ choice: JSValue, anyOf words: [String]) -> Bool {
        let plain = Words.plain(choice.text)
        return words.contains { plain.holds($0) }
    }
}
