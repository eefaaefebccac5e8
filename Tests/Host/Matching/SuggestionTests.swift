import MockPostlyMatching
import Testing

@Suite struct SuggestionTests {
    @Test(arguments: [
        ("", "", 0), ("abc", "abc", 0), ("abc", "", 3), ("", "abc", 3), ("abc", "acb", 1),
        ("abc", "ab", 1), ("abc", "abcd", 1), ("abc", "abd", 1), ("serve", "sevre", 1),
        ("ca", "abc", 3), ("kitten", "sitting", 3),
    ])
    func `typing errors are counted`(a: String, b: String, expected: Int) {
        #expect(typingErrors(between: a, and: b) == expected)
        #expect(typingErrors(between: b, and: a) == expected)
    }

    private let commands = ["serve", "routes", "seed", "token", "healthcheck", "config"]

    @Test(arguments: [
        ("sevre", "serve"), ("srv", "serve"), ("sede", "seed"), ("health", "healthcheck"),
        ("conf", "config"), ("configuration", "config"), ("tokens", "token"), ("x", nil),
        ("se", nil), ("r", nil), ("start", nil), ("healtcheck", "healthcheck"),
    ])
    func `the nearest command is suggested`(word: String, expected: String?) {
        #expect(suggestion(for: word, among: commands) == expected)
    }

    @Test func `short words have no distant neighbours`() {
        #expect(suggestion(for: "tcsh", among: ["bash", "zsh", "fish"]) == nil)
        #expect(suggestion(for: "--ab", among: ["--xy"]) == nil)
    }
}
