import MockPostlyJavaScript
import Testing

@testable import MockPostlyContent
@testable import MockPostlyNouns

/// Reading a file of collections, and what is said of a wrong one.
struct CollectionFileTests {
    private let folder: SeedFolder

    init() throws {
        folder = try SeedFolder()
    }

    private func read(_ text: String) throws -> CollectionFile {
        let path = folder.path + "/db.json"
        try SeedFiles.write(Array(text.utf8), to: path)
        return try CollectionFile(reading: path, id: "id")
    }

    private func words(_ text: String) -> String? {
        do {
            _ = try read(text)
            return nil
        } catch {
            return (error as? SeedFault)?.description.replacing(folder.path + "/", with: "")
        }
    }

    @Test
    func `arrays are collections and objects resources; names are in JavaScript's order`() throws {
        let file = try read(#"{"$schema": "x", "posts": [{"id": 1}, 7], "2": [], "me": {"a": 1}}"#)
        #expect(file.resources == ["2", "posts", "me"])
        #expect(file.rowCount == 2)
        #expect(file.name(matching: "POSTS") == "posts")
    }

    @Test
    func `an empty file has no collections`() throws {
        #expect(try read(" \n").resources.isEmpty)
    }

    @Test(arguments: [
        ("[]", "db.json:1:1: expected an object whose members are the collections, found an array"),
        ("{\"a\": [1,]}", "db.json:1:10: expected a value"),
        (
            "{\"a\":\n  7}",
            "db.json:2:3: a: expected an array of rows, or an object, found a number"
        ),
        ("{\"a/b\": []}", "db.json:1:9: a/b: the name of a collection cannot have a slash"),
        (
            "{\"a\": [{\"id\": 1},\n {\"id\": \"1\"}]}",
            "db.json:2:9: a: two rows have the id 1; give one of them another, or none"
        ),
    ])
    func `a wrong file is told with line and column`(_ text: String, _ expected: String) {
        #expect(words(text) == expected)
    }

    @Test
    func `of a folder each file is a collection`() throws {
        try SeedFiles.write(Array("[{\"id\": 1}]".utf8), to: folder.path + "/posts.json")
        try SeedFiles.write(Array("[]".utf8), to: folder.path + "/tags.json")
        let file = try CollectionFile(reading: folder.path, id: "id")
        #expect(file.resources == ["posts", "tags"])
    }

    @Test
    func `text ids are the same in each run, and given ones stay`() throws {
        let path = folder.path + "/db.json"
        try SeedFiles.write(Array(#"{"a": [{"id": 7}, {"b": 1}, {"id": "x"}]}"#.utf8), to: path)
        let ids = try (0..<2).map { _ -> [String] in
            let file = try CollectionFile(reading: path, id: "id", givesTextIDs: true)
            guard case .collection(let rows)? = file["a"] else { return [] }
            return rows.rows.map(\.id.text)
        }
        #expect(ids[0] == ids[1])
        #expect(ids[0].first == "7" && ids[0].last == "x" && ids[0][1].count == 11)
    }
}
