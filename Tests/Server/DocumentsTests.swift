import DummyJSONDialect
import MockPostlyContent
import MockPostlyDialect
import MockPostlyHTTP
import MockPostlyNouns
import MockPostlyTestKit
import Testing

@testable import MockPostlyCourse
@testable import MockPostlyServer
@testable import MockPostlyWorlds

@Suite
struct DocumentsTests {
    private let directory: ScratchDirectory

    init() throws {
        directory = try ScratchDirectory()
        for kind in DocumentKind.allCases { try directory.write("[]", to: "\(kind.name).json") }
        try directory.write(#"[{"id":1,"quote":"q","author":"a"}]"#, to: "quotes.json")
    }

    private func configuration(_ change: (inout Configuration) -> Void = { _ in }) -> Configuration
    {
        var configuration = Configuration()
        configuration.seed = .empty
        change(&configuration)
        return configuration
    }

    @discardableResult
    private func importDocuments(
        from directory: String,
        _ configuration: Configuration
    ) throws -> [ReadRecords.Count] {
        try importRecords(
            #require(DummyJSON.recordImport),
            from: directory,
            configuration
        )
    }

    private var stored: Configuration {
        configuration { $0.dataFile = directory.file("shop.db") }
    }

    @Test
    func `records can come from a directory`() throws {
        let world = try load(
            configuration { $0.settings[DummyJSON.self].source = .directory(directory.path) }
        )
        #expect(world.domain.documents.count(.quotes) == 1)
        #expect(world.domain.documents.count(.posts) == 0)
    }

    @Test
    func `the records are those of the era`() throws {
        let today = try load(configuration()).domain.documents
        let then = try load(configuration { $0.settings[DummyJSON.self].era = .legacy })
            .domain.documents
        #expect(today.count(.posts) == 251 && then.count(.posts) == 150)
        #expect(today.count(.recipes) == 50 && then.count(.recipes) == 0)
    }

    @Test
    func `a record at fault stops the start, and is named`() throws {
        try directory.write(#"[{"id":1,"quote":"q"}]"#, to: "quotes.json")
        for dataFile in [nil, directory.file("shop.db")] {
            let configuration = configuration {
                $0.settings[DummyJSON.self].source = .directory(directory.path)
                $0.dataFile = dataFile
            }
            let failure = #expect(throws: StartFailure.self) { try load(configuration) }
            #expect(failure?.exitCode == 3)
            #expect(failure?.words.contains("quotes.json:1:2: record 1, author") == true)
            #expect(failure?.hint.hasPrefix("a directory of records has") == true)
        }
    }

    @Test
    func `records that nobody serves are not read`() throws {
        let world = try load(
            configuration {
                $0.dialects = ["postly"]
                $0.settings[DummyJSON.self].source = .directory("/nowhere")
            }
        )
        #expect(world.domain.documents.count(.posts) == 0)
    }

    @Test
    func `records are brought into a data file, in place of those before`() throws {
        let counts = try importDocuments(from: directory.path, stored)
        #expect(counts.map(\.noun).prefix(2) == ["post", "user"])
        #expect(counts.map(\.count).reduce(0, +) == 1)
        do {
            let world = try load(stored)
            #expect(world.domain.documents.count(.quotes) == 1)
            // A reset, which replaces all of Postly's content, keeps them.
            try world.resetNow()
            #expect(world.domain.documents.count(.quotes) == 1)
            try world.close()
        }
        let quotes = (2...4).map { "{\"id\":\($0),\"quote\":\"q\",\"author\":\"a\"}" }
        try directory.write("[\(quotes.joined(separator: ","))]", to: "quotes.json")
        _ = try importDocuments(from: directory.path, stored)
        let documents = try load(stored).domain.documents
        #expect(documents.all(.quotes).map(\.id) == [2, 3, 4])
    }

    @Test
    func `an import stops at a record at fault and at a file in use, and changes nothing`() throws {
        try directory.write(#"[{"id":"1"}]"#, to: "todos.json")
        let failure = #expect(throws: StartFailure.self) {
            try importDocuments(from: directory.path, stored)
        }
        #expect(failure?.exitCode == 3)
        #expect(failure?.words.contains("todos.json:1:") == true)
        #expect(try !directory.names().contains("shop.db"))
        try directory.write("[]", to: "todos.json")
        let world = try load(stored)
        let locked = #expect(throws: StartFailure.self) {
            try importDocuments(from: directory.path, stored)
        }
        #expect(locked?.exitCode == 5)
        withExtendedLifetime(world) {}
    }
}
