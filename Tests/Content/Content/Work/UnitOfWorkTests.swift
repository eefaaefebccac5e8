import MockPostlySQLite
import MockPostlyTestKit
import Testing

@testable import MockPostlyContent
@testable import MockPostlyNouns
@testable import MockPostlySeeds

@Suite
struct UnitOfWorkTests {
    private struct Stop: Error {}

    private let db: Connection
    private let work: UnitOfWork

    init() throws {
        db = try Connection(.memory)
        try db.script(
            """
            -- With the id 13 everything goes.
            CREATE TABLE item(
                id INTEGER PRIMARY KEY, body BLOB,
                unlucky AS (nullif(id, 13)) NOT NULL ON CONFLICT ROLLBACK
            );
            CREATE TABLE child(
                parent INTEGER REFERENCES item DEFERRABLE INITIALLY DEFERRED
            );
            """
        )
        work = UnitOfWork(db)
    }

    private func insert(_ id: Int) throws {
        try db.run("INSERT INTO item (id) VALUES (?1)", [.integer(id)])
    }

    private func add(_ ids: Int...) throws {
        try work.write { for id in ids { try insert(id) } }
    }

    private func ids() throws -> [Int64] {
        try db.all("SELECT id FROM item ORDER BY id") { $0.int(0) }
    }

    @Test
    func `the version changes with every write and every undoing, and else stays`() throws {
        var versions = [work.version]
        func note() {
            #expect(!versions.contains(work.version))
            versions.append(work.version)
        }
        try add(1)
        note()
        try work.commit()
        _ = try ids()
        #expect(work.version == versions.last)
        try add(2)
        note()
        try work.rollback()
        note()
        #expect(throws: Stop.self) {
            try work.write {
                try insert(3)
                throw Stop()
            }
        }
        note()
        try work.replaceAll { _ in }
        note()
        work.noteTableChange()
        note()
    }

    @Test
    func `an operation that is refused before it writes changes no version`() throws {
        try add(1)
        let version = work.version
        #expect(throws: Stop.self) { try work.write { throw Stop() } }
        #expect(work.version == version)
        // What it did to tables is undone.
        #expect(throws: Stop.self) {
            try work.write {
                work.noteTableChange()
                throw Stop()
            }
        }
        #expect(work.undoings == 2)
    }

    // MARK: What stays

    @Test
    func `nothing is open before the first write and after a commit`() throws {
        #expect(!work.isPending)
        try work.commit()
        _ = try ids()
        #expect(!work.isPending && !db.isInTransaction)
        try add(1)
        #expect(work.isPending && db.isInTransaction)
        try work.commit()
        #expect(!work.isPending && !db.isInTransaction)
        #expect(try ids() == [1])
        #expect(work.undoings == 0)
    }

    @Test
    func `one operation that fails keeps its neighbours`() throws {
        try add(1)
        #expect(throws: Stop.self) {
            try work.write {
                try insert(2)
                throw Stop()
            }
        }
        #expect(throws: SQLiteError.self) { try add(3, 1) }
        #expect(throws: SQLiteError.self) { try work.writeOnce { try insert(1) } }
        try work.writeOnce { try insert(4) }
        #expect(work.isPending)
        try work.commit()
        #expect(try ids() == [1, 4])
    }

    @Test
    func `a write gives what its body gives, and sees what was written before`() throws {
        try add(1, 2)
        #expect(try work.write { try ids() } == [1, 2])
        #expect(try work.writeOnce { try ids().count } == 2)
    }

    @Test
    func `a rollback undoes all since the last commit`() throws {
        try add(1)
        try work.commit()
        try add(2)
        try add(3)
        try work.rollback()
        #expect(!work.isPending)
        #expect(work.undoings == 1)
        #expect(try ids() == [1])
        try add(4)
        try work.commit()
        #expect(try ids() == [1, 4])
    }

    // MARK: What is lost

    @Test
    func `when SQLite rolls all of it back, the commit says so`() throws {
        try add(1)
        try work.commit()
        try add(2)
        let failure = #expect(throws: SQLiteError.self) { try add(3, 13) }
        #expect(failure?.message == "NOT NULL constraint failed: item.unlucky")
        // The loss is still to be told to whoever wrote 2.
        #expect(work.isPending && !db.isInTransaction)
        #expect(work.undoings > 0)
        #expect(try ids() == [1])
        #expect(throws: WorkLost.self) { try work.commit() }
        #expect(!work.isPending)
        try add(5)
        try work.commit()
        #expect(try ids() == [1, 5])
    }

    @Test
    func `a single statement may lose all of it as well`() throws {
        try add(2)
        #expect(throws: SQLiteError.self) { try work.writeOnce { try insert(13) } }
        #expect(throws: WorkLost.self) { try work.commit() }
        #expect(try ids() == [])
    }

    @Test
    func `nothing can be added before the loss was told`() throws {
        try add(2)
        #expect(throws: SQLiteError.self) { try add(13) }
        #expect(throws: WorkLost.self) { try add(3) }
        #expect(throws: WorkLost.self) { try work.writeOnce { try insert(3) } }
        #expect(try ids() == [])
        #expect(throws: WorkLost.self) { try work.commit() }
        try work.commit()
        #expect(try ids() == [])
    }

    @Test
    func `a transaction that ended while something was read is lost, too`() throws {
        try add(1)
        // As SQLite does when it fails to read: no write was there to notice.
        try db.rollback()
        #expect(throws: WorkLost.self) { try add(2) }
        #expect(try ids() == [])
        #expect(throws: WorkLost.self) { try work.commit() }
        try add(3)
        try db.rollback()
        #expect(throws: WorkLost.self) { try work.commit() }
        #expect(try ids() == [])
        try add(4)
        try work.commit()
        #expect(try ids() == [4])
    }

    @Test
    func `a commit that fails undoes everything`() throws {
        try add(1)
        try work.commit()
        try add(2)
        try work.writeOnce { _ = try db.run("INSERT INTO child VALUES (99)") }
        let failure = #expect(throws: SQLiteError.self) { try work.commit() }
        #expect(failure?.isConstraint == true)
        #expect(!work.isPending && !db.isInTransaction)
        #expect(work.undoings == 1)
        #expect(try ids() == [1])
        try add(3)
        try work.commit()
        #expect(try ids() == [1, 3])
    }

    @Test
    func `a write that cannot begin leaves nothing behind`() throws {
        let directory = try ScratchDirectory()
        let connection = try Connection(.file(directory.file("data")))
        try connection.script("CREATE TABLE item(id INTEGER PRIMARY KEY)")
        let other = try Connection(.file(directory.file("data")))
        let work = UnitOfWork(connection)
        try other.begin()
        #expect(throws: FileLocked.self) {
            try work.writeOnce { try connection.script("INSERT INTO item VALUES (1)") }
        }
        #expect(!work.isPending)
        try other.rollback()
        try work.writeOnce { try connection.script("INSERT INTO item VALUES (1)") }
        try work.commit()
        #expect(try other.first("SELECT count(*) FROM item") { $0.int(0) } == 1)
    }

    // MARK: A full disk

    @Test(arguments: [false, true])
    func `when the disk is full, what was told before is there and the rest is gone`(
        isOnDisk: Bool
    ) throws {
        let directory = try ScratchDirectory()
        let connection = try Connection(isOnDisk ? .file(directory.file("data")) : .memory)
        let domain = try Domain(connection, .frozen())
        let mira = try domain.person("Mira")
        let kept = try domain.post("Kept", by: mira)
        try domain.work.commit()
        let pages = try domain.number("PRAGMA page_count")
        try connection.script("PRAGMA max_page_count = \(pages + 8)")

        var made: [Post.ID] = []
        var refusal: (any Error)?
        while refusal == nil, made.count < 100 {
            do {
                made.append(
                    try domain.post("Large", String(repeating: "x", count: 6000), by: mira).id
                )
            } catch {
                refusal = error
            }
        }
        #expect((refusal as? SQLiteError)?.isDiskFull == true)
        #expect(!made.isEmpty && made.count < 100)
        // Either only the post that did not fit is gone, or the group is and says so.
        let told: [Post.ID]
        do {
            try domain.work.commit()
            told = made
        } catch {
            told = []
        }
        for id in made {
            let isThere = (try? domain.posts.key(of: id)) != nil
            #expect(isThere == told.contains(id))
        }
        #expect(try domain.posts.seen(kept.id) == kept)
        #expect(try domain.posts.count(.allOf(mira.id)) == Int64(told.count + 1))

        try connection.script("PRAGMA max_page_count = \(pages + 100)")
        try domain.post("Again", String(repeating: "x", count: 6000), by: mira)
        try domain.work.commit()
        #expect(try domain.posts.count(.allOf(mira.id)) == Int64(told.count + 2))
        #expect(try connection.integrityCheck() == nil)
    }

    @Test
    func `in memory a count commits itself, and belongs to a transaction that is open`() throws {
        let count = { try work.count { try insert(1) } }
        try count()
        #expect(!work.isPending && work.commits == 1)
        #expect(try ids() == [1])
        #expect(throws: SQLiteError.self) { try count() }
        #expect(!work.isPending && work.commits == 1)

        try add(2)
        try work.count { try insert(3) }
        #expect(work.isPending && work.commits == 1)
        try work.rollback()
        #expect(try ids() == [1])
    }

    @Test
    func `a count changes the version, but not that of the texts`() throws {
        let version = work.version
        try work.count { try insert(1) }
        #expect(work.version != version)
        #expect(work.version.withoutCounts == version.withoutCounts)
        #expect(work.version.isOneCount(after: version))
        try work.count { try insert(2) }
        #expect(!work.version.isOneCount(after: version))
        try add(3)
        #expect(work.version.withoutCounts != version.withoutCounts)
    }
}
