import MockPostlySQLite
import MockPostlyTestKit
import Testing

@Suite
struct TransactionTests {
    private struct Stop: Error {}

    private let db: Connection

    init() throws {
        db = try Connection(.memory)
        try db.script("CREATE TABLE item(id INTEGER PRIMARY KEY)")
    }

    private func insert(_ id: Int) throws {
        try db.run("INSERT INTO item VALUES (?1)", [.integer(id)])
    }

    private func ids() throws -> [Int64] {
        try db.all("SELECT id FROM item ORDER BY id") { $0.int(0) }
    }

    @Test
    func `a commit keeps and a rollback undoes`() throws {
        #expect(!db.isInTransaction)
        try db.begin()
        #expect(db.isInTransaction)
        try insert(1)
        try db.commit()
        #expect(!db.isInTransaction)
        try db.begin()
        try insert(2)
        try db.rollback()
        #expect(!db.isInTransaction)
        #expect(try ids() == [1])
    }

    @Test
    func `transactions do not nest, and a rollback without one is nothing`() throws {
        try db.rollback()
        #expect(throws: SQLiteError.self) { try db.commit() }
        try db.begin()
        #expect(throws: SQLiteError.self) { try db.begin() }
        #expect(db.isInTransaction)
        try db.rollback()
    }

    @Test
    func `a savepoint that fails keeps its neighbours`() throws {
        try db.begin()
        try db.savepoint { try insert(1) }
        #expect(throws: Stop.self) {
            try db.savepoint {
                try insert(2)
                throw Stop()
            }
        }
        #expect(throws: SQLiteError.self) {
            try db.savepoint {
                try insert(3)
                try insert(1)
            }
        }
        #expect(try db.savepoint { try ids() } == [1])
        try db.savepoint { try insert(4) }
        try db.commit()
        #expect(try ids() == [1, 4])
    }

    @Test
    func `savepoints nest`() throws {
        try db.begin()
        try db.savepoint {
            try insert(1)
            #expect(throws: Stop.self) {
                try db.savepoint {
                    try insert(2)
                    try db.savepoint { try insert(3) }
                    throw Stop()
                }
            }
            try db.savepoint { try insert(4) }
        }
        #expect(throws: Stop.self) {
            try db.savepoint {
                try db.savepoint { try insert(5) }
                throw Stop()
            }
        }
        try db.commit()
        #expect(try ids() == [1, 4])
    }

    @Test
    func `a savepoint outside a transaction is one`() throws {
        try db.savepoint {
            #expect(db.isInTransaction)
            try insert(1)
        }
        #expect(!db.isInTransaction)
        #expect(throws: Stop.self) {
            try db.savepoint {
                try insert(2)
                throw Stop()
            }
        }
        #expect(!db.isInTransaction)
        #expect(try ids() == [1])
    }

    @Test
    func `a savepoint is undone while rows are being read`() throws {
        try db.script("INSERT INTO item VALUES (1), (2), (3)")
        try db.begin()
        var seen: [Int64] = []
        try db.forEach("SELECT id FROM item WHERE id < 10 ORDER BY id") { row in
            let id = row.int(0)
            seen.append(id)
            #expect(throws: Stop.self) {
                try db.savepoint {
                    try insert(Int(id) + 100)
                    throw Stop()
                }
            }
        }
        try db.commit()
        #expect(seen == [1, 2, 3])
        #expect(try ids() == [1, 2, 3])
    }

    @Test
    func `when SQLite rolls everything back, the body's error is thrown and it shows`() throws {
        try db.script(
            """
            ALTER TABLE item ADD COLUMN unlucky
                AS (nullif(id, 13)) NOT NULL ON CONFLICT ROLLBACK
            """
        )
        try db.begin()
        try insert(1)
        let failure = #expect(throws: SQLiteError.self) {
            try db.savepoint { try insert(13) }
        }
        #expect(failure?.message == "NOT NULL constraint failed: item.unlucky")
        #expect(!db.isInTransaction)
        #expect(try ids() == [])
    }

    @Test
    func `a commit that fails can be rolled back`() throws {
        try db.script(
            """
            CREATE TABLE child(
                parent INTEGER REFERENCES item DEFERRABLE INITIALLY DEFERRED
            )
            """
        )
        try db.begin()
        try db.run("INSERT INTO child VALUES (1)")
        let failure = #expect(throws: SQLiteError.self) { try db.commit() }
        #expect(failure?.isConstraint == true)
        #expect(db.isInTransaction)
        try db.rollback()
        #expect(!db.isInTransaction)
        // The same for a savepoint that is the transaction.
        #expect(throws: SQLiteError.self) {
            try db.savepoint { try db.run("INSERT INTO child VALUES (1)") }
        }
        #expect(!db.isInTransaction)
        #expect(try db.first("SELECT count(*) FROM child") { $0.int(0) } == 0)
    }

    @Test
    func `another connection is told that the file is busy, at once`() throws {
        let directory = try ScratchDirectory()
        let first = try Connection(.file(directory.file("data")))
        try first.script("CREATE TABLE t(x)")
        let second = try Connection(.file(directory.file("data")))
        try first.begin()
        let failure = #expect(throws: SQLiteError.self) { try second.begin() }
        #expect(failure?.isBusy == true)
        try first.commit()
        try second.begin()
        try second.rollback()
    }
}
