import Testing

@testable import MockPostlyCLI

@Suite
struct QuotedTests {
    @Test func `what a terminal would act on is escaped`() {
        #expect(quoted("a\u{1B}[2Jb\n") == "\"a\\u{1b}[2Jb\\u{a}\"")
        #expect(quoted("Zoë 猫") == "\"Zoë 猫\"")
    }
}
