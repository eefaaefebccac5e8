import MockPostlySQLite
import MockPostlyTestKit
import Testing

/// What a database from outside cannot make a connection do.
@Suite("Safety")
struct SafetyTests {
    private static let endless: StaticString = """
        WITH RECURSIVE counter(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM counter)
        SELECT count(*) FROM counter
        """

    @Test
    func `triggers do not run`() throws {
        let db = try Connection(.memory)
        try db.script(
            """
            CREATE TABLE item (x);
            CREATE TRIGGER t AFTER INSERT ON item BEGIN UPDATE item SET x = 'by a trigger'; END;
            """
        )
        try db.run("INSERT INTO item VALUES ('by hand')")
        #expect(try db.all("SELECT x FROM item") { $0.text(0) } == ["by hand"])
    }

    @Test
    func `views cannot be read`() throws {
        let db = try Connection(.memory)
        try db.script("CREATE TABLE item (x); CREATE VIEW v AS SELECT x FROM item")
        #expect(throws: SQLiteError.self) { try db.all("SELECT x FROM v") { $0.text(0) } }
    }

    @Test
    func `foreign keys delete what refers to a row all the same`() throws {
        let db = try Connection(.memory)
        try db.script(
            """
            CREATE TABLE parent (id INTEGER PRIMARY KEY);
            CREATE TABLE child (parent REFERENCES parent ON DELETE CASCADE);
            INSERT INTO parent VALUES (1), (2);
            INSERT INTO child VALUES (1), (2);
            DELETE FROM parent WHERE id = 1;
            """
        )
        #expect(try db.all("SELECT parent FROM child") { $0.int(0) } == [2])
    }

    @Test
    func `the schema cannot be altered as a table`() throws {
        let db = try Connection(.memory)
        try db.script("CREATE TABLE item (x); PRAGMA writable_schema = ON")
        #expect(throws: SQLiteError.self) {
            try db.run("UPDATE sqlite_schema SET sql = 'CREATE TABLE item (y)'")
        }
    }

    @Test
    func `a statement without an end is ended`() throws {
        let db = try Connection(.memory, stepLimit: 1_000_000)
        let failure = #expect(throws: SQLiteError.self) {
            try db.first(Self.endless) { $0.int(0) }
        }
        #expect(failure?.isInterrupted == true)
        #expect(failure?.message == "more than 1000000 steps were needed")
        #expect(throws: SQLiteError.self) { try db.script(Self.endless.description) }
        // The next one begins to count anew.
        for _ in 0..<30 {
            let count = try db.first(
                """
                WITH RECURSIVE counter(x) AS
                    (SELECT 1 UNION ALL SELECT x + 1 FROM counter WHERE x < 30000)
                SELECT count(*) FROM counter
                """
            ) { $0.int(0) }
            #expect(count == 30_000)
        }
    }

    @Test
    func `a transaction in which a write was ended is gone`() throws {
        let db = try Connection(.memory, stepLimit: 1_000_000)
        try db.script("CREATE TABLE item (x)")
        try db.begin()
        try db.run("INSERT INTO item VALUES (1)")
        #expect(throws: SQLiteError.self) {
            try db.run(
                """
                INSERT INTO item
                WITH RECURSIVE counter(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM counter)
                SELECT x FROM counter
                """
            )
        }
        #expect(!db.isInTransaction)
        #expect(try db.first("SELECT count(*) FROM item") { $0.int(0) } == 0)
    }

    // MARK: The schema

    @Test
    func `the schema is all of it, SQLite's own entries too`() throws {
        let db = try Connection(.memory)
        try db.script("CREATE TABLE item (id INTEGER PRIMARY KEY AUTOINCREMENT, x UNIQUE)")
        let table = "CREATE TABLE item (id INTEGER PRIMARY KEY AUTOINCREMENT, x UNIQUE)"
        let sequence = "CREATE TABLE sqlite_sequence(name,seq)"
        #expect(
            try Set(db.schema()) == [
                SchemaEntry(type: "table", name: "item", table: "item", sql: table),
                SchemaEntry(
                    type: "table",
                    name: "sqlite_sequence",
                    table: "sqlite_sequence",
                    sql: sequence
                ),
                SchemaEntry(
                    type: "index",
                    name: "sqlite_autoindex_item_1",
                    table: "item",
                    sql: nil
                ),
            ]
        )
        #expect(try db.columns(of: "item") == ["id", "x"])
        #expect(try db.columns(of: "none") == [])
    }

    @Test
    func `a virtual table that cannot be read is forgotten`() throws {
        let db = try Connection(.memory)
        try db.script(
            """
            CREATE TABLE item (x);
            CREATE VIRTUAL TABLE words USING fts5 (text, content = '');
            """
        )
        try db.begin()
        try db.forgetVirtualTable("words")
        try db.forgetVirtualTable("item")
        try db.script("DROP TABLE words_data; DROP TABLE words_idx; DROP TABLE words_docsize")
        try db.script("DROP TABLE words_config")
        try db.commit()
        #expect(try db.schema().map(\.name) == ["item"])
        #expect(try db.integrityCheck() == nil)
        try db.script("CREATE VIRTUAL TABLE words USING fts5 (text, content = '')")
        // And the schema is closed again.
        try db.script("PRAGMA writable_schema = ON")
        #expect(throws: SQLiteError.self) { try db.run("DELETE FROM sqlite_schema") }
    }

    @Test
    func `one table is checked by itself`() throws {
        let db = try Connection(.memory)
        try db.script("CREATE TABLE item (x INTEGER NOT NULL) STRICT; INSERT INTO item VALUES (1)")
        #expect(try db.quickCheck(ofTable: "item") == nil)
    }
}
