import MockPostlyContent
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyNouns
import MockPostlySeeds
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import MockPostlyServer
@testable import MockPostlyWorlds

/// Worlds that begin with a seed of the one who makes them.
@Suite
struct WorldSeedTests {
    private let directory: ScratchDirectory

    init() throws {
        directory = try ScratchDirectory()
    }

    private func seed(_ email: String) -> String {
        #"{"users":[{"name":"A","email":"\#(email)","password":"p"}]}"#
    }

    private func application(isLocal: Bool = true) throws -> TestHost {
        try directory.write(seed("file@example.com"), to: "one.json")
        return try .serving(.standard) {
            $0.seedDirectory = directory.path
            $0.isLocal = isLocal
        }
    }

    private func hasAccount(_ email: String, _ world: String, _ host: TestHost) throws -> Bool {
        try host.running(world).domain.users.hasAccount(email: email)
    }

    @Test
    func `a reset goes back to the seed that came with the request`() throws {
        let application = try application()
        let made = try application.makeWorld(#""id":"w","seed":\#(seed("mine@example.com"))"#)
        #expect(made["from"]?.string == "inline")
        for _ in 0..<2 {
            #expect(try application.totals(of: "w") == [0, 1])
            _ = try application.person("later", in: "w")
            #expect(try application.totals(of: "w") == [0, 2])
            try application.made(application.control("POST", "/worlds/w/reset"))
            #expect(try hasAccount("mine@example.com", "w", application))
        }
        #expect(try application.totals()[1] > 1)
    }

    @Test
    func `a fault in a seed is told with its place in the request`() throws {
        let application = try application()
        let body = "{\"id\":\"w\",\n \"seed\":{\"users\":[\n  {\"name\":5}]}}"
        let response = try application.control("POST", "/worlds", body)
        #expect(response.status == 400)
        #expect(try response.json["title"]?.string == "Invalid seed")
        let detail = try #require(try response.json["detail"]?.string)
        #expect(detail.hasPrefix("body:3:"), "\(detail)")
        #expect(application.worlds.worldNames == ["default"])
    }

    @Test
    func `a seed file is read, and read again at a reset when it has changed`() throws {
        let application = try application()
        let made = try application.makeWorld(#""id":"a","from":"seed:one.json""#)
        #expect(made["from"]?.string == "seed:one.json")
        try application.makeWorld(#""id":"b","from":"seed:one.json""#)
        for world in ["a", "b"] {
            #expect(try hasAccount("file@example.com", world, application))
        }
        try directory.write(seed("changed@example.com"), to: "one.json")
        try application.makeWorld(#""id":"c","from":"seed:one.json""#)
        try application.made(application.control("POST", "/worlds/a/reset"))
        for world in ["a", "c"] {
            #expect(try hasAccount("changed@example.com", world, application))
            #expect(try application.totals(of: world) == [0, 1])
        }
        try directory.write("[", to: "one.json")
        #expect(try application.refusal("POST", "/worlds/a/reset") == "Invalid seed")
        // The request is as it must be: what is at fault is a file on the server.
        let more = try application.control("POST", "/worlds", #"{"from":"seed:one.json"}"#)
        #expect(try more.json["title"]?.string == "Invalid seed")
        #expect(more.status == 409)
    }

    @Test(arguments: [
        ("nothing.json", 404), ("", 403), ("/etc/passwd", 403), ("../one.json", 403),
        ("a/../../one.json", 403), (".env", 403), ("a/.env", 403), ("./one.json", 403),
        (#"a\u0000"#, 403), (String(repeating: "a", count: 1025), 403),
    ])
    func `only files below the directory for seeds are read`(name: String, status: Int) throws {
        let application = try application()
        let response = try application.control("POST", "/worlds", #"{"from":"seed:\#(name)"}"#)
        #expect(response.status == status)
        #expect(application.worlds.worldNames == ["default"])
    }

    @Test
    func `other machines read no file unless a directory is named`() throws {
        let open = try application(isLocal: false)
        try open.makeWorld(#""from":"seed:one.json""#)
        let shut = try TestHost.serving { $0.isLocal = false }
        let order = #"{"from":"seed:one.json"}"#
        #expect(try shut.refusal("POST", "/worlds", order) == "Seed not allowed")
        try shut.makeWorld(#""seed":\#(seed("mine@example.com"))"#)
    }

    @Test
    func `a file adds to the standard content`() throws {
        try directory.write(seed("mine@example.com"), to: "mine.json")
        let standard = try TestHost.serving(.standard).totals()
        let source = SeedSource.joined([.standard, .paths([directory.file("mine.json")])])
        let application = try TestHost.serving(source)
        #expect(try application.totals() == [standard[0], standard[1] + 1])
        #expect(try hasAccount("mine@example.com", "default", application))
        try directory.write(seed("changed@example.com"), to: "mine.json")
        try application.made(application.control("POST", "/reset"))
        #expect(try hasAccount("changed@example.com", "default", application))
        #expect(try hasAccount("mira.sol@example.com", "default", application))
    }

    @Test
    func `the contents of many files do not stay in memory`() throws {
        let application = try application()
        let shelf = application.worlds.shelf
        for number in 0..<40 {
            try directory.write(seed("\(number)@example.com"), to: "\(number).json")
            try application.makeWorld(#""from":"seed:\#(number).json""#)
        }
        let now = try application.running("default").now
        let kept = try (0..<40).filter {
            shelf.keeps(try application.worlds.namedSeed("\($0).json"), on: now)
        }
        #expect(kept == Array(8..<40))
    }

    @Test
    func `the contents of large files do not stay in memory together`() throws {
        let now = Instant(seconds: 1_768_046_400)
        let key = { (number: Int) in ImageShelf.Key.files([directory.file("\(number).json")]) }
        for number in 0..<4 { try directory.write(seed("a@example.com"), to: "\(number).json") }
        let shelf = { (bytes: Int) in
            ImageShelf(
                .empty,
                registry: .standard,
                origin: DocumentOrigin(.empty),
                mostFileBytes: bytes
            )
        }
        let bytes = try shelf(0).content(key(0), on: now).awaited().0.byteCount
        let room = shelf(2 * bytes)
        for number in 0..<3 { _ = try room.content(key(number), on: now).awaited() }
        #expect((0..<3).filter { room.keeps(key($0), on: now) } == [1, 2])
        // The one that was used last stays.
        _ = try room.content(key(1), on: now).awaited()
        _ = try room.content(key(3), on: now).awaited()
        #expect((0..<4).filter { room.keeps(key($0), on: now) } == [1, 3])
        // One is kept however large it is.
        let small = shelf(1)
        _ = try small.content(key(0), on: now).awaited()
        #expect(small.keeps(key(0), on: now))
    }

    @Test
    func `what is built in stays for two days of frozen clocks and one of running ones`() throws {
        let application = try application()
        let shelf = application.worlds.shelf
        let now = try application.running("default").now
        let days = (1...4).map { now + .seconds(86_400 * $0) }
        for day in days {
            let clock = #"{"mode":"freeze","now":"\#(day.rfc3339Micros)"}"#
            try application.makeWorld(#""clock":\#(clock)"#)
        }
        #expect(days.map { shelf.keeps(.seed, on: $0) } == [false, false, true, true])
        for day in days[..<2] {
            try application.makeWorld(#""clock":"\#(day.rfc3339Micros)""#)
        }
        #expect(days.map { shelf.keeps(.seed, on: $0) } == [false, true, true, true])
    }
}

extension ImageShelf {
    /// Whether the content is in memory as it is on the day of `now`.
    func keeps(_ key: Key, on now: Instant) -> Bool {
        if case .now = content(key, on: now) { true } else { false }
    }
}
