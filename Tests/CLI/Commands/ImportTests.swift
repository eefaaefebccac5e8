import Foundation
import MockPostlyJSON
import MockPostlyTestKit
import Testing

@testable import MockPostlyCLI

@Suite struct ImportTests {
    private let directory: ScratchDirectory

    init() throws {
        directory = try ScratchDirectory()
        for name in ["posts", "users", "comments", "todos", "products", "recipes", "carts"] {
            try write("[]", to: name)
        }
        try write(#"[{"id":1,"quote":"q","author":"a"}]"#, to: "quotes")
    }

    private func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(directory.path)/\(name).json"))
    }

    @Test func `records go into a data file, and are counted`() throws {
        let file = "\(directory.path)/shop.sqlite"
        let run = run("import", "dummyjson", directory.path, "--data", file)
        #expect(run.code == 0 && run.errors.isEmpty)
        let counts =
            "0 posts, 0 users, 0 comments, 0 todos, 1 quote, 0 products, 0 recipes, 0 carts"
        #expect(run.output == "\(file): \(counts)\n")
        #expect(FileManager.default.fileExists(atPath: file))
    }

    @Test func `a record at fault is named with its file`() throws {
        try write(#"[{"id":1,"quote":"q"}]"#, to: "quotes")
        let file = "\(directory.path)/shop.sqlite"
        let run = run("import", "dummyjson", directory.path, "--data", file)
        #expect(run.code == 3 && run.output.isEmpty)
        #expect(run.errors.contains("\(directory.path)/quotes.json:1:2: record 1, author"))
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test func `a file that is missing, and a data file that is none, are named`() throws {
        let missing = run("import", "dummyjson", "/nowhere", "--data", "x.sqlite")
        #expect(missing.code == 3 && missing.errors.contains("/nowhere"))
        let quotes = "\(directory.path)/quotes.json"
        let other = run("import", "dummyjson", directory.path, "--data", quotes)
        #expect(other.code == 5 && other.errors.contains("is not a database"))
    }

    // MARK: Into a running server

    @Test func `the files of a directory are read as one seed`() throws {
        let server = try LiveServer()
        let seed = try ScratchDirectory()
        func write(_ text: String, to name: String) throws {
            try Data(text.utf8).write(to: URL(fileURLWithPath: "\(seed.path)/\(name)"))
        }
        try write(#"{"users":[{"name":"Ada","email":"ada@example.com"}]}"#, to: "a.json")
        try write(
            #"{"users":[{"name":"Bo","email":"bo@example.com"}],"posts":[{"title":"T","#
                + #""content":"C","author":"ada@example.com","createdAt":"2026-01-01T00:00:00Z"}]}"#,
            to: "b.json"
        )
        try write("not JSON", to: ".hidden.json")
        let run = server.run("import", seed.path)
        #expect(run.code == 0, "\(run.errors)")
        #expect(run.output.hasPrefix("default: 2 users, 1 post, "))
        try write(#"{"users":[{"name":"Cy"}]}"#, to: "c.json")
        let refused = server.run("import", seed.path)
        #expect(refused.code == 1 && refused.errors.contains("/c.json:1:"))
        #expect(server.run("reset").output.hasPrefix("default: 40 users, 156 posts, "))
    }

    @Test func `what is no content is refused, and nothing changes`() throws {
        let server = try LiveServer()
        let file = try TemporaryFile("neither")
        let run = server.run("import", file.path)
        #expect(run.code == 1 && run.output.isEmpty && run.errors.contains("hint: "))
        let nothing = try TemporaryFile("")
        let empty = server.run("import", nothing.path)
        #expect(empty.code == 1 && empty.errors.contains("is empty"))
        let missing = server.run("import", "/nowhere.json")
        #expect(missing.errors.contains("/nowhere.json: no such file or directory"))
        let bare = try ScratchDirectory()
        let none = server.run("import", bare.path)
        #expect(none.code == 1 && none.errors.contains("there is no *.json file in it"))
        #expect(server.run("world", "list").output.contains("  156  "))
    }

    @Test func `documents are merged by their members`() throws {
        let texts = [#"{"a":[1],"b":{"c":[2],"d":"e"}}"#, #"{"b":{"c":[3],"d":"e"},"f":4}"#]
        let roots = try texts.map { try JSON(parsing: Array($0.utf8)).root }
        let merged = try ImportContent.merged(roots)
        #expect(
            String(decoding: merged, as: UTF8.self) == #"{"a":[1],"b":{"c":[2,3],"d":"e"},"f":4}"#
        )
        let other = try JSON(parsing: Array(#"{"a":true}"#.utf8)).root
        #expect(throws: FileProblem(words: "its files do not agree on \"a\"")) {
            try ImportContent.merged([roots[0], other])
        }
    }
}
