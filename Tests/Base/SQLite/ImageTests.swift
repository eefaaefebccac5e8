import MockPostlySQLite
import MockPostlyTestKit
import Testing

@Suite
struct ImageTests {
    private func sample(on location: Connection.Location = .memory) throws -> Connection {
        let db = try Connection(location)
        try db.script(
            """
            CREATE TABLE item(id INTEGER PRIMARY KEY, text TEXT);
            CREATE INDEX item_text ON item(text);
            WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
            INSERT INTO item SELECT i, 'text ' || i FROM n;
            PRAGMA user_version = 3;
            """
        )
        return db
    }

    private func sum(_ db: Connection) throws -> Int64? {
        try db.first("SELECT sum(id) FROM item WHERE text LIKE 'text %'") { $0.int(0) }
    }

    @Test
    func `what is serialized can be restored, any number of times`() throws {
        let source = try sample()
        let image = try source.serialize()
        #expect(image.starts(with: "SQLite format 3\0".utf8))
        let target = try Connection(.memory)
        for _ in 0..<3 {
            try target.restore(from: image)
            #expect(try sum(target) == 125_250)
            #expect(try target.userVersion() == 3)
            #expect(try target.integrityCheck() == nil)
            try target.run("DELETE FROM item WHERE id > 10")
            try target.script("CREATE TABLE other(x)")
        }
        #expect(try source.serialize() == image)
    }

    @Test
    func `statements stay usable over a restore`() throws {
        let db = try sample()
        let image = try db.serialize()
        let sql: StaticString = "SELECT count(*) FROM item"
        #expect(try db.first(sql) { $0.int(0) } == 500)
        try db.run("DELETE FROM item")
        #expect(try db.first(sql) { $0.int(0) } == 0)
        try db.restore(from: image)
        #expect(try db.first(sql) { $0.int(0) } == 500)
    }

    @Test
    func `an image of nothing empties`() throws {
        #expect(try Connection(.memory).serialize() == [])
        let db = try sample()
        try db.restore(from: [])
        #expect(try db.first("SELECT count(*) FROM sqlite_schema") { $0.int(0) } == 0)
        try db.script("CREATE TABLE item(x)")
    }

    @Test
    func `a file with a write-ahead log is serialized and restored`() throws {
        let directory = try ScratchDirectory()
        let db = try sample(on: .file(directory.file("data")))
        try db.script("PRAGMA journal_mode = WAL; DELETE FROM item WHERE id > 250")
        let image = try db.serialize()
        let memory = try Connection(.memory)
        try memory.restore(from: image)
        #expect(try sum(memory) == 31_375)

        try db.run("DELETE FROM item")
        try db.restore(from: image)
        #expect(try sum(db) == 31_375)
        #expect(try db.first("PRAGMA journal_mode") { $0.text(0) } == "wal")
        try db.close()
        let again = try Connection(.file(directory.file("data")))
        #expect(try sum(again) == 31_375)
        #expect(try again.integrityCheck() == nil)
    }

    @Test
    func `what is no image is refused and changes nothing`() throws {
        let db = try sample()
        let image = try db.serialize()
        let words = Array(String(repeating: "not a database ", count: 100).utf8)
        for bad in [[1], words, Array(image.prefix(100)), Array(image.dropFirst(1))] {
            #expect(throws: SQLiteError.self) { try db.restore(from: bad) }
            #expect(try sum(db) == 125_250)
        }
    }

    @Test
    func `an image is not restored into a transaction or under a statement`() throws {
        let db = try sample()
        let image = try db.serialize()
        try db.begin()
        #expect(throws: SQLiteError.self) { try db.restore(from: image) }
        try db.rollback()
        try db.forEach("SELECT id FROM item WHERE id = 1") { _ in
            #expect(throws: SQLiteError.self) { try db.restore(from: image) }
        }
        try db.restore(from: image)
        #expect(try sum(db) == 125_250)
    }
}
