import MockPostlySQLite
import MockPostlyTestKit
import Testing

@Suite
struct MigratorTests {
    private static let first = Migration(
        name: "0001-post",
        sql: "CREATE TABLE post(id INTEGER PRIMARY KEY, title TEXT); CREATE INDEX a ON post(title)"
    )
    private static let second = Migration(
        name: "0002-comment",
        sql: """
            CREATE TABLE comment(post INTEGER REFERENCES post ON DELETE CASCADE);
            ALTER TABLE post ADD COLUMN slug TEXT;
            """
    )

    private let current = Migrator([first, second])

    private func schema(_ db: Connection) throws -> [String] {
        try db.all("SELECT sql FROM sqlite_schema ORDER BY name") { $0.text(0) }
    }

    @Test
    func `a fresh database gets every migration, once`() throws {
        let db = try Connection(.memory)
        #expect(try current.pending(on: db).map(\.name) == ["0001-post", "0002-comment"])
        try current.migrate(db)
        #expect(try db.userVersion() == 2)
        #expect(try db.applicationID() == 0x4d50_4c59)
        #expect(try current.pending(on: db).isEmpty)
        try current.migrate(db)
        #expect(try schema(db).count == 3)
        #expect(!db.isInTransaction)
    }

    @Test
    func `an older database gets what it lacks and is like a fresh one`() throws {
        let old = try Connection(.memory)
        try Migrator([MigratorTests.first]).migrate(old)
        try old.run("INSERT INTO post(title) VALUES ('kept')")
        #expect(try current.pending(on: old).map(\.name) == ["0002-comment"])
        try current.migrate(old)
        let fresh = try Connection(.memory)
        try current.migrate(fresh)
        #expect(try schema(old) == schema(fresh))
        #expect(try old.first("SELECT title FROM post") { $0.text(0) } == "kept")
    }

    @Test
    func `a newer database is refused and not touched`() throws {
        let db = try Connection(.memory)
        try current.migrate(db)
        let image = try db.serialize()
        #expect(throws: MigrationError.newer(found: 2, known: 1)) {
            try Migrator([MigratorTests.first]).migrate(db)
        }
        #expect(try db.serialize() == image)
    }

    @Test(
        "another application's database is refused and not touched",
        arguments: [
            ("PRAGMA application_id = 42", 42),
            ("PRAGMA application_id = -1; CREATE TABLE t(x)", -1),
            ("CREATE TABLE t(x)", 0),
            ("PRAGMA user_version = 1", 0),
        ]
    )
    func foreign(script: String, id: Int32) throws {
        let db = try Connection(.memory)
        try db.script(script)
        let image = try db.serialize()
        #expect(throws: MigrationError.foreignFile(applicationID: id)) { try current.migrate(db) }
        #expect(try db.serialize() == image)
    }

    @Test
    func `a file that is no database is unreadable`() throws {
        let directory = try ScratchDirectory()
        let words = Array(String(repeating: "not a database ", count: 100).utf8)
        try directory.write(words, to: "x")
        let db = try Connection(.file(directory.file("x")))
        let failure = #expect(throws: MigrationError.self) { try current.migrate(db) }
        guard case .unreadable(let error) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(error.isNotADatabase)
        #expect(try directory.read("x") == words)
    }

    @Test(
        "a migration that fails is rolled back whole, and those before it stay",
        arguments: [
            "CREATE TABLE a(x); CREATE TABLE a(x)",
            "CREATE TABLE a(x); nonsense",
            "INSERT INTO comment VALUES (99)",
            "CREATE TABLE a(x); COMMIT",
            "CREATE TABLE a(x); ROLLBACK",
        ]
    )
    func failing(sql: String) throws {
        let db = try Connection(.memory)
        let migrator = Migrator(current.migrations + [Migration(name: "0003-bad", sql: sql)])
        let failure = #expect(throws: MigrationError.self) { try migrator.migrate(db) }
        guard case .failed("0003-bad", _) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(try db.userVersion() == 2)
        #expect(!db.isInTransaction)
        // Foreign keys hold again.
        #expect(throws: SQLiteError.self) { try db.run("INSERT INTO comment VALUES (99)") }
    }

    @Test
    func `a table can be rebuilt without losing what refers to it`() throws {
        let db = try Connection(.memory)
        try current.migrate(db)
        try db.script("INSERT INTO post VALUES (1, 't', 's'); INSERT INTO comment VALUES (1)")
        let rebuild = Migration(
            name: "0003-rebuild",
            sql: """
                CREATE TABLE rebuilt(id INTEGER PRIMARY KEY, title TEXT NOT NULL, slug TEXT);
                INSERT INTO rebuilt SELECT id, title, slug FROM post;
                DROP TABLE post;
                ALTER TABLE rebuilt RENAME TO post;
                """
        )
        try Migrator(current.migrations + [rebuild]).migrate(db)
        #expect(try db.first("SELECT count(*) FROM comment") { $0.int(0) } == 1)
        try db.run("DELETE FROM post")
        #expect(try db.first("SELECT count(*) FROM comment") { $0.int(0) } == 0)
    }

    @Test
    func `nothing is migrated inside a transaction`() throws {
        let db = try Connection(.memory)
        try db.begin()
        #expect(throws: MigrationError.self) { try current.migrate(db) }
        #expect(db.isInTransaction)
        try db.rollback()
        #expect(try db.userVersion() == 0)
    }
}
