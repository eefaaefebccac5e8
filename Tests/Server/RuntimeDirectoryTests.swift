import Foundation
import MockPostlyJSON
import MockPostlyTestKit
import Testing

@testable import MockPostlyServer
@testable import MockPostlyWorlds

@Suite struct RuntimeDirectoryTests {
    private let scratch: ScratchDirectory
    private let address = ServerAddress(host: "localhost", port: 4711)

    init() throws {
        scratch = try ScratchDirectory()
    }

    /// The directory that is used when the scratch one is the user's for running programs.
    private var directory: RuntimeDirectory {
        let path = scratch.file("")
        return RuntimeDirectory { $0 == "XDG_RUNTIME_DIR" ? path : nil }
    }

    private func mode(_ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: scratch.file(name))[.posixPermissions]
            as? Int
    }

    private func write(_ text: String, to name: String) throws {
        try scratch.write(text, to: "mockpostly/\(name)")
    }

    @Test func `a server is found as long as it is there`() throws {
        #expect(directory.servers().isEmpty)
        var word: ReadyFile? = try directory.announce(address)
        let name = "mockpostly/\(getpid()).json"
        let root = try JSON(parsing: try scratch.read(name)).root
        let members = ["pid", "port", "url", "control", "startedAt", "folder"]
        #expect(root.members.map(\.name) == members)
        #expect(try mode("mockpostly") == 0o700)
        #expect(try mode(name) == 0o600)
        let newest = try #require(directory.servers().first)
        #expect(newest.url == "http://localhost:4711")
        #expect(newest.pid == getpid() && newest.port == 4711)
        #expect(newest.folder == FileManager.default.currentDirectoryPath)
        withExtendedLifetime(word) {}
        word = nil
        #expect(directory.servers().isEmpty)
        #expect(try scratch.names() == ["mockpostly"])
    }

    @Test func `a token that a server has made is found with it, by this user alone`() throws {
        let word = try directory.announce(address, adminToken: "secret")
        #expect(try mode("mockpostly/\(getpid()).json") == 0o600)
        #expect(directory.servers().first?.adminToken == "secret")
        withExtendedLifetime(word) {}
        let second = try directory.announce(address)
        #expect(directory.servers().first?.adminToken == nil)
        withExtendedLifetime(second) {}
    }

    @Test(arguments: [
        "", "{}", "no JSON", "{\"url\":1,\"startedAt\":\"2026-01-01T00:00:00Z\"}",
        "{\"url\":\"http://127.0.0.1:1\",\"startedAt\":\"2026-01-01T00:00:00Z\"}",
    ])
    func `what nobody holds is removed`(text: String) throws {
        let word = try directory.announce(address)
        // Process 1 is always there; nobody holds its file.
        try write(text, to: "1.json")
        try write(text, to: "\(Int32.max).json")
        #expect(directory.servers().first?.pid == getpid())
        let names = try FileManager.default.contentsOfDirectory(atPath: scratch.file("mockpostly"))
        #expect(names == ["\(getpid()).json"])
        withExtendedLifetime(word) {}
    }

    @Test func `what somebody holds is left alone`() throws {
        let word = try directory.announce(address)
        // Nobody has this number here; in another container somebody may.
        try write("{}", to: "\(Int32.max).json")
        let path = scratch.file("mockpostly/\(Int32.max).json")
        let held = open(path, O_RDONLY)
        defer { close(held) }
        try #require(flock(held, LOCK_EX | LOCK_NB) == 0)
        #expect(directory.servers().count == 1)
        #expect(FileManager.default.fileExists(atPath: path))
        withExtendedLifetime(word) {}
    }

    @Test func `files of other names are left alone`() throws {
        let word = try directory.announce(address)
        for name in ["notes.txt", "x.json", "0.json", "-3.json"] { try write("{}", to: name) }
        _ = directory.servers()
        let names = try FileManager.default.contentsOfDirectory(atPath: scratch.file("mockpostly"))
        #expect(names.count == 5)
        withExtendedLifetime(word) {}
    }

    @Test(arguments: [0o777, 0o750, 0o701])
    func `a directory that others may use is not used`(permissions: Int) throws {
        try FileManager.default.createDirectory(
            atPath: scratch.file("mockpostly"),
            withIntermediateDirectories: false
        )
        try FileManager.default.setAttributes(
            [.posixPermissions: permissions],
            ofItemAtPath: scratch.file("mockpostly")
        )
        #expect(throws: StartFailure.self) { try directory.announce(address) }
        #expect(directory.servers().isEmpty)
    }

    @Test(arguments: ["a file", nil])
    func `what is no directory is not used`(text: String?) throws {
        if let text {
            try scratch.write(text, to: "mockpostly")
        } else {
            try FileManager.default.createSymbolicLink(
                atPath: scratch.file("mockpostly"),
                withDestinationPath: scratch.file("")
            )
        }
        #expect(throws: StartFailure.self) { try directory.announce(address) }
        #expect(directory.servers().isEmpty)
    }

    @Test func `without a directory for running programs it is one for temporary files`() throws {
        let path = scratch.file("")
        for missing in [nil, "", "relative", path + "/nowhere"] {
            let directory = RuntimeDirectory { name in
                switch name {
                case "XDG_RUNTIME_DIR": missing
                case "TMPDIR": path
                default: nil
                }
            }
            let word = try directory.announce(address)
            #expect(try scratch.names() == ["mockpostly-\(geteuid())"])
            withExtendedLifetime(word) {}
        }
    }
}
