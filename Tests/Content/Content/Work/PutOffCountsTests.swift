import MockPostlySQLite
import Testing

@testable import MockPostlyContent

/// Counts that are written when the database is next used.
@Suite
struct PutOffCountsTests {
    private let db: Connection
    private let work: UnitOfWork
    private static let sql: StaticString = "UPDATE item SET views = views + ?2 WHERE id = ?1"

    init() throws {
        let db = try Connection(.pages(nil))
        try db.script(
            """
            -- Nobody can count the item 13.
            CREATE TABLE item(
                id INTEGER PRIMARY KEY, views INTEGER NOT NULL CHECK (id <> 13 OR views = 0)
            ) STRICT;
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
            INSERT INTO item SELECT i, 0 FROM n;
            """
        )
        self.db = db
        work = UnitOfWork(db)
    }

    private func putOff(_ key: Int64) -> Bool { work.putOffCount(Self.sql, key) }

    private func views(_ key: Int64, in connection: Connection? = nil) throws -> Int64? {
        try (connection ?? db).first(
            "SELECT views FROM item WHERE id = ?1",
            [.integer(key)]
        ) { $0.int(0) }
    }

    @Test
    func `a count is not written before the database is used, and then is there`() throws {
        let before = db.totalChanges
        for _ in 0..<3 { #expect(putOff(7)) }
        #expect(putOff(8))
        #expect(db.totalChanges == before && !work.isPending)
        #expect(try views(7) == 3)
        #expect(db.totalChanges == before + 2)
        #expect(try views(8) == 1)
        #expect(putOff(7))
        #expect(try views(7) == 4)
    }

    @Test
    func `each count changes the version, and writing it does not`() throws {
        let texts = work.version.withoutCounts
        var seen = [work.version]
        for _ in 0..<3 {
            #expect(putOff(7))
            #expect(!seen.contains(work.version))
            seen.append(work.version)
        }
        let version = work.version
        _ = try views(7)
        #expect(work.version == version)
        #expect(putOff(7))
        #expect(!seen.contains(work.version))
        _ = try views(7)
        #expect(work.version.withoutCounts == texts)
    }

    @Test
    func `a transaction, a savepoint and an image begin with the counts`() throws {
        #expect(putOff(7))
        try work.write { _ = try db.run("UPDATE item SET views = views + 10 WHERE id = 7") }
        // Nothing is put off while something is uncommitted.
        #expect(!putOff(7))
        try work.rollback()
        #expect(try views(7) == 1)

        #expect(putOff(7))
        #expect(try views(7, in: Connection(.pages(db.image()))) == 2)
        #expect(putOff(7))
        #expect(try views(7, in: db.copyInMemory()) == 3)
    }

    @Test
    func `a replaced content has none of the counts before`() throws {
        let image = try db.image()
        #expect(putOff(7))
        try work.replaceAll { try $0.restore(from: image) }
        #expect(try views(7) == 0)
        #expect(putOff(7))
        #expect(try views(7) == 1)
    }

    @Test
    func `so many rows are put off and no more`() throws {
        var putOffs = 0
        for key in Int64(101)...1000 where putOff(key) { putOffs += 1 }
        #expect(putOffs == 512)
        #expect(try db.first("SELECT sum(views) FROM item") { $0.int(0) } == 512)
    }

    @Test
    func `a count that is written at once is one, however many were put off`() throws {
        for key in Int64(1)...5 { #expect(putOff(key)) }
        let version = work.version
        _ = try work.count { try db.run("UPDATE item SET views = views + 1 WHERE id = 9") }
        #expect(work.version.isOneCount(after: version))
        #expect(try (views(5), views(9)) == (1, 1))
    }

    @Test
    func `a content that is closed has no counts left`() throws {
        #expect(putOff(7))
        try db.close()
        #expect(throws: SQLiteError.self) { try views(7) }
    }

    @Test
    func `counts that cannot be written are lost, and caches know`() throws {
        #expect(putOff(7) && putOff(13))
        let (version, undoings) = (work.version, work.undoings)
        #expect(try views(7) == 0)
        #expect(work.version != version && work.undoings > undoings)
        #expect(!work.isPending)
        #expect(putOff(7))
        #expect(try views(7) == 1)
    }
}

extension Connection {
    /// The same content in a database of its own.
    fileprivate func copyInMemory() throws -> Connection {
        let copy = try Connection(.memory)
        try copy.restore(from: serialize())
        return copy
    }
}
