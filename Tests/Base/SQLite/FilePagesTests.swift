import MockPostlySQLite
import MockPostlyTestKit
import Testing

/// Images of databases in files.
@Suite
struct FilePagesTests {
    private let directory: ScratchDirectory
    private var path: String { directory.file("db") }

    init() throws {
        directory = try ScratchDirectory()
    }

    /// A connection as a server has it to its data file.
    private func open(limit: Int = 1000) throws -> Connection {
        let db = try Connection(.file(path))
        try db.beginLog(keepingBytes: 1 << 20)
        try db.setDurability(survivesPowerLoss: false)
        try db.setLogLimit(pages: limit)
        try db.script("CREATE TABLE IF NOT EXISTS item(id INTEGER PRIMARY KEY, text TEXT)")
        return db
    }

    private func fill(_ db: Connection, rows: Int64 = 2000) throws {
        try db.run(
            """
            WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
            INSERT INTO item SELECT i, hex(zeroblob(200)) FROM n
            """,
            [.integer(rows)]
        )
    }

    private func write(_ number: Int64, _ bytes: Int64 = 10, to db: Connection) throws {
        try db.run(
            "INSERT OR REPLACE INTO item VALUES (?1, hex(zeroblob(?2)))",
            [.integer(number), .integer(bytes)]
        )
    }

    private func ids(_ db: Connection) throws -> Set<Int64> {
        Set(try db.all("SELECT id FROM item WHERE length(text) >= 0") { $0.int(0) })
    }

    private func ids(_ image: PageImage) throws -> Set<Int64> {
        let db = try Connection(.pages(image))
        #expect(try db.integrityCheck() == nil)
        return try ids(db)
    }

    /// What a server would find after this process was killed now.
    private func afterKill() throws -> Set<Int64> {
        let copy = directory.file("copy")
        for ending in ["", "-wal"] {
            try directory.write(directory.read("db" + ending), to: "copy" + ending)
        }
        let db = try Connection(.file(copy))
        #expect(try db.integrityCheck() == nil)
        return try ids(db)
    }

    @Test
    func `an image of a file shares its unchanged pages with the next one`() throws {
        let db = try open()
        try fill(db)
        #expect(try db.unreadBytes() == nil)
        let first = try db.image()
        #expect(try db.unreadBytes() == 0)
        #expect(try db.image().byteCount == first.byteCount)
        try write(7, to: db)
        let unread = try #require(try db.unreadBytes())
        #expect(unread > 0 && unread <= 3 * 4096)
        let second = try db.image()
        #expect(try db.unreadBytes() == 0)
        #expect(try ids(first) == ids(second))
        try db.run("DELETE FROM item WHERE id > 10")
        #expect(try ids(db.image()) == Set(1...10))
        #expect(try ids(first) == Set(1...2000))
    }

    @Test
    func `a file is replaced by writing the pages that differ`() throws {
        let db = try open()
        try fill(db)
        let start = try db.image()
        try write(3000, to: db)
        let unwritten = try #require(try db.unwrittenBytes(for: start))
        #expect(unwritten > 0 && unwritten <= 4 * 4096)
        try db.restore(from: start)
        #expect(try ids(db) == Set(1...2000))
        #expect(try afterKill() == Set(1...2000))
        #expect(try db.integrityCheck() == nil)
        // The header alone differs in its counters.
        #expect(try db.unwrittenBytes(for: start) == 4096)
        let other = try Connection(.file(path), access: .readOnly)
        #expect(try ids(other) == Set(1...2000))
        try write(2001, to: db)
        #expect(try ids(other) == Set(1...2001))
    }

    @Test
    func `another connection sees a replacement as a commit`() throws {
        let db = try open()
        try fill(db)
        let start = try db.image()
        try db.run("DELETE FROM item WHERE id > 5")
        let other = try Connection(.file(path))
        #expect(try ids(other).count == 5)
        try db.restore(from: start)
        #expect(try ids(other).count == 2000)
        try write(2001, to: other)
        #expect(try ids(db).count == 2001)
        #expect(try ids(db.image()).count == 2001)
        // A reader keeps what it has begun to read.
        try other.begin()
        #expect(throws: SQLiteError.self) { try db.restore(from: start) }
        try other.rollback()
        let reader = try Connection(.file(path), access: .readOnly)
        try reader.script("BEGIN; SELECT count(*) FROM item")
        #expect(try ids(reader).count == 2001)
        try db.restore(from: start)
        #expect(try ids(reader).count == 2001)
        try reader.rollback()
        #expect(try ids(reader).count == 2000)
    }

    @Test
    func `a schema that a replacement changes is read again`() throws {
        let db = try open()
        try write(1, to: db)
        let start = try db.image()
        try db.script("CREATE TABLE other(x); CREATE INDEX item_text ON item(text)")
        #expect(try db.first("SELECT count(*) FROM other") { $0.int(0) } == 0)
        let wide = try db.image()
        try db.restore(from: start)
        #expect(throws: SQLiteError.self) { try db.first("SELECT * FROM other") { _ in } }
        try db.restore(from: wide)
        #expect(try db.first("SELECT count(*) FROM other") { $0.int(0) } == 0)
        #expect(try db.integrityCheck() == nil)
    }

    @Test
    func `what another connection has read or written is taken over`() throws {
        let db = try open()
        try fill(db)
        let start: PageImage
        do {
            let other = try Connection(.file(path), access: .readOnly)
            start = try other.image()
            try write(2001, to: db)
            db.adopt(try #require(other.lastFileImage))
        }
        #expect(try #require(try db.unreadBytes()) <= 3 * 4096)
        #expect(try ids(db.image()).count == 2001)
        do {
            let other = try Connection(.file(path))
            try other.restore(from: start)
            db.adopt(try #require(other.lastFileImage))
        }
        #expect(try db.unreadBytes() == 4096)
        #expect(try ids(db.image()) == Set(1...2000))
        #expect(try ids(db) == Set(1...2000))
    }

    @Test
    func `what came in a log that is no more is read from the whole file`() throws {
        let db = try open()
        try fill(db)
        let start = try db.image()
        let other = try Connection(.file(path))
        try write(2001, to: other)
        try other.checkpoint()
        try write(2002, to: db)
        #expect(try db.unreadBytes() == nil)
        #expect(try ids(db.image()).count == 2002)
        try write(2003, to: other)
        try other.checkpoint()
        try write(2004, to: other)
        try db.restore(from: start)
        #expect(try ids(db) == Set(1...2000))
        #expect(try ids(other) == Set(1...2000))
    }

    @Test
    func `a file without a write-ahead log is copied`() throws {
        let db = try Connection(.file(path))
        try db.script("CREATE TABLE item(id INTEGER PRIMARY KEY, text TEXT)")
        try fill(db)
        let start = try db.image()
        #expect(try db.unreadBytes() == nil)
        try db.run("DELETE FROM item")
        #expect(try db.unwrittenBytes(for: start) == nil)
        try db.restore(from: start)
        #expect(try ids(db) == Set(1...2000))
        #expect(db.lastFileImage == nil)
    }

    @Test
    func `bytes that are no database are refused`() throws {
        let db = try open()
        try write(1, to: db)
        let junk = try PageImage(copying: [UInt8](repeating: 7, count: 8192))
        #expect(throws: SQLiteError.self) { try db.restore(from: junk) }
        #expect(try ids(db) == [1])
    }

    @Test(arguments: [(16, 1), (1000, 2), (1000, 3), (60, 4)])
    func `random commits, images and replacements hold a model`(limit: Int, seed: UInt64) throws {
        var random = Draw(seed: seed)
        func draw(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }
        let db = try open(limit: limit)
        let other = try Connection(.file(path))
        try fill(db, rows: 300)
        var model = Set<Int64>(1...300)
        var images: [(PageImage, Set<Int64>)] = []
        for _ in 0..<250 {
            // Most commits are the server's own.
            let writer = draw(8) == 0 ? other : db
            switch draw(10) {
            case 0, 1: images.append((try db.image(), model))
            case 2 where !images.isEmpty, 3 where !images.isEmpty:
                let (image, content) = images[draw(images.count)]
                try writer.restore(from: image)
                if writer === other, draw(2) == 0, let last = other.lastFileImage { db.adopt(last) }
                model = content
            case 4:
                let limit = Int64(draw(900))
                try writer.run("DELETE FROM item WHERE id > ?1", [.integer(limit)])
                model = model.filter { $0 <= limit }
            case 5 where draw(3) == 0: try writer.checkpoint()
            case 6 where draw(9) == 0: try writer.script("VACUUM")
            case 7:
                let image = try other.image()
                try write(901, to: db)
                model.insert(901)
                if let last = other.lastFileImage { db.adopt(last) }
                #expect(try ids(image).symmetricDifference(model).isSubset(of: [901]))
            default:
                let number = Int64(draw(900))
                try write(number, Int64(draw(6000)), to: writer)
                model.insert(number)
            }
            if images.count > 20 { images.removeFirst(7) }
            #expect(try ids(db) == model)
            if draw(5) == 0 { #expect(try ids(db.image()) == model) }
            if draw(20) == 0 { #expect(try afterKill() == model) }
        }
        #expect(try db.integrityCheck() == nil)
        for (image, content) in images { #expect(try ids(image) == content) }
        try other.close()
        try db.close()
        #expect(try ids(Connection(.file(path))) == model)
    }
}
