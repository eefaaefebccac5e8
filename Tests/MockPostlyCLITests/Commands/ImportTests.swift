import Foundation
import Testing

@testable import MockPostlyCLI

@Suite struct ImportTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
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
}
