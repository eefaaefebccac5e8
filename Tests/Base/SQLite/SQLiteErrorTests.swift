import Foundation
import MockPostlySQLite
import MockPostlyTestKit
import Testing

@Suite
struct SQLiteErrorTests {
    private let directory: ScratchDirectory

    init() throws {
        directory = try ScratchDirectory()
    }

    @Test
    func `no room left is a full disk, and what was there stays`() throws {
        let db = try Connection(.memory)
        try db.script("CREATE TABLE t(x); INSERT INTO t VALUES (1); PRAGMA max_page_count = 4")
        let failure = #expect(throws: SQLiteError.self) {
            try db.run("INSERT INTO t VALUES (?1)", [.blob([UInt8](repeating: 1, count: 100_000))])
        }
        #expect(failure?.isDiskFull == true)
        #expect(failure?.code == 13)
        #expect(failure?.sql == "INSERT INTO t VALUES (?1)")
        #expect(try db.all("SELECT x FROM t") { $0.int(0) } == [1])
        try db.run("INSERT INTO t VALUES (2)")
    }

    // SQLite takes the whole transaction back when it cannot undo the one statement.
    @Test("no room left inside a savepoint is never half done", arguments: [1, 100_000])
    func full(size: Int64) throws {
        let db = try Connection(.memory)
        try db.script("CREATE TABLE t(x); PRAGMA max_page_count = 4")
        try db.begin()
        try db.run("INSERT INTO t VALUES (1)")
        let failure = #expect(throws: SQLiteError.self) {
            try db.savepoint {
                try db.run("INSERT INTO t VALUES (2)")
                for _ in 0..<20_000 {
                    try db.run("INSERT INTO t VALUES (zeroblob(?1))", [.integer(size)])
                }
            }
        }
        #expect(failure?.isDiskFull == true)
        let stands = db.isInTransaction
        if stands {
            try db.commit()
        }
        #expect(try db.all("SELECT x FROM t") { $0.int(0) } == (stands ? [1] : []))
        #expect(try db.integrityCheck() == nil)
    }

    @Test
    func `a file of something else is not a database`() throws {
        try directory.write(Array(String(repeating: "not a database ", count: 100).utf8), to: "x")
        let db = try Connection(.file(directory.file("x")))
        let failure = #expect(throws: SQLiteError.self) { try db.userVersion() }
        #expect(failure?.isNotADatabase == true)
        #expect(failure?.isCorrupt == false)
    }

    @Test
    func `a damaged file is corrupt`() throws {
        let db = try Connection(.file(directory.file("data")))
        try db.script(
            """
            CREATE TABLE t(x);
            WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
            INSERT INTO t SELECT 'row number ' || i FROM n;
            """
        )
        try db.close()
        var bytes = try directory.read("data")
        for index in 4096..<(bytes.count - 100) {
            bytes[index] = 0x55
        }
        try directory.write(bytes, to: "data")
        let damaged = try Connection(.file(directory.file("data")))
        let failure = #expect(throws: SQLiteError.self) {
            try damaged.all("SELECT x FROM t") { $0.text(0) }
        }
        #expect(failure?.isCorrupt == true)
        #expect(try damaged.integrityCheck()?.isEmpty == false)
    }

    @Test
    func `a missing directory, a directory and an empty path cannot be opened`() throws {
        for path in [directory.file("no/such/data"), directory.path, "", "a\0b"] {
            let failure = #expect(throws: SQLiteError.self) { try Connection(.file(path)) }
            #expect(failure?.code == 14)
        }
        for access in [Connection.Access.readWrite, .readOnly] {
            let failure = #expect(throws: SQLiteError.self) {
                try Connection(.file(directory.file("absent")), access: access)
            }
            #expect(failure?.code == 14)
        }
        #expect(try directory.names().isEmpty)
    }

    @Test
    func `a connection for reading does not write`() throws {
        let file = Connection.Location.file(directory.file("data"))
        let writer = try Connection(file)
        try writer.script("CREATE TABLE t(x)")
        try writer.close()
        let reader = try Connection(file, access: .readOnly)
        #expect(try reader.first("SELECT count(*) FROM t") { $0.int(0) } == 0)
        let failure = #expect(throws: SQLiteError.self) {
            try reader.run("INSERT INTO t VALUES (1)")
        }
        #expect(failure?.isReadOnly == true)
    }

    #if os(Linux)
        // The file of a running program is one that not even the superuser can write to.
        @Test(arguments: [Connection.Access.readWrite, .readWriteCreate])
        func `a file that cannot be written to is refused at once`(access: Connection.Access) {
            let failure = #expect(throws: SQLiteError.self) {
                try Connection(.file("/proc/self/exe"), access: access)
            }
            #expect(failure?.isReadOnly == true)
        }
    #endif

    @Test
    func `a broken unique or primary key is a duplicate, another constraint is not`() throws {
        let db = try Connection(.memory)
        try db.script(
            "CREATE TABLE t(id TEXT PRIMARY KEY, mail TEXT UNIQUE, age INT CHECK(age > 0))"
        )
        try db.run("INSERT INTO t VALUES ('a', 'm', 1)")
        let key = #expect(throws: SQLiteError.self) {
            try db.run("INSERT INTO t VALUES ('a', 'n', 1)")
        }
        #expect(key?.extendedCode == 1555)
        let unique = #expect(throws: SQLiteError.self) {
            try db.run("INSERT INTO t VALUES ('b', 'm', 1)")
        }
        #expect(unique?.extendedCode == 2067)
        #expect(unique?.isConstraint == true)
        let check = #expect(throws: SQLiteError.self) {
            try db.run("INSERT INTO t VALUES ('b', 'n', 0)")
        }
        #expect(check?.extendedCode == 275)
        #expect(check?.isConstraint == true)
    }

    @Test
    func `the description has code, message and SQL, and no value`() throws {
        let db = try Connection(.memory)
        try db.script("CREATE TABLE t(mail TEXT UNIQUE)")
        try db.run("INSERT INTO t VALUES (?1)", ["secret"])
        let failure = #expect(throws: SQLiteError.self) {
            try db.run(
                """
                INSERT INTO t
                VALUES (?1)
                """,
                ["secret"]
            )
        }
        #expect(
            failure?.description
                == "SQLite error 2067: UNIQUE constraint failed: t.mail (INSERT INTO t VALUES (?1))"
        )
        let long = SQLiteError(
            extendedCode: 1,
            message: "m",
            sql: String(repeating: "x", count: 500)
        )
        #expect(long.description.count < 250)
        #expect(SQLiteError(extendedCode: 10, message: "m").description == "SQLite error 10: m")
        #expect(SQLiteError(extendedCode: 10 | 3 << 8, message: "m").isIO)
    }
}
