import MockPostlySQLite
import MockPostlyTestKit
import Testing

@Suite
struct ConnectionTests {
    private let db: Connection

    init() throws {
        db = try Connection(.memory)
        try db.script("CREATE TABLE item(id INTEGER PRIMARY KEY, value)")
    }

    @Test(
        "integers come back as they were, to the limits",
        arguments: [0, 1, -1, Int64(Int32.max), Int64(Int32.min) - 1, .max, .min]
    )
    func integers(number: Int64) throws {
        try db.run("INSERT INTO item(value) VALUES (?1)", [.integer(number)])
        #expect(try db.first("SELECT value FROM item") { $0.int(0) } == number)
    }

    @Test(
        "texts come back as they were",
        arguments: [
            "", "a", "fifteen bytes !", "sixteen bytes !!", "a\0b\0", "\0", "漢字 عربى 👩‍👩‍👧",
            String(repeating: "long ", count: 20_000),
        ]
    )
    func texts(text: String) throws {
        try db.run("INSERT INTO item(value) VALUES (?1)", [.text(text)])
        let found = try #require(
            try db.first("SELECT value, typeof(value) FROM item") { row in
                (row.text(0), row.optionalText(0), row.withText(0) { Array($0) }, row.text(1))
            }
        )
        #expect(Array(found.0.utf8) == Array(text.utf8))
        #expect(found.1 == text)
        #expect(found.2 == Array(text.utf8))
        #expect(found.3 == "text")
    }

    @Test("blobs come back as they were", arguments: [[], [0], [0, 255, 0], Array(0...255)])
    func blobs(bytes: [UInt8]) throws {
        try db.run("INSERT INTO item(value) VALUES (?1)", [.blob(bytes)])
        let found = try #require(
            try db.first("SELECT value, typeof(value), length(value) FROM item") { row in
                (row.bytes(0), row.text(1), row.int(2), row.isNull(0))
            }
        )
        #expect(found.0 == bytes)
        #expect(found.1 == "blob")
        #expect(found.2 == Int64(bytes.count))
        #expect(!found.3)
    }

    @Test
    func `reals come back as they were, and NaN as NULL`() throws {
        for number in [0, -1.5, 1e300, .leastNonzeroMagnitude, .infinity] {
            #expect(try db.first("SELECT ?1", [.real(number)]) { $0.double(0) } == number)
        }
        #expect(try db.first("SELECT ?1", [.real(.nan)]) { $0.isNull(0) } == true)
    }

    @Test
    func `NULL is told apart and reads as nothing`() throws {
        let found = try #require(
            try db.first("SELECT ?1, ?2", [nil, .optional("" as String?)]) { row in
                (row.isNull(0), row.optionalText(0), row.text(0), row.int(0), row.bytes(0))
            }
        )
        #expect(found.0)
        #expect(found.1 == nil)
        #expect(found.2.isEmpty)
        #expect(found.3 == 0)
        #expect(found.4.isEmpty)
        #expect(try db.first("SELECT ?1", [nil]) { $0.optionalInt(0) } == .some(nil))
        #expect(try db.first("SELECT ?1", [7]) { $0.optionalInt(0) } == 7)
        #expect(Value.optional(nil as String?) == .null)
        #expect(Value.optional(nil as Int64?) == nil)
        #expect(Value.optional("x") == "x")
        #expect(Value.integer(3) == 3)
        #expect(Value.bool(true) == 1)
    }

    @Test
    func `text that is not UTF-8 is repaired, and its bytes are kept`() throws {
        let found = try #require(
            try db.first("SELECT CAST(x'61ff62' AS TEXT)") { row in
                (row.text(0), row.bytes(0))
            }
        )
        #expect(found.0 == "a\u{fffd}b")
        #expect(found.1 == [0x61, 0xff, 0x62])
    }

    @Test
    func `a run tells the rows it wrote itself`() throws {
        #expect(try db.run("INSERT INTO item(value) VALUES (1), (2), (3)") == 3)
        #expect(db.lastInsertRowID == 3)
        #expect(try db.run("UPDATE item SET value = 0 WHERE id > ?1", [1]) == 2)
        #expect(db.changes == 2)
        #expect(try db.run("UPDATE item SET value = 0 WHERE id > ?1", [9]) == 0)
        #expect(try db.run("CREATE TABLE other(id)") == 0)
        #expect(try db.run("SELECT * FROM item") == 0)
        #expect(try db.run("DELETE FROM item") == 3)
    }

    @Test
    func `rows come in order, and none is nil`() throws {
        try db.run("INSERT INTO item(value) VALUES ('a'), ('b'), ('c')")
        #expect(try db.all("SELECT value FROM item ORDER BY id") { $0.text(0) } == ["a", "b", "c"])
        #expect(try db.all("SELECT value FROM item WHERE id > 9") { $0.text(0) } == [])
        #expect(try db.first("SELECT value FROM item ORDER BY id DESC") { $0.text(0) } == "c")
        #expect(try db.first("SELECT value FROM item WHERE id > 9") { $0.text(0) } == nil)
    }

    @Test
    func `a writing statement with one row asked for runs to its end`() throws {
        let id = try db.first("INSERT INTO item(value) VALUES (1), (2), (3) RETURNING id") {
            $0.int(0)
        }
        #expect(id == 1)
        #expect(try db.first("SELECT count(*) FROM item") { $0.int(0) } == 3)
        #expect(!db.isInTransaction)
    }

    @Test
    func `foreign keys are enforced and double quotes make no text`() throws {
        try db.script(
            """
            CREATE TABLE parent(id INTEGER PRIMARY KEY);
            CREATE TABLE child(parent INTEGER REFERENCES parent);
            """
        )
        let failure = #expect(throws: SQLiteError.self) {
            try db.run("INSERT INTO child VALUES (1)")
        }
        #expect(failure?.isConstraint == true)
        #expect(throws: SQLiteError.self) { try db.run(#"SELECT "no such column""#) }
    }

    @Test
    func `a script runs every statement and stops at the first failure`() throws {
        try db.script("INSERT INTO item VALUES (1, 1); INSERT INTO item VALUES (2, 2);")
        #expect(throws: SQLiteError.self) {
            try db.script(
                "INSERT INTO item VALUES (3, 3); nonsense; INSERT INTO item VALUES (4, 4)"
            )
        }
        #expect(try db.all("SELECT id FROM item") { $0.int(0) } == [1, 2, 3])
        #expect(throws: SQLiteError.self) {
            try db.script("INSERT INTO item VALUES (5, 5);\0 nonsense")
        }
        #expect(try db.first("SELECT count(*) FROM item") { $0.int(0) } == 3)
    }

    @Test
    func `a closed connection refuses everything, and closing again is nothing`() throws {
        try db.run("INSERT INTO item(value) VALUES (1)")
        try db.close()
        try db.close()
        #expect(throws: SQLiteError.self) { try db.run("SELECT 1") }
        #expect(throws: SQLiteError.self) { try db.script("SELECT 1") }
        #expect(throws: SQLiteError.self) { try db.serialize() }
        #expect(!db.isInTransaction)
    }

    @Test
    func `a relative path is a file, whatever it looks like`() throws {
        let directory = try ScratchDirectory()
        let odd = try Connection(.file(directory.file(":memory:")))
        try odd.script("CREATE TABLE t(x)")
        let uri = try Connection(.file(directory.file("file:x?mode=memory")))
        try uri.script("CREATE TABLE t(x)")
        #expect(try directory.names() == [":memory:", "file:x?mode=memory"])
    }

    @Test
    func `nothing is created before the first write`() throws {
        let directory = try ScratchDirectory()
        let connection = try Connection(.file(directory.file("data")))
        #expect(try directory.size(of: "data") == 0)
        try connection.script("CREATE TABLE t(x)")
        #expect(try directory.size(of: "data") != 0)
    }

    @Test
    func `a file keeps what was written`() throws {
        let directory = try ScratchDirectory()
        let first = try Connection(.file(directory.file("data")))
        try first.script("PRAGMA journal_mode = WAL; CREATE TABLE t(x); INSERT INTO t VALUES (7)")
        try first.close()
        #expect(try directory.names() == ["data"])
        let second = try Connection(.file(directory.file("data")), access: .readOnly)
        #expect(try second.first("SELECT x FROM t") { $0.int(0) } == 7)
    }

    @Test
    func `figures are told`() throws {
        let before = try db.statistics()
        #expect(before.pageSize >= 512)
        for _ in 0..<100 {
            try db.run("INSERT INTO item(value) VALUES (zeroblob(4096))")
        }
        let after = try db.statistics()
        #expect(after.pageCount >= before.pageCount + 100)
        #expect(after.cacheBytes >= 100 * 4096)
        #expect(after.schemaBytes > 0)
        #expect(after.statementBytes > 0)
        #expect(try db.integrityCheck() == nil)
        #expect(try db.integrityCheck(quick: true) == nil)
    }

    @Test
    func `versions are kept in the header`() throws {
        #expect(try db.userVersion() == 0)
        #expect(try db.applicationID() == 0)
        try db.setUserVersion(7)
        try db.setApplicationID(-5)
        #expect(try db.userVersion() == 7)
        #expect(try db.applicationID() == -5)
    }
}
