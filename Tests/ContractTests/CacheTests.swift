import Foundation
import MockPostlyTesting
import MockPostlyWorld
import Testing

/// What is remembered is never more than what the database says: a server with caches, one without
/// and one whose caches have hardly room give the same bytes, whatever is asked of them.
@Suite(.timeLimit(.minutes(15)))
struct CacheTests {
    private static let operations = 600

    /// A search through the standard seed takes long in a debug build, so most walks begin empty.
    private static let seeds: [MockServer.Seed] = [.empty, .empty, .standard]

    @Test(arguments: zip(1...3, seeds))
    func `random operations get the same answers with caches and without`(
        _ number: Int,
        _ seed: MockServer.Seed
    ) throws {
        var options = MockServer.Options(
            seed: seed,
            clock: .frozen(at: "2026-02-14T12:34:56.123456Z"),
            randomSeed: UInt64(number)
        )
        let remembering = try MockServer.inProcess(options)
        options.usesCaches = false
        let forgetful = try MockServer.inProcess(options)
        options.usesCaches = true
        options.cacheSize = 10_000
        let cramped = try MockServer.inProcess(options)
        let servers = [remembering, forgetful, cramped]
        var walk = RandomWalk(seed: UInt64(number))
        var successes = 0
        for place in 1...Self.operations {
            if let pause = walk.pause() {
                for server in servers { try server.advanceClock(by: pause) }
            }
            if walk.resets() {
                for server in servers { try server.reset() }
            }
            let request = walk.next()
            let answers = try servers.map { server in
                try server.send(
                    request.method,
                    request.path,
                    headers: request.headers,
                    body: request.body
                )
            }
            for (answer, kind) in zip(answers[1...], ["without", "with little room"])
            where answer != answers[0] {
                let difference = Self.difference(answers[0], answer, kind)
                Issue.record("operation \(place), \(request): \(difference)")
                return
            }
            if (200...299).contains(answers[0].status) { successes += 1 }
            walk.learn(from: answers[0], to: request)
        }
        // A walk that only ever failed would show nothing, and so would caches that are not used.
        #expect(successes > Self.operations / 2)
        #expect(try Self.figure("hits_total", remembering) > Self.operations / 10)
        #expect(try Self.figure("hits_total", forgetful) == 0)
        #expect(try Self.figure("hits_total", cramped) > 0)
        #expect(try Self.sum("evictions_total", remembering) == 0)
        // Of an empty world there may never be enough to remember.
        #expect(try Self.sum("evictions_total", cramped) > 0 || seed == .empty)
        #expect(try Self.sum("bytes", cramped) <= Self.sum("limit_bytes", cramped))
    }

    @Test
    func `a world that is deleted gives its memory back`() throws {
        let server = try MockServer.inProcess(.init(seed: .standard))
        let world = try server.makeWorld()
        for path in ["/api/posts", "/posts", "/posts/search?q=love", "/icon/a/20"] {
            let answer = try world.send("GET", path, headers: ["Accept-Encoding": "gzip"])
            #expect(answer.status == 200)
        }
        #expect(try Self.sum("bytes", server) > 100_000)
        try world.delete()
        #expect(try Self.sum("bytes", server) == 0)
    }

    @Test
    func `long targets of short answers count as what is remembered`() throws {
        let server = try MockServer.inProcess(.init(seed: .empty))
        let filling = String(repeating: "x", count: 4000)
        for number in 1...100 {
            let answer = try server.send("GET", "/api/posts?page=\(number)&\(filling)")
            #expect(answer.status == 200)
        }
        #expect(try Self.figure("bytes", server) > 400_000)
    }

    /// What two answers have where they begin to differ.
    private static func difference(
        _ answer: MockServer.Answer,
        _ other: MockServer.Answer,
        _ kind: String
    ) -> String {
        let texts = [answer, other].map { Array($0.description.utf8) }
        let same = zip(texts[0], texts[1]).prefix { $0 == $1 }.count
        let parts = texts.map { text in
            String(decoding: text[max(0, same - 60)...].prefix(120), as: UTF8.self)
        }
        return "with caches\n\(parts[0])\n\(kind)\n\(parts[1])"
    }

    /// What the metrics say about the cache of the default world.
    private static func figure(_ name: String, _ server: MockServer) throws -> Int {
        try metric("cache_\(name){", server)
    }

    /// What the metrics say about all caches together.
    private static func sum(_ name: String, _ server: MockServer) throws -> Int {
        try metric("caches_\(name) ", server)
    }

    private static func metric(_ start: String, _ server: MockServer) throws -> Int {
        let text = try server.send("GET", "/__mockpostly/v1/metrics").text
        let line = try #require(
            text.split(separator: "\n").first { $0.hasPrefix("mockpostly_\(start)") }
        )
        return try #require(line.split(separator: " ").last.flatMap { Int($0) })
    }
}

/// A request as ``MockServer/send(_:_:headers:body:)`` takes it.
private struct Request: CustomStringConvertible {
    var method: String
    var path: String
    var headers: MockServer.Headers = [:]
    var body = ""

    var description: String { "\(method) \(path) \(body)" }
}

/// Requests at random, about what earlier answers have shown: most of them make sense.
private struct RandomWalk {
    private var random: RandomSource
    /// The newest token of each person.
    private var tokens = ["nobody": "no-token"]
    private var posts = [Post(id: String(repeating: "0", count: 24)), Post(id: "no-id")]
    private var slugs = ["no-slug"]
    private var users = ["me", "nobody"]
    private var comments: [(post: String, id: String)] = []
    /// How many of the next requests are log-ins, so that there is somebody to write.
    private var logIns = 3
    /// The last list that was asked for; it is asked for again after most other requests.
    private var list: Request?
    private var isListDue = false

    /// A post, and who may change it.
    private struct Post {
        var id: String
        var author = ""
    }

    private static let words = ["tide", "Salt", "low", "Élan", "sea", "c++", "ebb", "猫", ""]
    private static let statuses = ["published", "draft", "archived", ""]

    init(seed: UInt64) {
        random = RandomSource(seed: seed)
    }

    /// How far the clock moves before the next request; nil when it does not, so that posts of the
    /// same moment occur.
    mutating func pause() -> Duration? {
        switch roll(100) {
        case 0: .seconds(86_400)
        case 1...40: .milliseconds(Int(roll(5000)))
        default: nil
        }
    }

    /// Whether the content is that of the seed again, and most of what is known is gone.
    mutating func resets() -> Bool {
        guard roll(150) == 0 else { return false }
        (posts, slugs) = (posts.suffix(2), slugs.suffix(2))
        logIns = 3
        return true
    }

    mutating func next() -> Request {
        if logIns > 0 {
            logIns -= 1
            return logInWithGoogle()
        }
        if isListDue, let list, roll(3) > 0 {
            isListDue = false
            return list
        }
        let request = anything()
        if request.path.contains("/posts?") || request.path.contains("/search?") { list = request }
        isListDue = true
        return request
    }

    private mutating func anything() -> Request {
        switch roll(100) {
        case 0..<17: page()
        case 17..<24: search()
        case 24..<42: show()
        case 42..<54: create()
        case 54..<62: update()
        case 62..<65: delete()
        case 65..<76: like()
        case 76..<83: comment()
        case 83..<87: deleteComment()
        case 87..<92: logInWithGoogle()
        case 92..<94: logIn()
        default: oddity()
        }
    }

    // MARK: Requests

    private mutating func page() -> Request {
        let path = pick(["/api/posts", "/api/posts", "/api/users/\(pick(users))/posts"])
        var query: [String] = []
        if roll(3) > 0 { query.append("page=\(pick(["1", "1", "2", "3", "0", "x", "99"]))") }
        if roll(2) == 0 { query.append("limit=\(pick(["1", "3", "10", "25", "-1", "0"]))") }
        if roll(3) == 0 { query.append("status=\(pick(Self.statuses))") }
        return authorized(pick(["GET", "GET", "HEAD"]), join(path, query))
    }

    private mutating func search() -> Request {
        let word = pick(Self.words).addingPercentEncoding(withAllowedCharacters: .alphanumerics)
        return Request(method: "GET", path: "/api/posts/search?q=\(word ?? "")")
    }

    private mutating func show() -> Request {
        let id = pick(posts).id
        let path =
            switch roll(6) {
            case 0: "/api/posts/slug/\(pick(slugs))"
            case 1: "/api/posts/\(id.uppercased())"
            case 2: "/api/posts/\(id)/comments"
            default: "/api/posts/\(id)"
            }
        return Request(method: pick(["GET", "GET", "GET", "HEAD"]), path: path)
    }

    private mutating func create() -> Request {
        json("POST", "/api/posts", ["title": text(), "content": text(), "status": status()])
    }

    private mutating func update() -> Request {
        var changes: [String: Any] = [:]
        if roll(2) == 0 { changes["title"] = text() }
        if roll(2) == 0 { changes["content"] = text() }
        if roll(3) == 0 { changes["status"] = status() }
        if roll(3) == 0 { changes["coverImage"] = roll(2) == 0 ? NSNull() : "https://x.example/1" }
        let post = pick(posts)
        return json("PUT", "/api/posts/\(post.id)", changes, as: post.author)
    }

    private mutating func delete() -> Request {
        let post = pick(posts)
        return authorized("DELETE", "/api/posts/\(post.id)", as: post.author)
    }

    private mutating func like() -> Request {
        authorized(pick(["POST", "POST", "DELETE", "GET"]), "/api/posts/\(pick(posts).id)/like")
    }

    private mutating func comment() -> Request {
        json("POST", "/api/posts/\(pick(posts).id)/comments", ["content": text()])
    }

    private mutating func deleteComment() -> Request {
        guard !comments.isEmpty else { return comment() }
        let (post, id) = pick(comments)
        return authorized("DELETE", "/api/posts/\(post)/comments/\(id)")
    }

    /// Accounts are overwritten with other names, which old posts must not show.
    private mutating func logInWithGoogle() -> Request {
        let number = roll(4)
        let claims =
            #"{"sub":"10\#(number)","email":"g\#(number)@example.com","name":"\#(text())","#
            + #""iss":"accounts.google.com","iat":0,"exp":4102444800}"#
        let recipe = TokenRecipe(isGoogle: true, claims: claims)
        return json("POST", "/api/auth/login", ["token": recipe.token(at: Instant(seconds: 0))])
    }

    private mutating func logIn() -> Request {
        let email = "u\(roll(3))@example.com"
        let path = pick(["/api/auth/register", "/api/auth/login/email"])
        return json("POST", path, ["email": email, "name": text(), "password": "low-tide"])
    }

    private mutating func oddity() -> Request {
        switch roll(5) {
        case 0: Request(method: "PATCH", path: "/api/posts")
        case 1: Request(method: "GET", path: "/api//posts/\(pick(posts).id)")
        case 2: Request(method: "GET", path: "/api/posts/%zz")
        case 3: authorized("POST", "/api/posts")
        default: authorized("GET", "/api/auth/check")
        }
    }

    // MARK: Answers

    /// Keeps what later requests can be about.
    mutating func learn(from answer: MockServer.Answer, to request: Request) {
        guard let json = try? JSONSerialization.jsonObject(with: Data(answer.body)) else { return }
        if let session = json as? [String: Any], let token = session["accessToken"] as? String {
            let id = (session["user"] as? [String: Any])?["userId"] as? String ?? ""
            tokens[id] = token
            users.append(id)
        }
        let page = (json as? [String: Any])?["posts"] ?? json
        for object in (page as? [[String: Any]]) ?? [page as? [String: Any] ?? [:]] {
            guard let id = object["_id"] as? String else { continue }
            if let slug = object["slug"] as? String {
                let author = (object["author"] as? [String: Any])?["userId"] as? String
                posts.append(Post(id: id, author: author ?? ""))
                slugs.append(slug)
            } else if request.method == "POST" {
                let post = request.path.split(separator: "/")[2]
                comments.append((String(post), id))
            }
        }
        posts = Array(posts.suffix(60))
        slugs = Array(slugs.suffix(60))
    }

    // MARK: Parts

    private mutating func roll(_ count: UInt64) -> UInt64 { random.next() % count }

    private mutating func pick<Element>(_ choices: [Element]) -> Element {
        choices[Int(roll(UInt64(choices.count)))]
    }

    private mutating func text() -> String {
        let count = roll(4)
        return (0...count).map { _ in pick(Self.words) }.joined(separator: " ")
    }

    private mutating func status() -> Any {
        roll(4) == 0 ? NSNull() : pick(["published", "published"] + Self.statuses)
    }

    private func join(_ path: String, _ query: [String]) -> String {
        query.isEmpty ? path : path + "?" + query.joined(separator: "&")
    }

    /// A request with a token: mostly that of `person`, where somebody is named who has one.
    private mutating func authorized(
        _ method: String,
        _ path: String,
        as person: String = ""
    ) -> Request {
        let people = tokens.keys.sorted()
        let own = roll(4) == 0 ? nil : tokens[person]
        let token = own ?? tokens[pick(people)] ?? ""
        let headers: MockServer.Headers =
            roll(20) == 0 ? [:] : ["Authorization": "Bearer \(token)"]
        return Request(method: method, path: path, headers: headers)
    }

    private mutating func json(
        _ method: String,
        _ path: String,
        _ object: [String: Any],
        as person: String = ""
    ) -> Request {
        var request = authorized(method, path, as: person)
        request.headers["Content-Type"] = "application/json"
        let data = try? JSONSerialization.data(withJSONObject: object, options: .sortedKeys)
        request.body = data.map { String(decoding: $0, as: UTF8.self) } ?? ""
        if roll(30) == 0 { request.body.removeLast() }
        return request
    }
}
