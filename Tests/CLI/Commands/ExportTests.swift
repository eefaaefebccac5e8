import Foundation
import MockPostlyFiles
import MockPostlyJSON
import MockPostlyTestKit
import Testing

@testable import MockPostlyCLI

@Suite struct ExportTests {
    private let server: LiveServer
    private let directory: ScratchDirectory

    init() throws {
        server = try LiveServer()
        directory = try ScratchDirectory()
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try contents(ofFile: "\(directory.path)/\(name)"), as: UTF8.self)
    }

    private var names: [String] {
        (try? FileSystem.names(in: directory.path).filter { !$0.hasPrefix(".") }) ?? []
    }

    @Test func `the name of the file says what it is`() throws {
        for name in ["w.json", "w.sqlite", "w"] {
            let run = server.run("export", "\(directory.path)/\(name)")
            #expect(run.code == 0 && run.errors.isEmpty)
            #expect(run.output.hasPrefix("\(directory.path)/\(name): "))
        }
        #expect(try text("w.json").hasPrefix("{"))
        #expect(try text("w.sqlite").hasPrefix("SQLite format 3\0"))
        #expect(try text("w").hasPrefix("SQLite format 3\0"))
        #expect(names == ["w", "w.json", "w.sqlite"])
    }

    @Test func `a format that is asked for wins`() throws {
        #expect(server.run("export", "\(directory.path)/s", "--format", "seed").code == 0)
        #expect(try text("s").hasPrefix("{"))
        #expect(server.run("export", directory.path).code == 0)
        #expect(server.run("export", "\(directory.path)/", "--format", "sqlite").code == 0)
        #expect(server.run("export", "\(directory.path)/new/").code == 0)
        #expect(names == ["new", "s", "seed.json", "world.sqlite"])
        #expect(try text("new/seed.json") == text("seed.json"))
    }

    @Test func `standard output gets the content alone`() throws {
        let run = server.run("export", "-")
        let root = try JSON(parsing: Array(run.output.utf8)).root
        #expect(root["users"]?.count == 40 && run.errors.isEmpty)
    }

    @Test func `nothing is written when the server refuses`() {
        let run = server.run("export", "\(directory.path)/w.json", "-w", "nowhere")
        #expect(run.code == 1 && run.errors.contains("There is no world 'nowhere'."))
        #expect(server.run("export", "\(directory.path)/a/b/", "-w", "default").code == 1)
        #expect(names.isEmpty)
    }

    @Test func `what was exported is imported`() throws {
        for name in ["w.json", "w.sqlite"] {
            let path = "\(directory.path)/\(name)"
            #expect(server.run("export", path).code == 0)
            _ = server.run("world", "create", name, "--from", "empty")
            let run = server.run("import", path, "-w", name)
            #expect(run.code == 0, "\(run.errors)")
            #expect(
                run.output.hasPrefix(
                    "\(name): 40 users, 156 posts, 144 published, 12 drafts, 551 comments in "
                )
            )
            let again = "\(directory.path)/again-\(name).json"
            #expect(server.run("export", again, "-w", name).code == 0)
            #expect(try text("again-\(name).json") == text("w.json"))
        }
    }

    @Test(arguments: ["w.json", "w.sqlite"])
    func `only an export is replaced`(name: String) throws {
        let path = "\(directory.path)/\(name)"
        try Data("{\"my\": \"own\"}".utf8).write(to: URL(filePath: path))
        let refused = server.run("export", path)
        #expect(refused.code == 1 && refused.errors.contains("exists, and is not an export"))
        #expect(try text(name) == "{\"my\": \"own\"}")
        try Data().write(to: URL(filePath: path))
        #expect(server.run("export", path).code == 0)
        #expect(server.run("export", path).code == 0)
    }
}
