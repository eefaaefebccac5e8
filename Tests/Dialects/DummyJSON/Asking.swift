import MockPostlyDialect
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyNouns
import MockPostlySeeds
import MockPostlyTestKit
import MockPostlyWorld

@testable import DummyJSONDialect

extension DummyJSON {
    /// The API over a world of its own whose clock stands still.
    ///
    /// Without `records` they are those of the program.
    static func fresh(
        _ records: [DocumentKind: String]? = nil,
        secret: String = "your-secret-key",
        usesCaches: Bool = true,
        budget: CacheBudget = CacheBudget(),
        change: (inout Settings) -> Void = { _ in }
    ) throws -> DummyJSON {
        var settings = Settings()
        change(&settings)
        let era = settings.era
        let world = TimeAndChance(name: "default", clock: .frozen(at: .frozen), randomSeed: 1)
        var origin = DocumentOrigin(.standard) { era.records($0) }
        if let records {
            origin = DocumentOrigin(.empty) { _ in era.records(.of(records)) }
        }
        let domain = try Domain.inMemory(world, documents: origin)
        let context = DialectContext(
            domain,
            secret: secret,
            usesCaches: usesCaches,
            caches: budget
        )
        return DummyJSON(context, settings)
    }

    /// The answer to a request; slow work is done on the spot, and nothing waits.
    func answer(
        _ method: String,
        _ target: String,
        _ fields: [(String, String)] = [],
        body: String = ""
    ) throws -> Response {
        try answer(.asking(method, target, fields, body: Array(body.utf8)))
    }

    func answer(_ request: Request) throws -> Response {
        try respond(to: request).reply.response
    }

    func get(_ target: String, _ fields: [(String, String)] = []) throws -> Response {
        try answer("GET", target, fields)
    }

    /// The answer to a request with a JSON body.
    func send(_ method: String, _ target: String, _ json: String) throws -> Response {
        try answer(method, target, [("Content-Type", "application/json")], body: json)
    }
}

extension DocumentSet {
    /// Records given as the members of JSON arrays; none of the kinds that are not named.
    static func of(_ records: [DocumentKind: String]) -> DocumentSet {
        DocumentSet { Array("[\(records[$0] ?? "")]".utf8) }
    }
}

extension Response {
    /// The values of all fields called `name`.
    func values(_ name: String) -> [String] {
        allFields.filter { $0.name == name }.map(\.value)
    }

}

/// The refusal that `body` ends with, if it does.
func refusal(_ body: () throws -> some Any) -> Failure? {
    do {
        _ = try body()
        return nil
    } catch {
        return error as? Failure
    }
}

extension RandomNumberGenerator {
    mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

    mutating func pick<Choices: RandomAccessCollection>(_ choices: Choices) -> Choices.Element
    where Choices.Index == Int {
        choices[choices.startIndex + below(choices.count)]
    }
}
