import Foundation
import MockPostlyContent
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyNouns
import MockPostlySQLite
import MockPostlySeeds
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import MockPostlyCourse
@testable import MockPostlyServer
@testable import MockPostlyWorlds

/// Reset, snapshots, export and import, in memory and with a data file.
@Suite
struct WorldContentTests {
    private let directory: ScratchDirectory

    init() throws {
        directory = try ScratchDirectory()
    }

    private func application(
        _ seed: SeedSource = .standard,
        hasFile: Bool = false,
        keepsSnapshots: Bool = false
    ) throws -> TestHost {
        try .serving(seed) { configuration in
            // What a seed does not date is of the time of the seeding.
            configuration.clock = .frozen(Instant(seconds: 1_767_225_600))
            if hasFile { configuration.dataFile = directory.file("postly.db") }
            if keepsSnapshots { configuration.snapshotDirectory = directory.file("snapshots") }
        }
    }

    private func seed(_ email: String) throws -> SeedSource {
        try directory.write(
            #"{"users":[{"name":"A","email":"\#(email)","password":"p"}]}"#,
            to: "seed.json"
        )
        return .paths([directory.file("seed.json")])
    }

    private func send(_ bytes: [UInt8], to application: TestHost) throws -> Response {
        var request = try Request.asking("POST", "/__mockpostly/v1/import")
        request.body = bytes
        return application.answer(to: request)
    }

    /// The same database with pages of another size.
    private func repaged(_ bytes: [UInt8], _ size: Int) throws -> [UInt8] {
        let path = directory.file("repaged.sqlite")
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let connection = try Connection(.file(path))
        try connection.script("PRAGMA page_size = \(size); VACUUM")
        try connection.close()
        return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    // MARK: Reset

    @Test(arguments: [false, true])
    func `a reset brings back what there was, again and again`(hasFile: Bool) throws {
        let application = try application(hasFile: hasFile)
        let seeded = try application.totals()
        let first = try application.control("GET", "/export").body
        for _ in 0..<3 {
            let token = try application.person()
            #expect(try application.writePost(by: token).status == 201)
            #expect(try application.totals() == [seeded[0] + 1, seeded[1] + 1])
            try application.made(application.control("POST", "/reset"))
            #expect(try application.totals() == seeded)
        }
        #expect(try application.control("GET", "/export").body == first)
    }

    @Test
    func `a world goes back to what it began with, not to what its parent is`() throws {
        let application = try application()
        let token = try application.person()
        #expect(try application.writePost(by: token).status == 201)
        let start = try application.totals()
        try application.makeWorld(#""id":"a","from":"default""#)
        try application.made(application.control("POST", "/reset"))
        let inside = try application.person("eve", in: "a")
        #expect(try application.writePost(by: inside, in: "a").status == 201)
        try application.made(application.control("POST", "/worlds/a/reset"))
        #expect(try application.totals(of: "a") == start)
        #expect(try application.totals() == [start[0] - 1, start[1] - 1])
    }

    @Test(arguments: [false, true])
    func `a reset of one system leaves the others`(hasFile: Bool) throws {
        let application = try application(hasFile: hasFile)
        let seeded = try application.totals()
        let token = try application.person()
        #expect(try application.writePost(by: token).status == 201)
        let community = #"{"scope":["community"]}"#
        let reset = try application.made(application.control("POST", "/reset", community))
        #expect(reset["posts"]?.int == seeded[0] + 1)
        #expect(try application.totals()[0] == seeded[0] + 1)
        let postly = #"{"scope":["postly"]}"#
        try application.made(application.control("POST", "/reset", postly))
        #expect(try application.totals() == seeded)
        #expect(try application.refusal("POST", "/reset", #"{"scope":["x"]}"#) == "Bad value")
    }

    @Test(arguments: [false, true])
    func `a seed whose file has changed is read again`(hasFile: Bool) throws {
        let application = try application(seed("a@example.com"), hasFile: hasFile)
        try application.makeWorld(#""id":"w""#)
        _ = try seed("changed@example.com")
        for name in ["default", "w"] {
            let order = #"{"world":"\#(name)"}"#
            for _ in 0..<2 {
                try application.made(application.control("POST", "/reset", order))
                let users = try application.running(name).domain.users
                #expect(try users.hasAccount(email: "changed@example.com"))
                #expect(try !users.hasAccount(email: "a@example.com"))
            }
        }
        let world = try application.makeWorld(#""id":"new""#)
        #expect(world["users"]?.int == 1)
        let users = try application.running("new").domain.users
        #expect(try users.hasAccount(email: "changed@example.com"))
    }

    @Test(arguments: [false, true])
    func `after a reset that failed everything else goes on`(hasFile: Bool) throws {
        let application = try application(seed("a@example.com"), hasFile: hasFile)
        try application.makeWorld(#""id":"w""#)
        // Readable as JSON, so that it fails in the middle of writing, or before.
        let user = #"{"name":"A","email":"a@example.com","password":"p"}"#
        try directory.write(#"{"users":[\#(user),{}]}"#, to: "seed.json")
        for name in ["default", "w"] {
            for scope in ["", #","scope":["postly"]"#] {
                let order = #"{"world":"\#(name)"\#(scope)}"#
                #expect(try application.refusal("POST", "/reset", order) == "Invalid seed")
                #expect(try !application.running(name).domain.work.isPending)
            }
            let save = #"{"name":"of-\#(name)","world":"\#(name)"}"#
            try application.made(application.control("POST", "/snapshots", save))
            #expect(try application.control("GET", "/export?world=\(name)").status == 200)
            let fork = try application.makeWorld(#""from":"world:\#(name)""#)
            #expect(fork["users"]?.int == 1)
        }
    }

    // MARK: Snapshots

    @Test(arguments: [false, true], [false, true])
    func `a snapshot brings its moment back`(hasFile: Bool, keepsSnapshots: Bool) throws {
        let application = try application(hasFile: hasFile, keepsSnapshots: keepsSnapshots)
        if keepsSnapshots { try ContentFile.makeDirectory(directory.file("snapshots")) }
        let token = try application.person()
        #expect(try application.writePost(by: token).status == 201)
        let moment = try application.totals()
        let export = try application.control("GET", "/export").body
        let saved = try application.made(
            application.control("POST", "/snapshots", #"{"name":"s.1"}"#)
        )
        #expect(saved["bytes"]?.int.map { $0 > 10_000 } == true)
        let path = directory.file("snapshots/s.1.sqlite")
        #expect(saved["file"]?.string == (keepsSnapshots ? path : nil))
        #expect(FileManager.default.fileExists(atPath: path) == keepsSnapshots)
        for world in ["default", "other"] {
            if world == "other" { try application.makeWorld(#""id":"other","from":"empty""#) }
            for _ in 0..<2 {
                let writer = try application.person("eve", in: world)
                #expect(try application.writePost(by: writer, in: world).status == 201)
                let order = #"{"world":"\#(world)","of":"default"}"#
                let answer = try application.control("POST", "/snapshots/s.1/restore", order)
                #expect(try application.made(answer)["posts"]?.int == moment[0])
                #expect(try application.totals(of: world) == moment)
                let again = try application.control("GET", "/export?world=\(world)").body
                #expect(again == export)
            }
        }
        // A reset brings back what the world began with, not what was restored.
        try application.made(application.control("POST", "/reset"))
        #expect(try application.totals()[0] == moment[0] - 1)
        #expect(try application.control("DELETE", "/snapshots/s.1").status == 204)
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(
            try application.refusal("POST", "/snapshots/s.1/restore") == "Unknown snapshot"
        )
    }

    @Test
    func `a snapshot belongs to a world, and ends with it`() throws {
        let application = try application(keepsSnapshots: true)
        try ContentFile.makeDirectory(directory.file("snapshots"))
        let save = #"{"name":"before"}"#
        for world in ["a", "b"] {
            try application.makeWorld(#""id":"\#(world)","from":"empty""#)
            _ = try application.person(world, in: world)
            let path = "/w/\(world)/__mockpostly/v1/snapshots"
            let made = try application.made(application.post(path, save))
            #expect(made["world"]?.string == world && made["file"]?.isNull == true)
        }
        let order = #"{"world":"a","of":"b"}"#
        let missing = try application.control("POST", "/snapshots/before/restore")
        #expect(missing.status == 404)
        #expect(try missing.json["hint"]?.string?.contains("'a', 'b'") == true)
        try application.made(application.control("POST", "/snapshots/before/restore", order))
        #expect(try application.running("a").domain.users.hasAccount(email: "b@example.com"))
        let copy = try application.makeWorld(#""id":"c","from":"snapshot:b/before""#)
        #expect(copy["from"]?.string == "snapshot:b/before")
        // What is to outlive the world is saved as another world's.
        let kept = #"{"name":"kept","world":"b","of":"default"}"#
        let made = try application.made(application.control("POST", "/snapshots", kept))
        #expect(made["world"]?.string == "default")
        #expect(try directory.names().contains("snapshots"))
        weak var shelf: SnapshotShelf?
        shelf = application.worlds["b"]?.snapshots
        #expect(try application.control("DELETE", "/worlds/b").status == 204)
        #expect(shelf == nil)
        try application.makeWorld(#""id":"b","from":"empty""#)
        #expect(
            try application.refusal("GET", "/snapshots/before?world=b") == "Unknown snapshot"
        )
        let all = try application.control("GET", "/snapshots?all=true").json["snapshots"]
        #expect(all?.elements.map { $0["name"]?.string } == ["kept", "before"])
    }

    @Test
    func `a directory of snapshots outlives its server`() throws {
        try ContentFile.makeDirectory(directory.file("snapshots"))
        do {
            let first = try application(keepsSnapshots: true)
            _ = try first.person()
            try first.made(first.control("POST", "/snapshots", #"{"name":"s"}"#))
        }
        let second = try application(.empty, keepsSnapshots: true)
        let list = try second.control("GET", "/snapshots").json["snapshots"]?.elements ?? []
        #expect(list.map { $0["name"]?.string } == ["s"])
        #expect(list.first?["world"]?.string == "default")
        try second.made(second.control("POST", "/snapshots/s/restore"))
        #expect(try second.running("default").domain.users.hasAccount(email: "ada@example.com"))
        #expect(try second.refusal("POST", "/snapshots", #"{"name":"s"}"#) == "Snapshot exists")
        try second.made(
            second.control("POST", "/snapshots", #"{"name":"s","overwrite":true}"#)
        )
    }

    @Test
    func `a file that another has taken the place of is read again`() throws {
        try ContentFile.makeDirectory(directory.file("snapshots"))
        let application = try application(keepsSnapshots: true)
        let seeded = try application.totals()
        try application.made(application.control("POST", "/snapshots", #"{"name":"s"}"#))
        let now = Instant(seconds: 0)
        let empty = try Loader.content(of: .empty, .standard, .standard, on: now).image
        try ContentFile.write(empty.bytes, to: directory.file("snapshots/s.sqlite"))
        try application.made(application.control("POST", "/snapshots/s/restore"))
        #expect(try application.totals() == [0, 0])
        try application.made(application.control("POST", "/reset"))
        #expect(try application.totals() == seeded)
        for bytes in [Array("no database".utf8), [], Array(empty.bytes.dropLast(4096))] {
            let file = directory.file("snapshots/s.sqlite")
            try Data(bytes).write(to: URL(fileURLWithPath: file))
            #expect(
                try application.refusal("POST", "/snapshots/s/restore") == "Snapshot unusable"
            )
            let diff = try application.refusal("GET", "/snapshots/s/diff")
            #expect(diff == "Snapshot unusable")
            #expect(
                try application.refusal("POST", "/worlds", #"{"from":"snapshot:s"}"#)
                    == "Snapshot unusable"
            )
            #expect(try application.totals() == seeded)
        }
        #expect(application.worlds.worldNames == ["default"])
    }

    @Test
    func `of two that are saved under one name at once the second is refused`() throws {
        try ContentFile.makeDirectory(directory.file("snapshots"))
        let application = try application(.empty, keepsSnapshots: true)
        let request = try Request.asking(
            "POST",
            "/__mockpostly/v1/snapshots",
            [("Content-Type", "application/json")],
            body: #"{"name":"s"}"#
        )
        let callers = [Caller(), Caller()]
        for caller in callers { application.course.receive(request, from: caller) }
        application.workOff()
        #expect(callers.map { $0.response?.status } == [201, 409])
    }

    // MARK: Export and import

    @Test(arguments: ["seed", "sqlite"], [false, true])
    func `what is exported can be imported`(format: String, hasFile: Bool) throws {
        let application = try application(hasFile: hasFile)
        let seeded = try application.totals()
        let token = try application.person()
        #expect(try application.writePost(by: token).status == 201)
        let wanted = try application.control("GET", "/export").body
        let bytes = try application.control("GET", "/export?format=\(format)").body
        try application.made(application.control("POST", "/reset"))
        let answer = try send(bytes, to: application)
        #expect(try application.made(answer)["posts"]?.int == seeded[0] + 1)
        #expect(try application.control("GET", "/export").body == wanted)
        try application.made(application.control("POST", "/reset"))
        #expect(try application.totals() == seeded)
    }

    @Test(arguments: [512, 1024, 8192, 65_536], [false, true])
    func `a database with other pages can be imported`(pageSize: Int, hasFile: Bool) throws {
        let application = try application(hasFile: hasFile)
        let wanted = try application.control("GET", "/export").body
        let bytes = try repaged(application.control("GET", "/export?format=sqlite").body, pageSize)
        _ = try application.person()
        try application.made(send(bytes, to: application))
        #expect(try application.control("GET", "/export").body == wanted)
        _ = try application.person()
        let world = try application.running("default")
        #expect(try world.domain.work.connection.integrityCheck() == nil)
        try application.made(application.control("POST", "/reset"))
        #expect(try application.control("GET", "/export").body == wanted)
        #expect(try world.domain.work.connection.integrityCheck() == nil)
    }

    @Test
    func `what cannot be imported changes nothing`() throws {
        let application = try application()
        let before = try application.control("GET", "/export").body
        let good = try application.control("GET", "/export?format=sqlite").body
        for (bytes, status) in [
            (Array("{".utf8), 400), (Array("{\"users\":[{}]}".utf8), 400),
            (Array(good.prefix(5000)), 409), (Array(good.prefix(50)), 409),
        ] {
            #expect(try send(bytes, to: application).status == status)
        }
        #expect(try application.control("GET", "/export").body == before)
    }
}
