import Foundation
import MockPostlyFiles
import Testing

@testable import MockPostlyCLI

/// What another program answers for the rows of an API must not name files elsewhere.
struct CollectionFolderTests {
    @Test(arguments: [#"{"../x": []}"#, #"{"a/b": []}"#, #"{"a\u0000b": []}"#, #"{".x": []}"#])
    func `a name that leads elsewhere is refused and nothing is written`(object: String) {
        let folder = CollectionFolder("/no-folder-of-this-name", isNew: true)
        let failure = #expect(throws: Failure.self) {
            try folder.write(Array(object.utf8), replaces: true)
        }
        #expect(failure?.words.hasSuffix("can be no name of a file in a folder") == true)
    }

    @Test func `files are replaced together, or none`() throws {
        let folder = try FileSystem.makeTemporaryFolder(
            FileManager.default.temporaryDirectory.path + "/mockpostly-collections-"
        )
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let collections = CollectionFolder(folder, isNew: false)
        let first = Array(#"{"a": [1], "b": []}"#.utf8)
        #expect(try collections.write(first, replaces: false) == 2)
        let name = String(repeating: "x", count: 300)
        let second = Array(#"{"a": [2], "\#(name)": []}"#.utf8)
        #expect(throws: Failure.self) { try collections.write(second, replaces: true) }
        #expect(throws: Failure.self) { try collections.write(first, replaces: false) }
        #expect(try FileSystem.names(in: folder).sorted() == ["a.json", "b.json"])
        #expect(try FileSystem.contents(of: folder + "/a.json") == Array("[1]\n".utf8))
    }
}
