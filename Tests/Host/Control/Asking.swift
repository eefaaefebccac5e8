import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyTestKit
import Testing

@testable import MockPostlyControl

/// Expects that `response` is a problem called `title` whose detail and hint have these words.
func expectProblem(
    _ response: Response,
    _ status: Int,
    _ title: String,
    naming word: String = "",
    hinting hint: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    #expect(response.status == status, sourceLocation: sourceLocation)
    #expect(response["Content-Type"] == "application/problem+json", sourceLocation: sourceLocation)
    let root = try JSON(parsing: response.body).root
    #expect(root["title"]?.string == title, sourceLocation: sourceLocation)
    #expect(root["status"]?.int == Int64(status), sourceLocation: sourceLocation)
    let detail = root["detail"]?.string ?? ""
    #expect(detail.contains(word), "\(detail)", sourceLocation: sourceLocation)
    let told = root["hint"]?.string ?? ""
    #expect(!told.isEmpty && told.contains(hint), "\(told)", sourceLocation: sourceLocation)
}

/// What a table of refusals says of one.
struct Refusal: Sendable, CustomTestStringConvertible {
    var body: String
    var status: Int
    var title: String
    var word: String
    var hint: String

    init(
        _ body: String,
        _ title: String,
        _ word: String,
        hint: String = "",
        status: Int = 400
    ) {
        self.body = body
        self.status = status
        self.title = title
        self.word = word
        self.hint = hint
    }

    var testDescription: String { body }
}

extension Refusal {
    /// Expects that `server` refuses a request with this body so.
    func hold(
        _ server: TestServer,
        _ method: String,
        _ path: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let response = try server.answer(method, path, body: body)
        try expectProblem(
            response,
            status,
            title,
            naming: word,
            hinting: hint,
            sourceLocation: sourceLocation
        )
    }
}
