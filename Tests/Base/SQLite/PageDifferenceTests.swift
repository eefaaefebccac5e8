import MockPostlyTestKit
import Testing

@testable import MockPostlySQLite

/// Rows that differ, found by pages.
@Suite("Page difference")
struct PageDifferenceTests {
    /// A table with row ids, one without, and one whose primary key is not the row id.
    private func sample(rows: Int64 = 3000) throws -> Connection {
        let db = try Connection(.pages(nil))
        try db.script(
            """
            CREATE TABLE item (id INTEGER PRIMARY KEY, text TEXT);
            CREATE INDEX item_text ON item (text);
            CREATE TABLE pair (one INTEGER, two TEXT, text TEXT, PRIMARY KEY (one, two)) WITHOUT ROWID;
            CREATE TABLE code (one INTEGER, two TEXT, PRIMARY KEY (one, two));
            """
        )
        try fill(db, 1...rows)
        return db
    }

    private func fill(_ db: Connection, _ numbers: ClosedRange<Int64>) throws {
        let values: [Value] = [.integer(numbers.lowerBound), .integer(numbers.upperBound)]
        for sql: StaticString in [
            """
            WITH n(i) AS (SELECT ?1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
            INSERT OR REPLACE INTO item SELECT i, hex(zeroblob(i % 97)) FROM n
            """,
            """
            WITH n(i) AS (SELECT ?1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
            INSERT OR REPLACE INTO pair SELECT i * 7919 % 2003 - 900, 'k' || i, hex(zeroblob(i % 60))
            FROM n
            """,
            """
            WITH n(i) AS (SELECT ?1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
            INSERT OR REPLACE INTO code SELECT i * i * 1000003, 'k' || (i % 50) FROM n
            """,
        ] { try db.run(sql, values) }
    }

    /// The rows of a table as texts, by key.
    private func rows(_ sql: StaticString, _ image: PageImage) throws -> [String: String] {
        var rows: [String: String] = [:]
        try Connection(.pages(image)).forEach(sql) { rows[$0.text(0)] = $0.text(1) }
        return rows
    }

    private func difference(_ old: PageImage, _ new: PageImage) throws -> PageDifference {
        try #require(
            try PageDifference(between: Connection(.pages(old)), and: Connection(.pages(new)))
        )
    }

    private func shown(_ rows: DifferingRows) -> Set<String>? {
        rows.keys.map { keys in
            Set(
                keys.map { key in
                    key.map { value in
                        switch value {
                        case .integer(let number): "\(number)"
                        case .text(let text): text
                        case .null, .real, .blob: "?"
                        }
                    }.joined(separator: " ")
                }
            )
        }
    }

    /// Checks that no row differs that is not named; returns how many are named, nil for any.
    @discardableResult
    private func check(_ old: PageImage, _ new: PageImage) throws -> [Int?] {
        let difference = try difference(old, new)
        let queries: [(table: String, keys: Int, sql: StaticString)] = [
            ("item", 1, "SELECT id, text FROM item"),
            ("pair", 2, "SELECT one || ' ' || two, text FROM pair"),
            ("code", 2, "SELECT rowid, one || ' ' || two FROM code"),
        ]
        return try queries.map { table, keys, sql in
            guard let named = shown(difference.rows(of: table, keys: keys)) else { return nil }
            let (before, after) = (try rows(sql, old), try rows(sql, new))
            let differing = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
            #expect(named.isSuperset(of: differing))
            return named.count
        }
    }

    @Test
    func `no rows differ between an image and itself, or its copy`() throws {
        let image = try sample().image()
        #expect(try check(image, image) == [0, 0, 0])
        #expect(try check(image, PageImage(copying: image.bytes)) == [0, 0, 0])
    }

    @Test
    func `a changed row is named with those of its page, in each kind of table`() throws {
        let db = try sample()
        let before = try db.image()
        for sql: StaticString in [
            "UPDATE item SET text = 'other' WHERE id = 1700",
            "UPDATE pair SET text = 'other' WHERE two = 'k1700'",
            "UPDATE code SET two = 'other' WHERE one = 1700 * 1700 * 1000003",
        ] { try db.run(sql) }
        let counts = try check(before, db.image())
        for count in counts { #expect(try (1...400).contains(#require(count))) }
    }

    @Test
    func `the end of a long row is read where its page is the same`() throws {
        let db = try sample()
        try db.run("INSERT INTO item VALUES (5000, hex(zeroblob(9000)))")
        try db.run("INSERT INTO pair VALUES (5000, 'long', hex(zeroblob(9000)))")
        let before = try db.image()
        try db.run("UPDATE item SET text = substr(text, 1, 17999) || '1' WHERE id = 5000")
        try db.run("UPDATE pair SET text = substr(text, 1, 17999) || '1' WHERE one = 5000")
        let difference = try difference(before, db.image())
        #expect(difference.rows(of: "item", keys: 1).keys == [[5000]])
        #expect(difference.rows(of: "pair", keys: 2).keys == [[5000, "long"]])
    }

    @Test
    func `tables that the pages do not tell about may differ in any row`() throws {
        let db = try sample()
        let before = try db.image()
        #expect(try difference(before, before).rows(of: "other", keys: 1) == .any)
        try db.script("ALTER TABLE code ADD COLUMN three DEFAULT 'x'")
        try db.run("DELETE FROM item WHERE id % 2 = 0")
        let changed = try difference(before, db.image())
        #expect(changed.rows(of: "code", keys: 2) == .any)
        #expect(changed.rows(of: "item", keys: 1) == .any)
        #expect(changed.rows(of: "pair", keys: 2).keys == [])
        // A key that goes on on another page.
        try db.run("INSERT INTO pair VALUES (1, hex(zeroblob(3000)), '')")
        #expect(try difference(before, db.image()).rows(of: "pair", keys: 2) == .any)
    }

    @Test
    func `a database in a file, in a transaction or of other pages is not compared`() throws {
        let db = try sample(rows: 10)
        let other = try Connection(.pages(db.image()))
        #expect(try PageDifference(between: db, and: other) != nil)
        #expect(try PageDifference(between: db, and: Connection(.memory)) == nil)
        try db.begin()
        #expect(try PageDifference(between: other, and: db) == nil)
        let large = try Connection(.pages(nil))
        try large.script("PRAGMA page_size = 8192; CREATE TABLE item (id INTEGER PRIMARY KEY)")
        #expect(try PageDifference(between: other, and: large) == nil)
        let wide = try Connection(.pages(nil))
        try wide.script("PRAGMA encoding = 'UTF-16'; CREATE TABLE item (id INTEGER PRIMARY KEY)")
        #expect(try PageDifference(between: other, and: wide) == nil)
    }

    @Test
    func `no differing row is missed, whatever was written`() throws {
        var random = Draw(seed: 28)
        let db = try sample()
        var images = [try db.image()]
        for _ in 0..<30 {
            for _ in 0..<1 + random.below(3) { try write(to: db, &random) }
            let image = try db.image()
            for old in [images[images.count - 1], images[random.below(images.count)]] {
                try check(old, image)
                try check(image, old)
            }
            images.append(image)
            if random.below(6) == 0 {
                try db.replaceContent(by: images[random.below(images.count)])
            }
        }
    }

    private func write(to db: Connection, _ random: inout Draw) throws {
        let number = Value.integer(1 + random.below(3000))
        switch random.below(9) {
        case 0: try db.run("DELETE FROM item WHERE id BETWEEN ?1 AND ?1 + 40", [number])
        case 1:
            try db.run("INSERT OR REPLACE INTO item VALUES (?1, hex(zeroblob(?1 * 3)))", [number])
        case 2:
            try db.run(
                "UPDATE item SET text = substr(text, 1, length(text) - 1) || 'x' WHERE id = ?1",
                [number]
            )
        case 3: try db.run("DELETE FROM pair WHERE one BETWEEN ?1 AND ?1 + 20", [number])
        case 4:
            try db.run(
                "INSERT OR REPLACE INTO pair VALUES (?1, 'n' || ?1, hex(zeroblob(?1 * 3)))",
                [number]
            )
        case 5:
            try db.run(
                "UPDATE pair SET text = substr(text, 1, length(text) - 1) || 'x' WHERE one = ?1",
                [number]
            )
        case 6: try db.run("DELETE FROM code WHERE rowid = ?1", [number])
        case 7:
            let start = Int64(1 + random.below(3000))
            try fill(db, start...start + 30)
        default: try db.compact()
        }
    }

    @Test
    func `damaged pages end neither the program nor the comparison`() throws {
        var random = Draw(seed: 5)
        let db = try sample(rows: 300)
        let before = try db.image()
        try db.run("DELETE FROM pair WHERE one < 0")
        let bytes = try db.image().bytes
        for _ in 0..<300 {
            var damaged = bytes
            for _ in 0..<1 + random.below(20) {
                damaged[4096 + random.below(bytes.count - 4096)] = UInt8(random.below(256))
            }
            let other = try Connection(.pages(PageImage(copying: damaged)))
            // A damaged schema is SQLite's to refuse.
            guard
                let difference = try? PageDifference(
                    between: Connection(.pages(before)),
                    and: other
                )
            else { continue }
            for table in ["item", "pair", "code"] { _ = difference.rows(of: table, keys: 2) }
        }
    }
}
