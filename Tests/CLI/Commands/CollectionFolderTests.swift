import Testing

@testable import MockPostlyCLI

/// What another program answers for the rows of an API must not name files elsewhere.
struct CollectionFolderTests {
    @Test(arguments: [#"{"../x": []}"#, #"{"a/b": []}"#, #"{"a\u0000b": []}"#])
    func `a name that leads elsewhere is refused and nothing is written`(object: String) {
        let folder = CollectionFolder("/no-folder-of-this-name", isNew: true)
        let failure = #expect(throws: Failure.self) {
            try folder.write(Array(object.utf8), replaces: true)
        }
        #expect(failure?.words.hasSuffix("can be no name of a file") == true)
    }
}
