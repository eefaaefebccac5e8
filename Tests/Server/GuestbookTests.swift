import GuestbookDialect
import MockPostlyContent
import MockPostlyControl
import MockPostlyDialect
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyTestKit
import Testing

@testable import MockPostlyCourse
@testable import MockPostlyServer
@testable import MockPostlyWorlds

/// A dialect that no source knows is served like the others.
@Suite(.timeLimit(.minutes(15)))
struct GuestbookTests {
    private let directory: ScratchDirectory

    init() throws {
        directory = try ScratchDirectory()
    }

    private static let seed = """
        {"users": [{"name": "Ada", "email": "ada@example.com", "password": "p"}],
         "guestbook": [{"guest": "Ada", "text": "A fine place."}]}
        """

    private func configure(_ configuration: inout Configuration) {
        configuration.registry = DialectRegistry(DialectRegistry.standard.all + [Guestbook.self])
        configuration.dialects = configuration.registry.names
    }

    private func serving(
        _ change: (inout Configuration) -> Void = { _ in }
    ) throws -> TestHost {
        try TestHost.serving(.bytes(Array(Self.seed.utf8), name: "seed")) { configuration in
            configure(&configuration)
            change(&configuration)
        }
    }

    private func texts(_ host: TestHost, in prefix: String = "") throws -> [String?] {
        try host.answer("GET", prefix + "/guestbook").json["lines"]?.elements
            .map { $0["text"]?.string } ?? []
    }

    private func token(_ host: TestHost, of guest: String, in world: String = "default") throws
        -> String
    {
        let order = #"{"world":"\#(world)","system":"guestbook","user":"\#(guest)"}"#
        let made = try host.made(host.control("POST", "/tokens", order))
        return try #require(made["token"]?.string)
    }

    private func sign(
        _ text: String,
        as token: String,
        _ host: TestHost,
        in prefix: String = ""
    ) throws -> Int {
        let fields = [("Authorization", "Bearer \(token)"), ("Content-Type", "text/plain")]
        return try host.answer("POST", prefix + "/guestbook", fields, body: text).status
    }

    @Test func `it is served in a world, with its seed, its option and its tokens`() throws {
        let host = try serving { $0.settings[Guestbook.self].greeting = "Come in" }
        #expect(try host.answer("GET", "/guestbook").json["greeting"]?.string == "Come in")
        #expect(try texts(host) == ["A fine place."])
        try host.makeWorld(#""id":"a""#)
        let ben = try token(host, of: "Ben", in: "a")
        #expect(try sign("Lovely.", as: ben, host, in: "/w/a") == 201)
        // Each world has a key of its own.
        #expect(try sign("Lovely.", as: ben, host) == 401)
        #expect(try texts(host, in: "/w/a") == ["A fine place.", "Lovely."])
        #expect(try texts(host) == ["A fine place."])
        #expect(try host.answer("GET", "/guestbook/1").json["text"]?.string == "A fine place.")
        for id in ["2", "x"] {
            #expect(try host.answer("GET", "/guestbook/\(id)").status == 404, "\(id)")
        }
        #expect(try host.answer("GET", "/api/posts").status == 200)
    }

    @Test func `its records come into a data file, and are served`() throws {
        try directory.write("An old line.\nAnother.\n", to: "lines.txt")
        var configuration = Configuration()
        configure(&configuration)
        let path = directory.file("book.sqlite")
        configuration.dataFile = path
        configuration.seed = .bytes(Array(Self.seed.utf8), name: "seed")
        try load(configuration).close()
        let records = try #require(Guestbook.recordImport)
        let counts = try importRecords(records, from: directory.path, configuration)
        #expect(counts == [.init(noun: "line", count: 2)])
        let host = try TestHost.serving(.empty) {
            configure(&$0)
            $0.dataFile = path
        }
        #expect(try texts(host) == ["A fine place.", "An old line.", "Another."])
    }

    @Test func `it says who asks, and who has no token`() throws {
        let host = try serving()
        let ben = try token(host, of: "Ben")
        host.observer.list = []
        #expect(try sign("Lovely.", as: ben, host) == 201)
        #expect(try sign("Lovely.", as: "nobody", host) == 401)
        #expect(host.observer.list.map(\.asker) == ["Ben", nil])
    }

    @Test func `it is reset, alone and with the others`() throws {
        let host = try serving()
        let ben = try token(host, of: "Ben")
        #expect(try sign("Lovely.", as: ben, host) == 201)
        let ada = try host.token(of: "ada@example.com")
        #expect(try host.writePost(by: ada).status == 201)
        #expect(try host.control("POST", "/reset", #"{"scope":["postly"]}"#).status == 200)
        #expect(try texts(host) == ["A fine place.", "Lovely."])
        #expect(try host.writePost(by: ada).status == 201)
        #expect(try host.control("POST", "/reset", #"{"scope":["guestbook"]}"#).status == 200)
        #expect(try texts(host) == ["A fine place."])
        #expect(try host.totals() == [1, 1])
        #expect(try sign("Again.", as: ben, host) == 201)
        #expect(try host.control("POST", "/reset").status == 200)
        #expect(try texts(host) == ["A fine place."])
    }

    @Test(arguments: [false, true])
    func `it is snapshotted, restored and compared`(inFiles: Bool) throws {
        let host = try serving { configuration in
            if inFiles { configuration.snapshotDirectory = directory.path }
        }
        try host.made(host.control("POST", "/snapshots", #"{"name":"before"}"#))
        let ben = try token(host, of: "Ben")
        #expect(try sign("Lovely.", as: ben, host) == 201)
        let path = "/snapshots/before/diff"
        let changes = try host.control("GET", path)
        #expect(changes.status == 200, "\(changes.text)")
        #expect(changes.text.contains("guestbook_line"))
        #expect(try host.control("POST", "/snapshots/before/restore").status == 200)
        #expect(try texts(host) == ["A fine place."])
    }

    @Test(arguments: ["seed", "sqlite"])
    func `it is exported and imported`(format: String) throws {
        let host = try serving()
        let ben = try token(host, of: "Ben")
        #expect(try sign("Lovely.", as: ben, host) == 201)
        let export = try host.control("GET", "/export?format=\(format)")
        #expect(export.status == 200)
        let other = try serving()
        let type = format == "seed" ? "application/json" : "application/vnd.sqlite3"
        var request = try Request.asking(
            "POST",
            "/__mockpostly/v1/import",
            [("Content-Type", type)],
            host: "localhost"
        )
        request.body = export.body
        let imported = other.answer(to: request)
        #expect(imported.status == 200, "\(imported.text)")
        #expect(try texts(other) == ["A fine place.", "Lovely."])
    }

    @Test func `a data file keeps it`() throws {
        let path = directory.file("data.db")
        do {
            let host = try serving { $0.dataFile = path }
            #expect(try sign("Lovely.", as: token(host, of: "Ben"), host) == 201)
            host.worlds.closeAll()
        }
        let host = try serving { $0.dataFile = path }
        #expect(try texts(host) == ["A fine place.", "Lovely."])
    }

    @Test func `it is listed, addressed, introduced and counted`() throws {
        var configuration = Configuration()
        configure(&configuration)
        let lines = configuration.routeLines.filter { $0.dialect == "guestbook" }
        #expect(lines.map(\.method) == ["GET", "GET", "POST"])
        let host = try serving()
        let world = try host.control("GET", "/worlds/default").json
        #expect(world["counts"]?["guestbook"]?["lines"]?.int == 1)
        #expect(world["baseUrls"]?["guestbook"]?.string == "http://localhost/guestbook")
        #expect(host.worlds.systems.contains { $0.introduction.lines.first?.label == "Guestbook" })
        #expect(try sign("Lovely.", as: "nobody", host) == 401)
        let figures = try Exposition(host.course.metricsText())
        #expect(
            figures.value(
                "mockpostly_requests_total",
                [
                    "dialect": "guestbook", "method": "POST", "route": "/guestbook",
                    "status": "401",
                ]
            ) == 1
        )
        #expect(figures.value("mockpostly_guestbook_refusals", ["world": "default"]) == 1)
    }
}
