import MockPostlyDialect
import MockPostlyHTTP
import MockPostlyMatching
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import MockPostlyJournal

/// What comes nearest to a pattern.
@Suite
struct FindingTests {
    @Test(arguments: [
        // A slip of a letter, whatever came later.
        ("GET", "/api/postz", ["GET /api/posts", "GET /", "GET /health"], "GET /api/posts"),
        ("GET", "/api/posts", ["GET /api/post", "GET /api/users", "GET /"], "GET /api/post"),
        // Of the same path, the wanted method.
        ("POST", "/api/postz", ["POST /api/posts", "GET /api/posts"], "POST /api/posts"),
        // Another method at the wanted path is nearer than the method alone.
        ("POST", "/api/posts", ["GET /api/posts", "POST /x"], "GET /api/posts"),
        // A slip is less than another method.
        ("POST", "/api/posts", ["POST /api/post", "GET /api/posts"], "POST /api/post"),
        // Of equal ones the newest.
        ("GET", "/a", ["GET /bc?1", "GET /bc?2"], "GET /bc?2"),
    ])
    func `the least different path is the nearest`(
        method: String,
        path: String,
        came: [String],
        nearest: String
    ) throws {
        var pattern = RequestPattern()
        pattern.methods = [method]
        pattern.path = .glob(try PathGlob(path))
        let journal = Journal(JournalHub())
        let world = TimeAndChance(name: "w", clock: .frozen(at: Instant(seconds: 1)), randomSeed: 1)
        var finding = Finding()
        for (number, text) in came.enumerated() {
            let words = text.split(separator: " ").map(String.init)
            let request = try Request.asking(words[0], words[1])
            let exchange = RecordedExchange(
                request,
                Response(status: 200),
                route: .none,
                asker: nil
            )
            journal.add(exchange, start: 0, nanoseconds: 1, peer: "", in: world)
            let facts = RequestFacts(request, dialect: "", route: { nil }, users: { [] })
            let entry = try #require(journal[number + 1])
            finding.add(entry, pattern.comparison(with: facts))
        }
        let first = try #require(finding.nearest.first?.entry)
        #expect(first.number == came.firstIndex(of: nearest).map { $0 + 1 })
        #expect(finding.nearest.count == came.count)
    }
}
