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

    @Test(
        arguments: [
            (401, "invalid_request,invalid_token,insufficient_scope", "invalid_token"),
            (403, "invalid_request,invalid_token,insufficient_scope", "insufficient_scope"),
            (400, "invalid_token,invalid_request,insufficient_scope", "invalid_request"),
            (404, "insufficient_scope,invalid_request,invalid_token", "invalid_request"),
            (500, "invalid_token,insufficient_scope", nil),
            (404, "internal_error,resource_missing,rate_limit_exceeded", "resource_missing"),
            (401, "internal_error,not_found", nil),
            (404, "success,error", "error"),
            (429, "OK,NOT_FOUND,RESOURCE_EXHAUSTED,UNAVAILABLE", "RESOURCE_EXHAUSTED"),
            (405, "OK,NOT_FOUND,INVALID_ARGUMENT", "INVALID_ARGUMENT"),
        ] as [(Int, String, String?)]
    )
    func `no word says success, a fault of the server or another refusal`(
        status: Int,
        words: String,
        chosen: String?
    ) {
        let choices = words.split(separator: ",").map { JSValue.string(String($0)) }
        #expect(ErrorWords.choices(choices, for: status).first?.string == chosen)
    }

    @Test func `a number of the status comes before words`() {
        let choices = [JSValue.string("not_found"), .number(404), .string("404")]
        #expect(ErrorWords.choices(choices, for: 404).first == .number(404))
    }
}
