import Foundation
import MockPostlyContent
import MockPostlyControl
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyNouns
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import MockPostlyCourse
@testable import MockPostlyServer
@testable import MockPostlyWorlds

@Suite
struct LoaderTests {
    private let directory: ScratchDirectory
    private let path: String

    init() throws {
        directory = try ScratchDirectory()
        path = directory.file("blog.db")
    }

    private func configuration(_ seed: SeedSource = .empty) -> Configuration {
        var configuration = Configuration()
        configuration.seed = seed
        configuration.dataFile = path
        return configuration
    }

    private func seed(_ email: String) throws -> SeedSource {
        let user = "{\"name\":\"A\",\"email\":\"\(email)\",\"password\":\"p\"}"
        try directory.write("{\"users\":[\(user)]}", to: "seed.json")
        return .paths([directory.file("seed.json")])
    }

    @Test
    func `a world with a data file leaves that file alone when it goes`() throws {
        var world: World? = try load(configuration(seed("a@example.com")))
        #expect(try world?.domain.totals().users == 1)
        #expect(try directory.names().contains("blog.db-lock"))
        try world?.close()
        world = nil
        #expect(try directory.names() == ["blog.db", "seed.json"])
    }

    @Test
    func `a data file with content is not seeded again`() throws {
        do {
            let world = try load(configuration(seed("a@example.com")))
            try world.close()
        }
        let world = try load(configuration(seed("b@example.com")))
        #expect(try world.domain.users.hasAccount(email: "a@example.com"))
        #expect(try !world.domain.users.hasAccount(email: "b@example.com"))
        // A reset takes the seed that the server was started with.
        try world.resetNow()
        #expect(try world.domain.users.hasAccount(email: "b@example.com"))
        try world.close()
    }

    @Test
    func `a second server on the same file is refused with the first one's process`() throws {
        let first = try load(configuration())
        let failure = #expect(throws: StartFailure.self) { try load(configuration()) }
        #expect(failure?.exitCode == 5)
        #expect(failure?.words.hasSuffix("is in use by another server (pid \(getpid()))") == true)
        withExtendedLifetime(first) {}
    }

    @Test
    func `a broken seed stops the start, with a data file too, and nothing is half loaded`() throws
    {
        try directory.write("{\"users\":[\n{\"name\":5}]}", to: "seed.json")
        var configuration = configuration(.paths([directory.file("seed.json")]))
        for dataFile in [nil, path] {
            configuration.dataFile = dataFile
            let failure = #expect(throws: StartFailure.self) { try load(configuration) }
            #expect(failure?.exitCode == 3)
            #expect(failure?.words.contains("seed.json:2:") == true)
        }
        let world = try load(self.configuration(seed("a@example.com")))
        #expect(try world.domain.totals().users == 1)
    }

    @Test
    func `a file that is none stops the start`() throws {
        try directory.write("not a database, but long enough to be looked at", to: "blog.db")
        let failure = #expect(throws: StartFailure.self) { try load(configuration()) }
        #expect(failure?.exitCode == 5)
        #expect(failure?.words == "data file \(path) is not a database")
        #expect(try directory.names() == ["blog.db"])
    }

    @Test
    func `the same random seed gives the same ids, and none gives others`() throws {
        func id(_ randomSeed: UInt64?) throws -> String? {
            let application = try TestHost.serving {
                $0.randomSeed = randomSeed
                $0.clock = .frozen(.init(seconds: 1_771_072_496))
            }
            let body = #"{"email":"a@example.com","password":"p"}"#
            return try application.post("/api/auth/register", body).json["user"]?["userId"]?
                .string
        }
        #expect(try id(7) == id(7))
        #expect(try id(7) != id(8))
        #expect(try id(nil) != id(nil))
    }
}
