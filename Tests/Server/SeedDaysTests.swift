import MockPostlyContent
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyNouns
import MockPostlySQLite
import MockPostlyTestKit
import MockPostlyWorld
import Testing
import WreelyContent

@testable import MockPostlyCourse
@testable import MockPostlyLog
@testable import MockPostlyServer
@testable import MockPostlyWorlds

/// Dates of a seed that are relative to the day on which a content is filled.
@Suite
struct SeedDaysTests {
    private let directory: ScratchDirectory
    /// Noon of 2026-01-10.
    private static let noon = Instant(seconds: 1_768_046_400)

    init() throws {
        directory = try ScratchDirectory()
    }

    private func application(_ seed: SeedSource = .standard, hasFile: Bool = false) throws
        -> TestHost
    {
        try .serving(seed) { configuration in
            configuration.clock = .frozen(Self.noon)
            if hasFile { configuration.dataFile = directory.file("postly.db") }
        }
    }

    /// How many days after 1970 the events of a world begin, earliest first.
    private func days(_ application: TestHost, in world: String = "default") throws -> [Int64] {
        let work = try application.running(world).domain.work
        return try [1, 2].flatMap { try WreelyEventStore(work).all(in: $0) }
            .map(\.startsAt.daysSince1970).sorted()
    }

    private func advance(_ application: TestHost, by days: Int, in world: String) throws {
        let order = #"{"by":"\#(days * 24)h","world":"\#(world)"}"#
        try application.made(application.control("POST", "/clock/advance", order))
    }

    private func reset(_ application: TestHost, _ members: String) throws {
        try application.made(application.control("POST", "/reset", "{\(members)}"))
    }

    private static let today = noon.daysSince1970

    /// The days of the standard events, relative to that of filling.
    private static let standard: [Int64] = [-21, -14, -6, -3, 2, 4, 6, 9, 12, 20]

    @Test
    func `an imported seed has its events around the day of the import`() throws {
        let application = try application(.empty)
        let seed = #"""
            {"users": [{"name": "Ada", "email": "ada@example.com"}],
             "wreely": {"workspaces": [{"name": "Mill",
               "members": [{"user": "ada@example.com", "mobile": "9876543210"}],
               "events": [{"title": "Tea", "startsAt": "-3d 09:30", "endsAt": "-3d 10:30"}]}]}}
            """#
        try application.made(application.control("POST", "/import", seed))
        #expect(try days(application) == [Self.today - 3])
    }

    @Test(arguments: [false, true])
    func `a server begins with events around its day`(hasFile: Bool) throws {
        let application = try application(hasFile: hasFile)
        #expect(try days(application) == Self.standard.map { $0 + Self.today })
    }

    @Test
    func `a world has events around the day of its own clock`() throws {
        let application = try application()
        let clock = #""clock":{"mode":"freeze","now":"2030-06-01T23:59:00Z"}"#
        try application.makeWorld(#""id":"a",\#(clock)"#)
        let day = try #require(Instant(rfc3339: "2030-06-01T00:00:00Z")).daysSince1970
        #expect(try days(application, in: "a") == Self.standard.map { $0 + day })
        try application.makeWorld(#""id":"b""#)
        #expect(try days(application, in: "b") == Self.standard.map { $0 + Self.today })
        #expect(try days(application) == Self.standard.map { $0 + Self.today })
    }

    @Test
    func `what worlds of one day begin with is moved once`() throws {
        let application = try application()
        let clock = #""clock":{"mode":"freeze","now":"2030-06-01T23:59:00Z"}"#
        try application.makeWorld(#""id":"a",\#(clock)"#)
        try application.makeWorld(#""id":"b""#)
        try application.makeWorld(#""id":"c",\#(clock)"#)
        let shelf = application.worlds.shelf
        #expect(try shelf.keeps(.seed, on: application.running("c").now))
        // A world of another day has not taken the place of the server's.
        #expect(try shelf.keeps(.seed, on: application.running("b").now))
    }

    @Test
    func `a fork and a snapshot have the events of their parent, also after a reset`() throws {
        let application = try application()
        let parent = try days(application)
        try application.made(application.control("POST", "/snapshots", #"{"name":"s"}"#))
        try advance(application, by: 8, in: "default")
        try application.makeWorld(#""id":"fork","from":"default""#)
        try application.makeWorld(#""id":"copy","from":"snapshot:s""#)
        for name in ["fork", "copy"] {
            try advance(application, by: 5, in: name)
            #expect(try days(application, in: name) == parent)
            try reset(application, #""world":"\#(name)""#)
            #expect(try days(application, in: name) == parent)
            try reset(application, #""world":"\#(name)","scope":["wreely"]"#)
            #expect(try days(application, in: name) == parent)
        }
    }

    @Test(arguments: [false, true], ["", #""scope":["wreely"]"#, #""scope":["postly","wreely"]"#])
    func `a reset brings the events around the new day`(hasFile: Bool, scope: String) throws {
        let application = try application(hasFile: hasFile)
        try advance(application, by: 8, in: "default")
        #expect(try days(application) == Self.standard.map { $0 + Self.today })
        for _ in 0..<2 {
            try reset(application, scope)
            #expect(try days(application) == Self.standard.map { $0 + Self.today + 8 })
        }
        let back = #"{"mode":"freeze","now":"2025-12-19T00:00:00Z"}"#
        try application.made(application.control("PUT", "/clock", back))
        try reset(application, scope)
        #expect(try days(application) == Self.standard.map { $0 + Self.today - 22 })
    }

    @Test
    func `a reset of another system moves nothing`() throws {
        let application = try application()
        try advance(application, by: 8, in: "default")
        try reset(application, #""scope":["community"]"#)
        #expect(try days(application) == Self.standard.map { $0 + Self.today })
    }

    @Test
    func `a data file is moved only when it is filled`() throws {
        do {
            let application = try application(hasFile: true)
            let world = try application.running("default")
            try world.close()
        }
        let later = try TestHost.serving(.standard) { configuration in
            configuration.clock = .frozen(Self.noon + .seconds(8 * 86_400))
            configuration.dataFile = directory.file("postly.db")
        }
        #expect(try days(later) == Self.standard.map { $0 + Self.today })
        try reset(later, "")
        #expect(try days(later) == Self.standard.map { $0 + Self.today + 8 })
    }

    @Test
    func `a seed of files is read on the day, and moved after`() throws {
        let seed = """
            {"wreely": {"workspaces": [{"name": "W", "events": [
             {"title": "T", "startsAt": "+1d 10:00", "endsAt": "+1d 11:00"},
             {"title": "U", "startsAt": "2026-01-01T10:00:00Z", "endsAt": "2026-01-01T11:00:00Z"}
            ]}]}}
            """
        try directory.write(seed, to: "seed.json")
        let application = try application(.paths([directory.file("seed.json")]))
        let whole = try #require(Instant(rfc3339: "2026-01-01T10:00:00Z")).daysSince1970
        let events = {
            try WreelyEventStore(application.running("default").domain.work).all(in: 1)
                .map(\.startsAt.daysSince1970).sorted()
        }
        #expect(try events() == [whole, Self.today + 1])
        try advance(application, by: 3, in: "default")
        try reset(application, "")
        #expect(try events() == [whole, Self.today + 4])
        // A changed file is read again.
        try directory.write(seed.replacing("+1d", with: "+2d"), to: "seed.json")
        try reset(application, "")
        #expect(try events() == [whole, Self.today + 5])
    }

    @Test
    func `an export has whole dates, and an import keeps them`() throws {
        let application = try application()
        let before = try days(application)
        let export = try application.control("GET", "/export").body
        try advance(application, by: 8, in: "default")
        var request = try Request.asking("POST", "/__mockpostly/v1/import")
        request.body = export
        #expect(application.answer(to: request).status == 200)
        #expect(try days(application) == before)
        #expect(try application.control("GET", "/export").body == export)
        try reset(application, "")
        #expect(try days(application) == before.map { $0 + 8 })
    }

    @Test
    func `worlds of scenarios have events around their day`() throws {
        let application = try application()
        for scenario in ["expired-session", "everything-draft"] {
            try application.makeWorld(#""id":"\#(scenario)","scenario":"\#(scenario)""#)
            #expect(
                try days(application, in: scenario) == Self.standard.map { $0 + Self.today }
            )
        }
    }
}
