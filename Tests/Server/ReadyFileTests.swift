import Foundation
import MockPostlyJSON
import MockPostlyTestKit
import Testing

@testable import MockPostlyServer
@testable import MockPostlyWorlds

@Suite
struct ReadyFileTests {
    private let directory: ScratchDirectory
    private let address = ServerAddress(host: "localhost", port: 4711)

    init() throws {
        directory = try ScratchDirectory()
    }

    private func inode() throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: directory.file("ready.json"))[
            .systemFileNumber
        ] as? Int
    }

    @Test
    func `it says where the server is, as long as it is held`() throws {
        var file: ReadyFile? = try ReadyFile(directory.file("ready.json"), address)
        let text = try directory.text(of: "ready.json")
        let root = try JSON(parsing: Array(text.utf8)).root
        #expect(root.members.map(\.name) == ["pid", "port", "url", "control"])
        #expect(root["pid"]?.int == Int64(getpid()))
        #expect(root["port"]?.int == 4711)
        #expect(root["url"]?.string == "http://localhost:4711")
        #expect(root["control"]?.string == "http://localhost:4711/__mockpostly/v1")
        #expect(text.hasSuffix("}\n"))
        #expect(try directory.names() == ["ready.json"])
        withExtendedLifetime(file) {}
        file = nil
        #expect(try directory.names() == [])
    }

    @Test
    func `an older file is replaced as a whole`() throws {
        try directory.write(String(repeating: "old ", count: 1000), to: "ready.json")
        let before = try inode()
        let reader = try #require(FileHandle(forReadingAtPath: directory.file("ready.json")))
        let file = try ReadyFile(directory.file("ready.json"), address)
        #expect(try directory.text(of: "ready.json").hasPrefix("{\"pid\":"))
        // Whoever had it open reads the old file to its end, never a mixture.
        #expect(try inode() != before)
        #expect(try reader.readToEnd()?.count == 4000)
        #expect(try directory.names() == ["ready.json"])
        withExtendedLifetime(file) {}
    }

    @Test(arguments: ["missing/ready.json", "taken"])
    func `a path that cannot be written to is told, and nothing is left there`(
        name: String
    ) throws {
        try FileManager.default.createDirectory(
            atPath: directory.file("taken"),
            withIntermediateDirectories: false
        )
        let failure = #expect(throws: StartFailure.self) {
            try ReadyFile(directory.file(name), address)
        }
        #expect(failure?.exitCode == 3)
        #expect(failure?.words.hasPrefix("ready file \(directory.file(name)) cannot be") == true)
        #expect(failure?.hint.contains("--ready-file") == true)
        #expect(try directory.names() == ["taken"])
    }
}
