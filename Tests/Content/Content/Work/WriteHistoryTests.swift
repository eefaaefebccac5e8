import MockPostlySQLite
import Testing

@testable import MockPostlyContent

@Suite
struct WriteHistoryTests {
    private struct Stop: Error {}

    private let db: Connection
    private let work: UnitOfWork

    init() throws {
        db = try Connection(.pages(nil))
        work = UnitOfWork(db)
        try db.script(
            """
            CREATE TABLE item(id INTEGER PRIMARY KEY, body TEXT NOT NULL, views INTEGER);
            CREATE INDEX item_by_body ON item(body, views);
            INSERT INTO item VALUES (1, 'first', 0);
            """
        )
    }

    private func keep(_ bytes: Int = .max) throws -> HistoryBudget {
        let budget = HistoryBudget(limit: bytes)
        try work.keepHistory(budget)
        return budget
    }

    private func add(_ bodies: String...) throws {
        try work.write {
            for body in bodies {
                try db.run("INSERT INTO item (body, views) VALUES (?1, 0)", [.text(body)])
            }
        }
        try work.commit()
    }

    private func view() throws {
        _ = try work.count { try db.run("UPDATE item SET views = views + 1 WHERE id = 1") }
    }

    private var bodies: [String] {
        get throws {
            var bodies: [String] = []
            try db.forEach("SELECT body FROM item ORDER BY id") { bodies.append($0.text(0)) }
            return bodies
        }
    }

    private var views: Int64 {
        get throws {
            var views: Int64 = -1
            try db.forEach("SELECT views FROM item WHERE id = 1") { views = $0.int(0) }
            return views
        }
    }

    @Test
    func `the last writes are undone, the newest first`() throws {
        _ = try keep()
        try add("a")
        try add("b", "c")
        #expect(work.undoable == 2)
        _ = try work.undo(1)
        #expect(try bodies == ["first", "a"] && work.undoable == 1)
        try add("d")
        _ = try work.undo(2)
        #expect(try bodies == ["first"] && work.undoable == 0)
    }

    @Test
    func `counts of reads before a write stay, those after it go with it`() throws {
        _ = try keep()
        try view()
        try add("a")
        try view()
        try add("b")
        try view()
        _ = try work.undo(1)
        #expect(try views == 2)
        try view()
        _ = try work.undo(1)
        #expect(try views == 1 && bodies == ["first"])
    }

    @Test
    func `a transaction without writes is no step`() throws {
        _ = try keep()
        try add("a")
        try work.write {}
        try work.commit()
        try work.write {}
        try work.rollback()
        _ = try work.undo(1)
        #expect(try bodies == ["first"])
    }

    @Test
    func `a replacement of everything is undone as well`() throws {
        let other = try db.image()
        _ = try keep()
        try add("a")
        try work.replaceAll { try $0.restore(from: other) }
        try add("b")
        #expect(try work.undo(2).replacesAll && bodies == ["first", "a"])
        #expect(try !work.undo(1).replacesAll && bodies == ["first"])
    }

    @Test
    func `a step knows the requests that have written in it`() throws {
        _ = try keep()
        for number in 1...3 {
            try add("\(number)")
            let step = try #require(work.history?.current)
            work.history?.note(request: number * 10, in: step)
        }
        #expect(work.undoable(backTo: 20) == 2 && work.undoable(backTo: 30) == 1)
        #expect(work.undoable(backTo: 15) == nil)
        #expect(try work.undo(2).requests == [30, 20] && bodies == ["first", "1"])
    }

    @Test
    func `the oldest steps go when there are too many bytes`() throws {
        let budget = try keep(32 * 1024)
        for number in 0..<200 { try add("\(number)") }
        let count = work.undoable
        #expect(budget.used <= 32 * 1024 && count > 1 && count < 200)
        _ = try work.undo(count)
        #expect(try bodies.count == 201 - count)
        #expect(budget.used == 0)
    }

    @Test
    func `any number of counted reads takes no more memory than the pages that they write`() throws
    {
        let budget = try keep()
        try add("a")
        for _ in 0..<30_000 { try view() }
        #expect(work.undoable == 1)
        #expect(budget.used < 600 * 1024)
        _ = try work.undo(1)
        #expect(try views == 0 && bodies == ["first"])
    }

    @Test
    func `a step has what was changed, not the pages that it is in`() throws {
        let budget = try keep()
        for number in 0..<100 { try add("\(number)") }
        #expect(work.undoable == 100)
        #expect(budget.used < 100 * 2048)
    }

    @Test
    func `a file that a step has cut and lengthened again is as it was`() throws {
        _ = try keep()
        for length in [9000, 900_000] { try add(String(repeating: "z", count: length)) }
        let before = try db.image().bytes
        _ = try work.write { try db.run("DELETE FROM item WHERE id > 1") }
        try work.commit()
        try db.run("VACUUM")
        // What was cut off is so much that it is kept anew now.
        try view()
        try add("b", String(repeating: "y", count: 30_000))
        _ = try work.undo(2)
        #expect(try db.image().bytes == before)
    }

    @Test
    func `two thousand random writes undone one by one give the bytes of the start`() throws {
        let budget = try keep()
        let start = try db.image().bytes
        var (random, images) = (UInt64(88_172_645_463_325_252), [Int: [UInt8]]())
        for number in 0..<2_000 {
            if number % 200 == 0 { images[number] = try db.image().bytes }
            // Marsaglia's xorshift64.
            random ^= random << 13
            random ^= random >> 7
            random ^= random << 17
            try change(random, number)
        }
        #expect(work.undoable == 2_000)
        for number in (0..<2_000).reversed() {
            _ = try work.undo(1)
            if let image = images[number] { #expect(try db.image().bytes == image) }
        }
        #expect(try db.image().bytes == start && budget.used == 0)
    }

    /// A write of some kind, which grows or shrinks the file.
    private func change(_ random: UInt64, _ number: Int) throws {
        try work.write {
            switch random % 8 {
            case 0: try db.run("DELETE FROM item WHERE id % 11 = ?1", [.integer(number % 11)])
            case 1: try db.run("UPDATE item SET body = body || 'x' WHERE id % 13 = 2")
            case 2: try db.run("INSERT INTO item (body) VALUES (printf('%.*c', 9000, 'z'))")
            default: break
            }
            try db.run("INSERT INTO item (body, views) VALUES (?1, 3)", [.text("\(random)")])
        }
        try work.commit()
        if random % 3 == 0 { try view() }
    }
}
