import Dispatch
import Foundation
import MockPostlyTesting
import MockPostlyThreads
import MockPostlyWorld
import Testing

/// Many clients at once, each in a world of its own.
@Suite(.timeLimit(.minutes(15)))
struct ParallelWorldsTests {
    /// Several for each thread, and more than there are lanes.
    private static let worlds = 80
    private static let threads = 8
    private static let rounds = 4

    @Test
    func `eighty clients write and count, and every sum holds`() throws {
        let server = try MockServer.live(.init(randomSeed: 3))
        let untouched = try server.defaultWorld.exportSeed()
        let worlds = try (0..<Self.worlds).map { try server.makeWorld(randomSeed: UInt64($0)) }
        let faults = Monitor<[String]>([])
        DispatchQueue.concurrentPerform(iterations: Self.threads) { thread in
            do {
                // The worlds of a thread stand between those of all others.
                let places = stride(from: thread, to: worlds.count, by: Self.threads)
                var clients = try places.map { try Client(worlds[$0], seed: UInt64($0)) }
                for _ in 0..<Self.rounds {
                    for index in clients.indices { try clients[index].act() }
                    for client in clients {
                        let found = try client.faults()
                        faults.withLock { $0 += found }
                    }
                }
            } catch {
                faults.withLock { $0.append("thread \(thread): \(error)") }
            }
        }
        #expect(faults.withLock { $0 } == [])
        #expect(try server.defaultWorld.exportSeed() == untouched)
    }

    @Test
    func `while a world is reset again and again, requests see one state or the other`() throws {
        let server = try MockServer.live(.init(randomSeed: 3))
        let world = try server.makeWorld()
        let content = try world.exportSeed()
        let faults = Monitor<[String]>([])
        let (clients, total) = (4, try world.total())
        DispatchQueue.concurrentPerform(iterations: clients + 1) { number in
            do {
                if number == clients {
                    for _ in 0..<20 { try world.reset() }
                } else {
                    let client = try Client(world, seed: UInt64(number))
                    for _ in 0..<20 {
                        if let fault = try client.wholeness(of: total) {
                            faults.withLock { $0.append(fault) }
                        }
                    }
                }
            } catch {
                faults.withLock { $0.append("\(number): \(error)") }
            }
        }
        #expect(faults.withLock { $0 } == [])
        try world.reset()
        #expect(try world.exportSeed() == content)
    }

    @Test
    func `a reset waits while another thread imports`() throws {
        let server = try MockServer.live(.init(randomSeed: 3))
        let world = try server.makeWorld()
        let content = try world.exportSeed()
        let faults = Monitor<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 2) { number in
            do {
                for _ in 0..<6 {
                    if number == 0 {
                        let path = "/__mockpostly/v1/import?world=\(world.name)"
                        let body = String(decoding: content, as: UTF8.self)
                        _ = try server.send("POST", path, body: body)
                    } else {
                        try world.reset()
                    }
                }
            } catch {
                faults.withLock { $0.append("\(number): \(error)") }
            }
        }
        #expect(faults.withLock { $0 } == [])
    }

    @Test
    func `while worlds are made and deleted, each is whole or not there`() throws {
        let server = try MockServer.live(.init(seed: .empty, randomSeed: 3))
        let faults = Monitor<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 4) { number in
            do {
                for round in 0..<8 {
                    let world = try server.makeWorld(named: "w-\(number)-\(round)")
                    _ = try Author(world).publish("Low Tide")
                    if try world.total() != 1 { throw Fault("a world has not one post") }
                    try world.delete()
                    let status = try world.send("GET", "/api/posts").status
                    if status != 404 { throw Fault("a world that is gone answers \(status)") }
                }
            } catch {
                faults.withLock { $0.append("\(number): \(error)") }
            }
        }
        #expect(faults.withLock { $0 } == [])
        #expect(try server.worlds.map(\.name) == ["default"])
    }
}

private struct Fault: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Somebody who knows what they have written in a world, on a connection of their own.
private struct Client {
    private let world: MockServer.World
    private let connection: LoopbackConnection
    private let token: String
    private let feedToken: String
    private var random: RandomSource
    private var posts: [OwnPost] = []
    private var lists: Int
    private var feed: Int
    private var made = 0

    private struct OwnPost {
        var id: String
        var isLiked = false
        var comments = 0
        var views = 0
    }

    init(_ world: MockServer.World, seed: UInt64) throws {
        guard let connection = try world.server.connect() else { throw Fault("no connection") }
        self.world = world
        self.connection = connection
        token = try world.token(for: "mira.sol@example.com")
        // One of the seed, which a reset does not take back.
        feedToken = "mira-sol-token-for-trying-the-feed-out-0000"
        random = RandomSource(seed: seed)
        (lists, feed) = (0, 0)
        lists = try listed(limit: 1).total
        feed = try feedTotal()
    }

    /// Writes three things that random numbers choose.
    mutating func act() throws {
        for _ in 0..<3 {
            let place = posts.indices.randomElement(using: &random)
            switch (Int.random(in: 0..<7, using: &random), place) {
            case (0, let place?):
                posts[place].isLiked.toggle()
                let method = posts[place].isLiked ? "POST" : "DELETE"
                try expect(200, method, "/api/posts/\(posts[place].id)/like")
            case (1, let place?):
                posts[place].comments += 1
                let path = "/api/posts/\(posts[place].id)/comments"
                try expect(201, "POST", path, #"{"content":"c"}"#)
            case (2, let place?):
                posts[place].views += 1
                try expect(200, "GET", "/api/posts/\(posts[place].id)")
            case (3, let place?):
                try expect(200, "DELETE", "/api/posts/\(posts[place].id)")
                posts.remove(at: place)
            case (4, _):
                feed += 1
                let body = try expect(
                    201,
                    "POST",
                    "/api/community/posts",
                    #"{"content":"c"}"#,
                    token: feedToken
                )
                // Ids go on by one: nobody else writes here.
                guard body.text.contains("{\"data\":{\"id\":\(feed),") else {
                    throw Fault("\(world.name): not post \(feed): \(body.text)")
                }
            default:
                made += 1
                let body = #"{"title":"Own \#(made)","content":"c"}"#
                let answer = try expect(201, "POST", "/api/posts", body)
                let post = try JSONDecoder().decode(Post.self, from: Data(answer.body))
                guard post.slug == "own-\(made)" else { throw Fault("the slug is \(post.slug)") }
                posts.append(OwnPost(id: post.id))
            }
        }
    }

    /// What is otherwise than this client has made it.
    func faults() throws -> [String] {
        var faults: [String] = []
        // The newest come first, so the seed's need not be among them: the total has those.
        let page = try listed(limit: posts.count + 1)
        if page.total != lists + posts.count {
            faults.append("\(world.name): \(page.total) posts, not \(lists + posts.count)")
        }
        let own = Dictionary(uniqueKeysWithValues: posts.map { ($0.id, $0) })
        let found = page.posts.filter { $0.slug.hasPrefix("own-") }
        if Set(found.map(\.id)) != Set(own.keys) { faults.append("\(world.name): other posts") }
        for post in found {
            guard let known = own[post.id] else { continue }
            if post.likes != (known.isLiked ? 1 : 0) || post.views != known.views
                || post.comments.count != known.comments
            {
                faults.append("\(world.name): \(post) is not \(known)")
            }
        }
        if try feedTotal() != feed { faults.append("\(world.name): the feed is not \(feed)") }
        return faults
    }

    /// Writes where `total` posts were before anybody did, and says what is only half there in a
    /// list.
    func wholeness(of total: Int) throws -> String? {
        try expect(201, "POST", "/api/posts", #"{"title":"New","content":"c"}"#)
        let page = try listed()
        if page.total != page.posts.count { return "\(page.total) of \(page.posts.count) posts" }
        let new = page.posts.filter { $0.slug.hasPrefix("new") }.count
        return page.total - new == total ? nil : "\(page.total) posts, \(new) of them new"
    }

    // MARK: Requests

    private struct Post: Decodable {
        enum CodingKeys: String, CodingKey {
            case id = "_id"
            case slug, likes, views, comments
        }

        struct Comment: Decodable {}

        var id: String
        var slug: String
        var likes: Int
        var views: Int
        var comments: [Comment]
    }

    private struct Page: Decodable {
        struct Pagination: Decodable {
            var total: Int
        }

        var pagination: Pagination
        var posts: [Post]
        var total: Int { pagination.total }
    }

    private func listed(limit: Int = 1000) throws -> Page {
        let answer = try expect(200, "GET", "/api/posts?limit=\(limit)")
        return try JSONDecoder().decode(Page.self, from: Data(answer.body))
    }

    private struct Feed: Decodable {
        struct Meta: Decodable {
            enum CodingKeys: String, CodingKey {
                case total = "total_count"
            }

            var total: Int
        }

        var meta: Meta
    }

    private func feedTotal() throws -> Int {
        let answer = try expect(
            200,
            "GET",
            "/api/community/posts?per_page=1",
            token: feedToken
        )
        return try JSONDecoder().decode(Feed.self, from: Data(answer.body)).meta.total
    }

    @discardableResult
    private func expect(
        _ status: Int,
        _ method: String,
        _ path: String,
        _ body: String? = nil,
        token: String? = nil
    ) throws -> MockServer.Answer {
        var lines = [
            "\(method) \(world.path + path) HTTP/1.1", "Host: localhost",
            "Authorization: Bearer \(token ?? self.token)",
        ]
        if let body {
            lines += ["Content-Type: application/json", "Content-Length: \(body.utf8.count)"]
        }
        let text = (lines + ["", body ?? ""]).joined(separator: "\r\n")
        let answer = try connection.exchange(Array(text.utf8))
        guard answer.status == status else {
            throw Fault("\(world.name): \(method) \(path): \(answer)")
        }
        return answer
    }
}
