import MockPostlyDialect
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyNouns
import MockPostlyOpenAPI
import MockPostlySeeds
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import APIDialect

/// The API of a description over a world whose clock stands still, without a server.
struct DescribedAPI {
    let api: API
    let world = TimeAndChance(name: "default", clock: .frozen(at: .frozen), randomSeed: 1)

    /// `text` is the description in YAML.
    init(_ text: String, rows: Int = 3, authenticates: Bool = false) throws {
        var settings = API.Settings()
        let description = try Description(Array(text.utf8))
        settings.described = try DescribedSource(description, rows: rows, overlay: nil)
        settings.file = settings.described?.file
        settings.authenticates = authenticates
        api = API(DialectContext(try Domain.inMemory(world), secret: "your-secret-key"), settings)
    }

    func answer(
        _ method: String,
        _ target: String,
        _ fields: [(String, String)] = [],
        body: String = ""
    ) throws -> Response {
        let request = try Request.asking(method, target, fields, body: body)
        guard case .now(let response) = try api.respond(to: request).reply else {
            throw NoRequest()
        }
        return response
    }

    func json(
        _ method: String,
        _ target: String,
        _ fields: [(String, String)] = [],
        body: String = ""
    ) throws -> JSONValue {
        try JSON(parsing: try answer(method, target, fields, body: body).body).root
    }

    /// The answer of the token endpoint to a form.
    func token(_ form: String) throws -> JSONValue {
        let fields = [("Content-Type", "application/x-www-form-urlencoded")]
        return try json("POST", "/oauth2/token", fields, body: form)
    }
}
