import MockPostlyTestKit
import Testing

@testable import MockPostlyEventHTTP

@Suite(.timeLimit(.minutes(15)))
struct NameResolverTests {
    private let directory: ScratchDirectory

    init() throws {
        directory = try ScratchDirectory()
        try directory.write("192.0.2.9 mock other.example\n2001:db8::9 six\n", to: "hosts")
    }

    private var files: NameResolver {
        NameResolver(
            hostsFile: directory.file("hosts"),
            configurationFile: directory.file("conf")
        )
    }

    private func addresses(
        of name: String,
        asking server: NameServer,
        within limit: Duration = .seconds(300)
    ) throws -> [String] {
        try directory.write("nameserver 127.0.0.1:\(server.port)\nsearch lan.test\n", to: "conf")
        return try files.addresses(of: name, within: limit)
    }

    @Test(arguments: [
        ("mock", "192.0.2.9"), ("other.example", "192.0.2.9"), ("six", "2001:db8::9"),
        ("192.0.2.3", "192.0.2.3"),
    ])
    func `the hosts file wins, and no name server is asked`(name: String, address: String) throws {
        let silent = try NameServer(nil)
        #expect(try addresses(of: name, asking: silent) == [address])
    }

    @Test(arguments: ["db.example", "db"])
    func `a name server is asked, also for names of the own domain`(name: String) throws {
        let server = try NameServer(["db.example": [192, 0, 2, 7], "db.lan.test": [192, 0, 2, 7]])
        #expect(try addresses(of: name, asking: server) == ["192.0.2.7"])
    }

    @Test func `a name that nobody knows has no address`() throws {
        let server = try NameServer([:])
        #expect(throws: NameFailure.unknown) { try addresses(of: "nowhere.test", asking: server) }
    }

    @Test func `a name server that says nothing is waited for no longer than asked`() throws {
        let silent = try NameServer(nil)
        #expect(throws: NameFailure.late) {
            try addresses(of: "db.example", asking: silent, within: .milliseconds(20))
        }
    }

    @Test func `where no name server listens the answer is there at once`() throws {
        // The port of one that is gone.
        let port = try NameServer(nil).port
        try directory.write("nameserver 127.0.0.1:\(port)\n", to: "conf")
        #expect(throws: NameFailure.unreachable) {
            try files.addresses(of: "db.example", within: .seconds(300))
        }
        let loop = try EventLoop()
        var outcome: Result<[String], NameFailure>?
        let lookup = try NameLookup(
            "db.example",
            by: LoopResolver(files, on: loop),
            within: .seconds(300)
        ) {
            outcome = $0
            loop.stop()
        }
        let end = try OneShotTimer(after: .seconds(250), on: loop, of: loop) { $0.stop() }
        withExtendedLifetime((lookup, end)) { loop.run() }
        #expect(outcome == .failure(.unreachable))
        #expect(try files.addresses(of: "mock", within: .seconds(300)) == ["192.0.2.9"])
    }

    @Test func `where no way leads to any name server the answer is there at once`() throws {
        // A broadcast address, to which no plain socket connects: as without a network.
        try directory.write("nameserver 255.255.255.255\n", to: "conf")
        #expect(throws: NameFailure.unreachable) {
            try files.addresses(of: "db.example", within: .seconds(300))
        }
    }

    @Test(arguments: ["255.255.255.255", "127.0.0.1:9", "no address"])
    func `libevent says nothing of name servers on its own`(server: String) async throws {
        try directory.write("nameserver \(server)\n", to: "conf")
        let path: String = directory.file("conf")
        let run = await #expect(
            processExitsWith: .success,
            observing: [\.standardErrorContent, \.standardOutputContent]
        ) { [path = path as String] in
            let files = NameResolver(hostsFile: "/nowhere", configurationFile: path)
            // The second time a server is known to be down.
            for _ in 0..<2 { _ = try? files.addresses(of: "db.example", within: .zero) }
        }
        let written = try #require(run)
        #expect(String(decoding: written.standardErrorContent, as: UTF8.self) == "")
        #expect(!String(decoding: written.standardOutputContent, as: UTF8.self).contains("name"))
    }

    /// Looks `name` up on a loop that runs, and calls `body` with the lookup once it has begun.
    private func lookUp(
        _ name: String,
        asking server: NameServer,
        within limit: Duration = .seconds(300),
        _ body: (inout NameLookup?) -> Void = { _ in }
    ) throws -> Result<[String], NameFailure>? {
        try directory.write("nameserver 127.0.0.1:\(server.port)\n", to: "conf")
        let loop = try EventLoop()
        var outcome: Result<[String], NameFailure>?
        let resolver = LoopResolver(files, on: loop)
        var lookup: NameLookup? = try NameLookup(name, by: resolver, within: limit) {
            outcome = $0
            loop.stop()
        }
        #expect(outcome == nil, "it was told at once")
        body(&lookup)
        let end = try OneShotTimer(
            after: lookup == nil ? .milliseconds(50) : .seconds(300),
            on: loop,
            of: loop
        ) { $0.stop() }
        withExtendedLifetime((lookup, end)) { loop.run() }
        return outcome
    }

    @Test func `a loop need not wait for a lookup`() throws {
        let server = try NameServer(["db.example": [192, 0, 2, 7]])
        #expect(try lookUp("db.example", asking: server) == .success(["192.0.2.7"]))
        #expect(try lookUp("six", asking: server) == .success(["2001:db8::9"]))
        #expect(try lookUp("nowhere.test", asking: server) == .failure(.unknown))
        let silent = try NameServer(nil)
        #expect(
            try lookUp("db.example", asking: silent, within: .milliseconds(20)) == .failure(.late)
        )
    }

    @Test func `a loop notices that the files have changed`() throws {
        let silent = try NameServer(nil)
        try directory.write("nameserver 127.0.0.1:\(silent.port)\n", to: "conf")
        let loop = try EventLoop()
        let resolver = LoopResolver(files, on: loop)
        for addresses in [["192.0.2.9"], ["192.0.2.9"], ["192.0.2.10"]] {
            if addresses == ["192.0.2.10"] { try directory.write("192.0.2.10 mock\n", to: "hosts") }
            var outcome: Result<[String], NameFailure>?
            let lookup = try NameLookup("mock", by: resolver, within: .seconds(300)) {
                outcome = $0
                loop.stop()
            }
            withExtendedLifetime(lookup) { loop.run() }
            #expect(outcome == .success(addresses))
        }
    }

    @Test(arguments: ["six", "db.example"])
    func `a lookup that is given up tells nothing`(name: String) throws {
        let silent = try NameServer(nil)
        #expect(try lookUp(name, asking: silent) { $0 = nil } == nil)
    }

    @Test func `files that are missing are none`() throws {
        let resolver = NameResolver(hostsFile: "/nowhere", configurationFile: "/nowhere")
        #expect(try resolver.addresses(of: "192.0.2.3", within: .seconds(300)) == ["192.0.2.3"])
    }
}
