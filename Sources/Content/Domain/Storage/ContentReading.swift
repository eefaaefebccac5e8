internal import MockPostlySQLite

/// Reads a content that comes from outside, whose schema is right, value by value.
struct ContentReading {
    private let source: Connection
    /// The keys of the rows that others refer to, by table.
    private var keys: [String: Set<Int64>] = [:]

    init(of source: Connection) {
        self.source = source
    }

    /// Throws as ``read(_:)`` does.
    static func check(_ source: Connection) throws {
        var reading = ContentReading(of: source)
        try reading.read { _, _ in }
    }

    /// Gives every row of every table to `body`, with what can be counted left at 0.
    ///
    /// Throws ``ContentFault/corrupt(_:)`` with the table, the row and the column of the first
    /// value that is not right.
    mutating func read(_ body: (ContentTable, [Value]) throws -> Void) throws {
        try checkContents()
        for table in ContentTable.all {
            let isReferredTo = ContentTable.all.contains { $0.refers(to: table.name) }
            var known: Set<Int64> = []
            var documents: Set<SeedDocuments.Key> = []
            let rows = try TableCursor(table.rows.select, on: source)
            while !rows.isAtEnd {
                let row = try read(rows.row, of: table)
                if isReferredTo, case .integer(let key) = row[0] { known.insert(key) }
                if table.name == "document_import" { try checkID(of: row, table, &documents) }
                try body(table, row)
                try rows.advance()
            }
            keys[table.name] = known
        }
        try checkSequences()
    }

    private func read(_ row: borrowing Row, of table: ContentTable) throws -> [Value] {
        var values: [Value] = []
        values.reserveCapacity(table.columns.count)
        for (index, column) in table.columns.enumerated() {
            let place = Int32(index)
            if column.isOptional, row.isNull(place) {
                values.append(.null)
                continue
            }
            switch column.rule.read(row, place, keys) {
            case .success(let value): values.append(value)
            case .failure(let mismatch):
                let words = "expected \(mismatch.expected), found \(row.found(place))"
                throw fault(table, row, column.name, words)
            }
        }
        do throws(ValueRefusal) {
            try table.check(&values)
        } catch {
            throw fault(table, row, error.column, error.words)
        }
        return values
    }

    private func fault(
        _ table: ContentTable,
        _ row: borrowing Row,
        _ column: String,
        _ words: String
    ) -> ContentFault {
        var key = ""
        for index in 0..<table.rows.keys { key += " " + row.shown(Int32(index)) }
        return .corrupt("\(table.name), row\(key), column \(column): \(words)")
    }

    /// Of the records of an import no two may have one id.
    private func checkID(
        of row: [Value],
        _ table: ContentTable,
        _ known: inout Set<SeedDocuments.Key>
    ) throws {
        guard case .integer(let number) = row[0], case .integer(let position) = row[1],
            case .text(let body) = row[2], let kind = DocumentKind(rawValue: Int(number)),
            let id = Document(Array(body.utf8))?.id
        else { return }
        guard known.insert(SeedDocuments.Key(kind: kind, id: id)).inserted else {
            throw ContentFault.corrupt(
                "\(table.name), row \(number) \(position), column body: another record has the id"
                    + " \(id)"
            )
        }
    }

    /// Each post has a content, and each content a post: they are read together.
    private func checkContents() throws {
        let post = try source.first(
            "SELECT id FROM post WHERE id NOT IN (SELECT id FROM post_content) LIMIT 1"
        ) { $0.int(0) }
        if let post { throw ContentFault.corrupt("post_content, row \(post): is missing") }
        let content = try source.first(
            "SELECT id FROM post_content WHERE id NOT IN (SELECT id FROM post) LIMIT 1"
        ) { $0.int(0) }
        if let content {
            throw ContentFault.corrupt("post_content, row \(content): there is no such post")
        }
    }

    /// The ids that are given next can be given.
    private func checkSequences() throws {
        try source.forEach("SELECT name, seq FROM sqlite_sequence ORDER BY rowid") { row in
            let isKnown = ["community_post", "community_comment"].contains(row.text(0))
            guard isKnown, row.storageClass(0) == .text else {
                throw ContentFault.corrupt(
                    "sqlite_sequence, row \(row.shown(0)), column name: expected a table with ids"
                )
            }
            let isRight =
                row.storageClass(1) == .integer && (0...Int64.largestInContent).contains(row.int(1))
            guard isRight else {
                throw ContentFault.corrupt(
                    "sqlite_sequence, row \(row.shown(0)), column seq: expected a whole number"
                        + " from 0 up, found \(row.found(1))"
                )
            }
        }
    }
}

extension ContentTable {
    fileprivate func refers(to table: String) -> Bool {
        columns.contains { column in
            switch column.rule {
            case .key(let other): other == table
            case .people: table == "user"
            default: false
            }
        }
    }
}

extension Row {
    /// What stands in a column, for a message: numbers as they are, of texts that they are some.
    fileprivate func found(_ column: Int32) -> String {
        switch storageClass(column) {
        case .null: "nothing"
        case .integer: "\(int(column))"
        case .real: "\(double(column))"
        case .text: "a text"
        case .blob: "bytes"
        }
    }

    /// A key, for a message.
    fileprivate func shown(_ column: Int32) -> String {
        guard storageClass(column) == .text else { return found(column) }
        let text = text(column).unicodeScalars.prefix(80).map { scalar in
            scalar.properties.generalCategory == .control ? "?" : String(scalar)
        }
        return "'\(text.joined())'"
    }
}
