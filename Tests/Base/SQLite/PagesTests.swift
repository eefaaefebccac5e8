import MockPostlySQLite
import MockPostlyTestKit
import Testing

@Suite
struct PagesTests {
    private func sample(rows: Int64 = 500) throws -> Connection {
        let db = try Connection(.pages(nil))
        try db.script(
            """
            CREATE TABLE item(id INTEGER PRIMARY KEY, text TEXT);
            CREATE INDEX item_text ON item(text);
            PRAGMA user_version = 3;
            """
        )
        try add(1...rows, to: db)
        return db
    }

    private func add(_ numbers: ClosedRange<Int64>, to db: Connection) throws {
        try db.run(
            """
            WITH n(i) AS (SELECT ?1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
            INSERT INTO item SELECT i, 'text ' || i || substr(hex(zeroblob(200)), 1, i % 400) FROM n
            """,
            [.integer(numbers.lowerBound), .integer(numbers.upperBound)]
        )
    }

    private func count(_ db: Connection) throws -> Int64? {
        try db.first("SELECT count(*) FROM item WHERE text LIKE 'text %'") { $0.int(0) }
    }

    @Test
    func `two connections that begin with one image do not see each other's writes`() throws {
        let source = try sample()
        let image = try source.image()
        let first = try Connection(.pages(image))
        let second = try Connection(.pages(image))
        try first.run("DELETE FROM item WHERE id > 10")
        try add(501...600, to: second)
        try source.run("UPDATE item SET text = 'other' WHERE id = 1")
        #expect(try count(first) == 10)
        #expect(try count(second) == 600)
        #expect(try count(source) == 499)
        #expect(try count(Connection(.pages(image))) == 500)
        for db in [first, second, source] { #expect(try db.integrityCheck() == nil) }
    }

    @Test
    func `an image is the same as long as nothing is written, and costs nothing`() throws {
        let start = try sample().image()
        let db = try Connection(.pages(start))
        #expect(db.privateBytes == 0)
        #expect(try count(db) == 500)
        #expect(db.privateBytes == 0)
        try db.run("UPDATE item SET text = 'text' WHERE id = 7")
        #expect(db.privateBytes > 0 && db.privateBytes <= 5 * 4096)
        #expect(start.byteCount > 5 * 4096)
        _ = try db.image()
        #expect(db.privateBytes == 0)
    }

    @Test
    func `the bytes of an image are a database`() throws {
        let image = try sample().image()
        #expect(image.bytes.starts(with: "SQLite format 3\0".utf8))
        #expect(image.bytes.count == image.byteCount)
        let plain = try Connection(.memory)
        try plain.restore(from: image.bytes)
        #expect(try count(plain) == 500)
        let again = try Connection(.pages(PageImage(copying: plain.serialize())))
        #expect(try count(again) == 500)
        try again.run("DELETE FROM item")
        #expect(try count(again) == 0)
    }

    @Test
    func `bytes of the program are shared, and copied when they are written`() throws {
        let bytes = try sample().image().bytes
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
        memory.copyBytes(from: bytes)
        do {
            let image = try PageImage(borrowing: UnsafeRawBufferPointer(memory))
            let db = try Connection(.pages(image))
            try db.run("DELETE FROM item WHERE id % 2 = 0")
            #expect(try count(db) == 250)
            #expect(try count(Connection(.pages(image))) == 500)
            try db.close()
        }
        #expect(Array(memory) == bytes)
        memory.deallocate()
    }

    @Test
    func `the content is replaced under statements that were compiled before`() throws {
        let db = try sample()
        let sql: StaticString = "SELECT count(*) FROM item"
        let start = try db.image()
        for round in 1...20 {
            try db.run("DELETE FROM item WHERE id > ?1", [.integer(round)])
            #expect(try db.first(sql) { $0.int(0) } == Int64(round))
            try db.replaceContent(by: start)
            #expect(try db.first(sql) { $0.int(0) } == 500)
        }
        #expect(try db.integrityCheck() == nil)
    }

    @Test
    func `contents with other tables and the same counters are told apart`() throws {
        let start = try sample().image()
        let left = try Connection(.pages(start))
        let right = try Connection(.pages(start))
        try left.script("CREATE TABLE left_side(x); INSERT INTO left_side VALUES (1);")
        try right.script("CREATE TABLE right_side(x, y); INSERT INTO right_side VALUES (1, 2);")
        let db = try Connection(.pages(left.image()))
        #expect(try db.first("SELECT x FROM left_side") { $0.int(0) } == 1)
        try db.replaceContent(by: right.image())
        #expect(try db.first("SELECT y FROM right_side") { $0.int(0) } == 2)
        #expect(throws: SQLiteError.self) { try db.run("INSERT INTO left_side VALUES (3)") }
        try db.run("INSERT INTO right_side VALUES (3, 4)")
        #expect(try db.integrityCheck() == nil)
        try db.replaceContent(by: left.image())
        #expect(try db.first("SELECT count(*) FROM left_side") { $0.int(0) } == 1)
    }

    @Test
    func `nothing is replaced in a transaction or under a statement`() throws {
        let db = try sample()
        let image = try db.image()
        try db.begin()
        #expect(throws: SQLiteError.self) { try db.replaceContent(by: image) }
        #expect(throws: SQLiteError.self) { try db.image() }
        try db.rollback()
        try db.forEach("SELECT id FROM item") { _ in
            #expect(throws: SQLiteError.self) { try db.replaceContent(by: image) }
        }
    }

    @Test
    func `what is rolled back is not in the image`() throws {
        let db = try sample()
        let before = try db.image().bytes
        try db.begin()
        try db.run("DELETE FROM item")
        try db.rollback()
        #expect(try db.image().bytes == before)
        try db.begin()
        try? db.savepoint {
            try add(1000...5000, to: db)
            throw Broken()
        }
        try db.commit()
        #expect(try count(db) == 500)
        #expect(try db.integrityCheck() == nil)
    }

    private struct Broken: Error {}

    /// What an integrity check has found.
    private struct Findings: Error {
        var text: String
    }

    // MARK: Sizes

    /// The bytes of a database file with pages of this size and a few rows.
    private func file(pageSize: Int, rows: Int64 = 300, isLogged: Bool = false) throws -> [UInt8] {
        let directory = try ScratchDirectory()
        let db = try Connection(.file(directory.file("db")))
        try db.script("PRAGMA page_size = \(pageSize)")
        if isLogged { try db.script("PRAGMA journal_mode = WAL") }
        try db.script("CREATE TABLE item(id INTEGER PRIMARY KEY, text TEXT)")
        try add(1...rows, to: db)
        return try db.serialize()
    }

    @Test(arguments: [512, 1024, 2048, 8192, 32_768, 65_536])
    func `pages may have any size`(size: Int) throws {
        let bytes = try file(pageSize: size)
        let image = try PageImage(copying: bytes)
        #expect(image.byteCount == bytes.count && image.bytes == bytes)
        let db = try Connection(.pages(image))
        #expect(try count(db) == 300)
        try add(301...900, to: db)
        try db.run("DELETE FROM item WHERE id % 3 = 0")
        #expect(try count(db) == 600)
        try db.script("VACUUM")
        #expect(try count(db) == 600)
        #expect(try db.image().byteCount % size == 0)
        try db.run("DELETE FROM item WHERE id > 1")
        try db.script("VACUUM")
        #expect(try db.image().byteCount == 2 * size)
        try add(1000...1500, to: db)
        #expect(try db.integrityCheck() == nil)
        #expect(try count(Connection(.pages(image))) == 300)
        #expect(image.bytes == bytes)
    }

    @Test(arguments: [512, 65_536])
    func `a content is replaced by one with pages of another size`(size: Int) throws {
        let db = try sample()
        let usual = try db.image()
        let other = try PageImage(copying: file(pageSize: size))
        for _ in 0..<3 {
            try db.replaceContent(by: other)
            #expect(try count(db) == 300)
            try db.run("DELETE FROM item WHERE id > 100")
            #expect(try db.integrityCheck() == nil)
            #expect(try count(Connection(.pages(db.image()))) == 100)
            try db.replaceContent(by: usual)
            #expect(try count(db) == 500)
            try add(501...900, to: db)
            #expect(try db.integrityCheck() == nil)
        }
    }

    @Test
    func `a content is replaced by a smaller, a larger and an empty one`() throws {
        let small = try sample(rows: 1).image()
        let large = try sample(rows: 5000).image()
        let none = try Connection(.pages(nil)).image()
        let db = try sample()
        for (image, rows) in [
            (small, Int64(1)), (large, 5000), (small, 1), (small, 1), (large, 5000),
        ] {
            try db.replaceContent(by: image)
            #expect(try count(db) == rows)
            #expect(db.privateBytes == 0)
            #expect(try db.image().bytes == image.bytes)
            try add(6000...6010, to: db)
            #expect(try count(db) == rows + 11)
            #expect(try db.integrityCheck() == nil)
        }
        #expect(none.byteCount == 0 && none.bytes.isEmpty)
        try db.replaceContent(by: none)
        #expect(throws: SQLiteError.self) { try count(db) }
        try db.script("CREATE TABLE item(id INTEGER PRIMARY KEY, text TEXT)")
        try add(1...10, to: db)
        #expect(try count(db) == 10)
        try db.replaceContent(by: large)
        #expect(try count(db) == 5000)
    }

    @Test
    func `an image that is taken right after a replacement is that which was put in place`() throws
    {
        let start = try sample().image()
        let db = try sample(rows: 10)
        try db.replaceContent(by: start)
        #expect(try db.image().bytes == start.bytes)
        #expect(try count(Connection(.pages(db.image()))) == 500)
        // A write in one of them changes counters that others have never seen.
        try db.run("DELETE FROM item WHERE id = 1")
        let next = try db.image()
        try db.replaceContent(by: start)
        try db.replaceContent(by: next)
        #expect(try count(db) == 499)
        let other = try Connection(.pages(start))
        #expect(try count(other) == 500)
        try other.replaceContent(by: next)
        #expect(try count(other) == 499)
        #expect(try other.integrityCheck() == nil)
    }

    @Test
    func `the bytes of a file with a log can be opened and written`() throws {
        let bytes = try file(pageSize: 4096, isLogged: true)
        #expect(bytes[18] == 2 && bytes[19] == 2)
        let image = try PageImage(copying: bytes)
        #expect(image.bytes[18] == 1 && image.bytes[19] == 1)
        let db = try Connection(.pages(image))
        try add(301...310, to: db)
        #expect(try count(db) == 310)
    }

    @Test(arguments: [0, 1, 15, 16, 99, 100, 4095, 4096, 4097, 8191, 12_288])
    func `an image has exactly the bytes that it was given`(size: Int) throws {
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3 | 4) }
        let image = try PageImage(copying: bytes)
        #expect(image.byteCount == size)
        #expect(image.bytes == bytes)
        // Whole pages or not, at an even address or not.
        ([0, 0] + bytes).withUnsafeBytes { memory in
            for start in [1, 2] {
                let part = UnsafeRawBufferPointer(rebasing: memory[start..<(start + size)])
                #expect((try? PageImage(borrowing: part))?.bytes == Array(part))
            }
        }
    }

    @Test
    func `what is no database, or ends too early, is told and not read beyond`() throws {
        let whole = try sample(rows: 3000).image().bytes
        for size in [1, 99, 100, 512, 4095, 4096, 5000, whole.count / 2] {
            let image = try PageImage(copying: Array(whole.prefix(size)))
            #expect(throws: (any Error).self) {
                let db = try Connection(.pages(image))
                if let findings = try db.integrityCheck() { throw Findings(text: findings) }
            }
        }
        let words = try PageImage(copying: Array("no database at all".utf8))
        #expect(throws: SQLiteError.self) { try Connection(.pages(words)) }
    }

    @Test
    func `a row may be larger than many pages`() throws {
        let db = try sample()
        try db.run("INSERT INTO item VALUES (9000, hex(zeroblob(2000000)))")
        let large = try db.image()
        #expect(large.byteCount > 4_000_000)
        let other = try Connection(.pages(large))
        try other.run("UPDATE item SET text = 'text' || text WHERE id = 9000")
        let length = try other.first("SELECT length(text) FROM item WHERE id = 9000") { $0.int(0) }
        #expect(length == 4_000_004)
        try other.run("DELETE FROM item WHERE id = 9000")
        try other.script("VACUUM")
        #expect(try other.image().byteCount < 1_000_000)
        #expect(
            try db.first("SELECT length(text) FROM item WHERE id = 9000") { $0.int(0) } == 4_000_000
        )
        for connection in [db, other] { #expect(try connection.integrityCheck() == nil) }
    }

    @Test
    func `a file takes in an image whose pages have another size`() throws {
        let directory = try ScratchDirectory()
        let db = try Connection(.file(directory.file("db")))
        try db.script("PRAGMA journal_mode = WAL; CREATE TABLE x(y)")
        for size in [512, 4096, 16_384] {
            let image = try PageImage(copying: file(pageSize: size))
            try db.restore(from: image)
            #expect(try count(db) == 300)
            #expect(try db.integrityCheck() == nil)
        }
    }

    @Test
    func `random writes, images and replacements hold a model`() throws {
        var random = Draw(seed: 20_261_121)
        var worlds = [(try sample(rows: 50), Set<Int64>(1...50))]
        var images: [(PageImage, Set<Int64>)] = []
        for _ in 0..<600 {
            let place = Int(random.next() % UInt64(worlds.count))
            let db = worlds[place].0
            switch random.next() % 8 {
            case 0: images.append((try db.image(), worlds[place].1))
            case 1 where !images.isEmpty:
                let image = images[Int(random.next() % UInt64(images.count))]
                try db.replaceContent(by: image.0)
                worlds[place].1 = image.1
            case 2 where worlds.count < 12:
                worlds.append((try Connection(.pages(db.image())), worlds[place].1))
            case 3 where worlds.count > 1: worlds.remove(at: place)
            case 4:
                let limit = Int64(random.next() % 400)
                try db.run("DELETE FROM item WHERE id > ?1", [.integer(limit)])
                worlds[place].1 = worlds[place].1.filter { $0 <= limit }
            case 5: try db.script("VACUUM")
            default:
                let number = Int64(random.next() % 400)
                try db.run(
                    "INSERT OR REPLACE INTO item VALUES (?1, hex(zeroblob(?2)))",
                    [.integer(number), .integer(Int64(random.next() % 4000))]
                )
                worlds[place].1.insert(number)
            }
            if images.count > 20 { images.removeFirst(7) }
            guard place < worlds.count else { continue }
            let ids = try worlds[place].0.all("SELECT id FROM item") { $0.int(0) }
            #expect(Set(ids) == worlds[place].1)
        }
        for world in worlds { #expect(try world.0.integrityCheck() == nil) }
    }
}
