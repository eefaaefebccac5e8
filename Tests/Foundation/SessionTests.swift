import Foundation
import MockPostlyFoundation
import MockPostlyTesting
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What an app sends through its `URLSession` goes to a world of a server in this process.
@Suite(.timeLimit(.minutes(5)))
struct SessionTests {
    struct Session: Codable {
        var accessToken: String
    }

    struct Draft: Codable, Hashable {
        var title: String
        var content: String
    }

    struct Page: Decodable {
        struct Post: Decodable {
            var title: String
        }
        struct Pagination: Decodable {
            var total: Int
        }
        var posts: [Post]
        var pagination: Pagination
    }

    private static let server = Result { try MockServer.inProcess() }

    private let world: MockServer.World
    private let session: URLSession
    private let base: URL

    init() throws {
        world = try Self.server.get().makeWorld()
        session = URLSession(configuration: world.sessionConfiguration())
        base = try world.baseURL(of: .postly)
    }

    private func get(_ path: String) async throws -> (data: Data, response: HTTPURLResponse) {
        let url = try #require(URL(string: path, relativeTo: base))
        let (data, response) = try await session.data(from: url)
        return (data, try #require(response as? HTTPURLResponse))
    }

    private func post(
        _ path: String,
        _ body: some Encodable,
        token: String? = nil
    ) throws -> URLRequest {
        var request = URLRequest(url: try #require(URL(string: path, relativeTo: base)))
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        request.httpBody = try JSONEncoder().encode(body)
        return request
    }

    private func error(_ body: () async throws -> Void) async -> URLError.Code? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? URLError)?.code
        }
    }

    @Test func `an app signs in, posts and lists`() async throws {
        let before = try JSONDecoder().decode(Page.self, from: await get("posts?limit=1").data)
        let token = try world.token(for: "mira.sol@example.com")
        let draft = Draft(title: "Low Tide", content: "Salt and sand.")
        let (_, answer) = try await session.data(for: post("posts", draft, token: token))
        #expect((answer as? HTTPURLResponse)?.statusCode == 201)
        let page = try JSONDecoder().decode(Page.self, from: await get("posts?limit=1").data)
        #expect(page.posts.first?.title == "Low Tide")
        #expect(page.pagination.total == before.pagination.total + 1)
        #expect(try world.requests(.post("/api/posts")).first?.request.decode() == draft)
        // What came to this world came to no other.
        #expect(try Self.server.get().makeWorld().requests().isEmpty)
    }

    @Test func `a body arrives whole, also that of a stream`() async throws {
        try world.addStub(on: .post("/api/anything"), .status(204))
        let body = Data(repeating: 0x61, count: 100_000)
        var request = URLRequest(url: base.appendingPathComponent("anything"))
        request.httpMethod = "POST"
        request.httpBodyStream = InputStream(data: body)
        let (_, answer) = try await session.data(for: request)
        #expect((answer as? HTTPURLResponse)?.statusCode == 204)
        let sent = try await world.takeRequest().request
        #expect(sent.headers["Content-Length"] == "100000" && sent.text?.first == "a")
        // On Linux a protocol cannot know it, and does not send another one.
        let own = request
        let code = await error { _ = try await session.upload(for: own, from: body) }
        #if canImport(FoundationNetworking)
            #expect(code == .requestBodyStreamExhausted)
            #expect(try world.requests().count == 1)
        #else
            #expect(code == nil)
        #endif
    }

    @Test(arguments: [
        (MockServer.Fault.reset(), URLError.Code.networkConnectionLost),
        (.close(at: .head), .networkConnectionLost),
        (.truncate(), .networkConnectionLost),
        (.reset(at: .bytes(10)), .networkConnectionLost),
        (.body(.garbage), .cannotParseResponse),
        (.body(.badChunk), .cannotParseResponse),
        (.body(.wrongLength), .networkConnectionLost),
    ])
    func `what a fault does to a connection is an error of the session`(
        fault: MockServer.Fault,
        code: URLError.Code
    ) async throws {
        try world.addFault(fault, on: .get("/api/posts"), times: 1)
        #expect(await error { _ = try await get("posts") } == code)
        #expect(try await get("posts").response.statusCode == 200)
    }

    @Test(arguments: [
        MockServer.Fault.stall(at: .start), .stall(at: .half), .delay(.seconds(600)),
        .delay(.seconds(600), at: .answer),
    ])
    func `an answer that does not come is a timeout`(fault: MockServer.Fault) async throws {
        try world.addFault(fault)
        var request = URLRequest(url: base.appendingPathComponent("posts"))
        request.timeoutInterval = 0.2
        let task = request
        #expect(await error { _ = try await session.data(for: task) } == .timedOut)
        let configuration = world.sessionConfiguration()
        configuration.timeoutIntervalForRequest = 0.2
        let other = URLSession(configuration: configuration)
        let url = base.appendingPathComponent("posts")
        #expect(await error { _ = try await other.data(from: url) } == .timedOut)
    }

    @Test func `a body that comes in pieces is whole`() async throws {
        try world.addFault(.delay(.milliseconds(1), at: .piece(100)))
        let pieces = Pieces()
        let own = URLSession(
            configuration: world.sessionConfiguration(),
            delegate: pieces,
            delegateQueue: nil
        )
        own.dataTask(with: base.appendingPathComponent("posts")).resume()
        let sizes = await pieces.sizes()
        let whole = try await get("posts").data.count
        #expect(whole > 1_000 && sizes.reduce(0, +) == whole)
        #if !canImport(FoundationNetworking)
            #expect(sizes.count > 3 && sizes.dropFirst().allSatisfy { $0 <= 100 })
        #endif
    }

    @Test func `a redirect is followed, as a GET after 303`() async throws {
        try world.addStub(
            on: .post("/api/old"),
            .status(303, headers: ["Location": "\(world.path)/api/posts?limit=2"])
        )
        try world.addStub(on: .get("/api/loop"), .status(302, headers: ["Location": "loop"]))
        let (data, answer) = try await session.data(for: post("old", ["a": 1]))
        #expect(try JSONDecoder().decode(Page.self, from: data).posts.count == 2)
        #expect(answer.url?.absoluteString == base.absoluteString + "posts?limit=2")
        #expect(try world.requests().map(\.method) == ["POST", "GET"])
        #expect(await error { _ = try await get("loop") } == .httpTooManyRedirects)
    }

    @Test func `a redirect to another host is the answer itself`() async throws {
        let headers: MockServer.Headers = ["Location": "https://elsewhere.example/"]
        try world.addStub(on: .get("/api/away"), .status(302, headers: headers))
        #expect(try await get("away").response.statusCode == 302)
    }

    @Test func `cookies are kept for the session, and for no other`() async throws {
        try world.addStub(
            on: .get("/api/in"),
            .status(200, headers: ["Set-Cookie": "a=1; Path=/", "set-cookie": "b=2; Path=/"])
        )
        _ = try await get("in")
        _ = try await get("posts")
        let other = URLSession(configuration: world.sessionConfiguration())
        _ = try await other.data(from: base.appendingPathComponent("posts"))
        let sent = try world.requests(.get("/api/posts"), showsSecrets: true)
        let first = try #require(sent.first?.request.headers["Cookie"])
        #expect(Set(first.split(separator: "; ")) == ["a=1", "b=2"])
        #expect(sent.count == 2 && sent[1].request.headers["Cookie"] == nil)
    }

    @Test func `a base URL that is built in leads to the world`() async throws {
        let own = URLSession(
            configuration: world.sessionConfiguration(answering: ["api.postly.example"])
        )
        let url = try #require(URL(string: "https://api.postly.example/api/posts?limit=1"))
        let (data, _) = try await own.data(from: url)
        #expect(try JSONDecoder().decode(Page.self, from: data).posts.count == 1)
        #expect(try await world.takeRequest().path == "\(world.path)/api/posts?limit=1")
    }

    @Test func `a server that listens is reached as well`() async throws {
        let live = try MockServer.live().makeWorld()
        let own = URLSession(configuration: live.sessionConfiguration(answering: ["api.example"]))
        let url = try #require(URL(string: "http://api.example/api/posts"))
        let (_, answer) = try await own.data(from: url)
        #expect((answer as? HTTPURLResponse)?.statusCode == 200)
        try live.addFault(.truncate())
        #expect(await error { _ = try await own.data(from: url) } == .networkConnectionLost)
    }

    @Test func `a server that has ended cannot be connected to`() async throws {
        var configuration: URLSessionConfiguration?
        do {
            let ended = try MockServer.inProcess()
            configuration = ended.defaultWorld.sessionConfiguration()
        }
        let own = URLSession(configuration: try #require(configuration))
        let url = base.appendingPathComponent("posts")
        #expect(await error { _ = try await own.data(from: url) } == .cannotConnectToHost)
    }
}

/// The sizes of the pieces in which the body of one task comes.
private final class Pieces: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private let (stream, news) = AsyncStream.makeStream(of: Int.self)

    func sizes() async -> [Int] {
        await stream.reduce(into: []) { $0.append($1) }
    }

    func urlSession(_: URLSession, dataTask _: URLSessionDataTask, didReceive data: Data) {
        news.yield(data.count)
    }

    func urlSession(_: URLSession, task _: URLSessionTask, didCompleteWithError _: (any Error)?) {
        news.finish()
    }
}
