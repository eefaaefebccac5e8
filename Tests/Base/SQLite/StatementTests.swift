import MockPostlyTestKit
import Testing

@testable import MockPostlySQLite

@Suite
struct StatementTests {
    private struct Stop: Error {}

    private let db: Connection

    init() throws {
        db = try Connection(.memory)
        try db.script(
            """
            CREATE TABLE item(id INTEGER PRIMARY KEY, parent INTEGER);
            INSERT INTO item VALUES (1, 0), (2, 1), (3, 1), (4, 2), (5, 4);
            """
        )
    }

    /// Every item under `parent`, depth first, by one statement that is used inside itself.
    private func tree(under parent: Int64) throws -> [Int64] {
        var ids: [Int64] = []
        try db.forEach("SELECT id FROM item WHERE parent = ?1 ORDER BY id", [.integer(parent)]) {
            let id = $0.int(0)
            ids.append(id)
            ids += try tree(under: id)
        }
        return ids
    }

    @Test
    func `a statement may be used while it is being stepped`() throws {
        for _ in 0..<3 {
            #expect(try tree(under: 0) == [1, 2, 4, 5, 3])
        }
    }

    @Test
    func `a statement is compiled once`() throws {
        _ = try tree(under: 0)
        let before = try db.statistics().statementBytes
        for _ in 0..<100 {
            _ = try tree(under: 0)
        }
        #expect(try db.statistics().statementBytes == before)
    }

    @Test
    func `a body that throws leaves the statement as new`() throws {
        let sql: StaticString = "SELECT id FROM item WHERE id >= ?1 ORDER BY id"
        for _ in 0..<3 {
            #expect(throws: Stop.self) {
                try db.forEach(sql, [1]) { row in
                    if row.int(0) == 2 { throw Stop() }
                }
            }
            #expect(throws: Stop.self) {
                _ = try db.first(sql, [1]) { _ -> Int in throw Stop() }
            }
            #expect(throws: Stop.self) {
                _ = try db.all(sql, [1]) { _ -> Int in throw Stop() }
            }
        }
        #expect(try db.all(sql, [4]) { $0.int(0) } == [4, 5])
        // Nothing is being read any more: a table in use could not be dropped.
        try db.script("DROP TABLE item")
    }

    @Test
    func `a statement that fails can be used again`() throws {
        let sql: StaticString = "INSERT INTO item VALUES (?1, 0)"
        #expect(throws: SQLiteError.self) { try db.run(sql, [1]) }
        #expect(try db.run(sql, [6]) == 1)
        #expect(throws: SQLiteError.self) { try db.run(sql, [6]) }
    }

    @Test
    func `a statement sees a schema that has changed since`() throws {
        let sql: StaticString = "SELECT * FROM item WHERE id = 1"
        #expect(try db.first(sql) { $0.int(1) } == 0)
        try db.script("ALTER TABLE item ADD COLUMN extra DEFAULT 9")
        #expect(try db.first(sql) { $0.int(0) } == 1)
        #expect(try db.first("SELECT extra FROM item WHERE id = 1") { $0.int(0) } == 9)
    }

    @Test("as many values as parameters", arguments: [[], [1], [1, 2, 3]] as [[Value]])
    func parameters(values: [Value]) throws {
        let failure = #expect(throws: SQLiteError.self) {
            try db.run("SELECT ?1, ?2", values)
        }
        #expect(failure?.message == "2 values are needed, \(values.count) given")
        #expect(try db.first("SELECT ?1, ?2", [1, 2]) { $0.int(1) } == 2)
    }

    @Test
    func `one statement at a time, and at least one`() throws {
        #expect(throws: SQLiteError.self) { try db.run("SELECT 1; SELECT 2") }
        #expect(throws: SQLiteError.self) { try db.run("SELECT 1; nonsense") }
        #expect(throws: SQLiteError.self) { try db.run("") }
        #expect(throws: SQLiteError.self) { try db.run("-- only words") }
        try db.run("SELECT 1;")
        try db.run("SELECT 1; -- and words\n ")
    }

    @Test
    func `a connection is not closed under a statement`() throws {
        try db.forEach("SELECT id FROM item WHERE id = 1") { _ in
            #expect(throws: SQLiteError.self) { try db.close() }
            try db.forEach("SELECT id FROM item WHERE id = 2") { _ in
                #expect(throws: SQLiteError.self) { try db.close() }
            }
        }
        #expect(try db.first("SELECT count(*) FROM item") { $0.int(0) } == 5)
        try db.close()
    }

    @Test("a column that is not there stops the program", arguments: [-1, 1, 2_000_000] as [Int32])
    func column(index: Int32) async {
        await #expect(processExitsWith: .failure) { [index] in
            _ = try Connection(.memory).first("SELECT 1") { $0.int(index) }
        }
        await #expect(processExitsWith: .failure) { [index] in
            _ = try Connection(.memory).first("SELECT 1") { $0.text(index) }
        }
        await #expect(processExitsWith: .failure) { [index] in
            _ = try Connection(.memory).first("SELECT 1") { $0.isNull(index) }
        }
    }

    @Test
    func `columns are counted as the schema is now`() throws {
        let sql: StaticString = "SELECT * FROM item WHERE id = 1"
        #expect(try db.first(sql) { $0.int(1) } == 0)
        try db.script("ALTER TABLE item ADD COLUMN extra DEFAULT 9")
        #expect(try db.first(sql) { $0.int(2) } == 9)
    }

    @Test
    func `a table of statements finds each of many`() throws {
        let statement = try db.lend("SELECT 1", [])
        let other = try db.lend("SELECT 2", [])
        defer {
            statement.giveBack()
            other.giveBack()
        }
        var table = StatementTable()
        let addresses = (1...500).compactMap { UnsafeRawPointer(bitPattern: 0x7000_0000 + $0 * 24) }
        for (index, address) in addresses.enumerated() {
            #expect(table.statement(at: address) == nil)
            table.insert(index % 2 == 0 ? statement : other, at: address)
        }
        for (index, address) in addresses.enumerated() {
            #expect(table.statement(at: address) === (index % 2 == 0 ? statement : other))
        }
        #expect(table.contains { $0 === other } && !StatementTable().contains { _ in true })
    }
}
