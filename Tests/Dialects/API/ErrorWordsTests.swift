import MockPostlyJavaScript
import Testing

@testable import APIDialect

/// Which word of an error's enum a refusal gets.
struct ErrorWordsTests {
    private static let words = ["not_found", "out_of_paper", "validation_failed", "internal_error"]

    @Test(arguments: [
        (404, "not_found"), (422, "validation_failed"), (400, "validation_failed"),
        (500, "internal_error"), (409, "out_of_paper"), (401, "out_of_paper"),
    ])
    func `the word fits the status, and is never that of another one`(status: Int, word: String) {
        let choices = Self.words.map { JSValue.string($0) }
        #expect(ErrorWords.choices(choices, for: status).first == .string(word))
    }

    @Test func `the usual words of a status come before others with a word of them`() {
        let choices = ["item_name_invalid", "bad_request", "conflict", "precondition_failed"]
            .map { JSValue.string($0) }
        #expect(ErrorWords.choices(choices, for: 400).first == .string("bad_request"))
        #expect(ErrorWords.choices(choices, for: 412).first == .string("precondition_failed"))
    }

    @Test func `a number of the status comes before words`() {
        let choices = [JSValue.string("not_found"), .number(404), .string("404")]
        #expect(ErrorWords.choices(choices, for: 404).first == .number(404))
    }
}
