import MockPostlyJSON
import MockPostlyText
import MockPostlyWorld

@testable import MockPostlyDrift

/// A server of articles as tests need one: what it answers to a scenario differs from run to run as
/// that of a real one does.
struct PlantedServer {
    /// What differs from run to run.
    var random: RandomSource
    /// Seconds since 1970 at which the run begins.
    var time: Int64 = 1_771_072_496
    /// How many articles others have written before.
    var others = 57
    /// Whether members come in any order, as from a hash table.
    var shuffles = false

    init(_ seed: UInt64) { random = RandomSource(seed: seed) }

    static let steps = [
        DriftStep("login", "POST", "/login").with { $0.content = .person },
        DriftStep("list", "GET", "/articles?limit=3").with {
            ($0.content, $0.fixed) = (.own, ["page.limit"])
        },
        DriftStep("create", "POST", "/articles").with { $0.writes = true },
        DriftStep("comments", "GET", "/articles/{{create.id}}/comments").with { $0.writes = true },
        DriftStep("count", "GET", "/count"),
        DriftStep("recount", "GET", "/count"),
        DriftStep("missing", "GET", "/articles/none"),
        DriftStep("gone", "DELETE", "/articles/{{create.id}}").with { $0.writes = true },
    ]

    /// The answers of one run, by their steps.
    mutating func answers() -> [String: DriftAnswer] {
        let (user, article, comments) = (uuid(), objectID(), [objectID(), objectID()])
        let (now, later) = (date(time), date(time + 2))
        let author = #"{"id":"\#(user)","name":"Mira Sol","image":null}"#
        let whole = #"""
            {"id":"\#(article)","number":\#(others + 1),"slug":"low-tide","title":"Low Tide","tags":["sea","salt","sand"],"draft":false,"likes":0,"score":4.5,"author":\#(author),"createdAt":"\#(now)","updatedAt":"\#(now)","link":"http://planted.example/articles/\#(article)","expires":"\#(date(time + 900))"}
            """#
        let listed = (0..<3).map { index in
            #"{"id":"\#(objectID())","title":"\#(word()) \#(word())","image":\#(index == 1 ? "null" : "\"/i.png\""),"createdAt":"\#(date(time - Int64(index) * 5000 - 99))","author":{"id":"\#(uuid())","name":"\#(word())"}}"#
        }
        let said = comments.enumerated().map { index, id in
            #"{"id":"\#(id)","articleId":"\#(article)","text":"\#(["First!", "Second."][index])","author":\#(author),"createdAt":"\#(later)"}"#
        }
        let token =
            #"{"token":"\#(token(of: user))","user":{"id":"\#(user)","name":"Mira Sol","email":"mira@example.com","image":null,"since":"2024-09-02T06:58:45.708Z"}}"#
        let page =
            #"{"articles":[\#(listed.joined(separator: ","))],"page":{"limit":3,"total":\#(others)}}"#
        return [
            "login": answer(
                200,
                token,
                [.init("Set-Cookie", "session=\(word())\(word())A1; Path=/; HttpOnly; Max-Age=900")]
            ),
            "list": answer(200, page, [.init("Link", "</articles?page=2>; rel=\"next\"")]),
            "create": answer(201, whole, [.init("Location", "/articles/\(article)")]),
            "comments": answer(200, "[\(said.joined(separator: ","))]"),
            "count": answer(200, #"{"articles":\#(others + 1)}"#),
            "recount": answer(200, #"{"articles":\#(others + 2)}"#),
            "missing": answer(404, #"{"error":"Article 'none' not found","code":1404}"#),
            "gone": answer(204, ""),
        ]
    }

    private mutating func answer(
        _ status: Int,
        _ body: String,
        _ fields: [DriftAnswer.Field] = []
    ) -> DriftAnswer {
        var bytes = Array(body.utf8)
        if shuffles, let root = try? JSON(parsing: bytes).root {
            bytes = Array(shuffled(Node(root) { $0 }).line.utf8)
        }
        return DriftAnswer(
            status: status,
            fields: [
                .init("Content-Type", "application/json; charset=utf-8"),
                .init("Cache-Control", "no-store"), .init("Vary", "Origin"),
                .init("Access-Control-Allow-Origin", "*"), .init("X-Request-Id", uuid()),
                .init("X-RateLimit-Limit", "100"),
                .init("X-RateLimit-Remaining", "\(random.next() % 90 + 10)"),
                .init("Date", Instant(seconds: time + 2).httpDate),
                .init("Content-Length", "\(bytes.count)"), .init("ETag", "W/\"\(word())\""),
            ] + fields,
            body: bytes,
            time: time + 2
        )
    }

    private mutating func shuffled(_ node: Node) -> Node {
        switch node {
        case .object(let members):
            var list: [Node.Member] = []
            for member in members {
                list.append(.init(name: member.name, value: shuffled(member.value)))
            }
            list.shuffle(using: &random)
            return .object(list)
        case .list(let elements):
            var list: [Node] = []
            for element in elements { list.append(shuffled(element)) }
            return .list(list)
        default: return node
        }
    }

    private func date(_ seconds: Int64) -> String { Instant(seconds: seconds).rfc3339Millis }

    private mutating func token(of user: String) -> String {
        let issued = time + 1
        let claims =
            #"{"sub":"\#(user)","iat":\#(issued),"exp":\#(issued + 900),"jti":"\#(uuid())","type":"access"}"#
        let parts = [#"{"alg":"HS256","typ":"JWT"}"#, claims, word() + word()]
        return parts.map { Base64URL.encode(Array($0.utf8)) }.joined(separator: ".")
    }

    private mutating func digits(_ count: Int) -> String {
        let letters = Array("0123456789abcdef")
        var text = ""
        for _ in 0..<count { text.append(letters[Int(random.next() % 16)]) }
        return text
    }

    private mutating func objectID() -> String { digits(24) }

    private mutating func uuid() -> String {
        [8, 4, 4, 4, 12].map { digits($0) }.joined(separator: "-")
    }

    private mutating func word() -> String {
        let letters = Array("bcdfghjklmnpqrstvwxz")
        var text = ""
        for _ in 0..<10 { text.append(letters[Int(random.next() % 20)]) }
        return text
    }
}

/// What differs between three runs.
func findings(
    _ first: [String: DriftAnswer],
    _ second: [String: DriftAnswer],
    _ world: [String: DriftAnswer]
) -> [DriftFinding] {
    var comparison = DriftComparison(
        real: ["http://planted.example"],
        world: ["http://planted.example"]
    )
    for step in PlantedServer.steps {
        guard let one = first[step.name], let two = second[step.name], let here = world[step.name]
        else { continue }
        comparison.compare(step, .init(first: one, second: two, world: here))
    }
    return comparison.findings
}
