internal import MockPostlySQLite

/// Reads a foreign content and checks each of its values; its schema was checked before.
struct ContentReading {
    private let registry: ContentRegistry
    private let source: Connection
    /// The keys of rows that other tables refer to, by table.
    private var keys: [String: Set<Int64>] = [:]

    init(_ registry: ContentRegistry, of source: Connection) {
        (self.registry, self.source) = (registry, source)
    }

    /// Checks all values; throws as ``read(_:)`` does.
    static func validateRows(of source: Connection, registry: ContentRegistry) throws {
        var reading = ContentReading(registry, of: source)
        try reading.read { _ in { _ in } }
    }

    /// Passes each row of each table to the function that `body` makes for the table.
    ///
    /// Counters are passed as 0. Throws ``ContentFault/corrupt(_:)`` with table, row and column of
    /// the first wrong value.
    mutating func read(_ body: (ContentTable) -> ([Value]) throws -> Void) throws {
        let tables = registry.contentTables
        for table in tables { try checkAnnex(of: table) }
        for table in tables {
            let isReferredTo = tables.contains { !$0.references(to: table.name).isEmpty }
            var known: Set<Int64> = []
            let check = table.makeCheck?()
            let take = body(table)
            let rows = try TableCursor(table.select, on: source)
            while !rows.isAtEnd {
                let row = try read(rows.row, of: table, check)
                if isReferredTo, case .integer(let key) = row[0] { known.insert(key) }
                try take(row)
                try rows.advance()
            }
            keys[table.name] = known
        }
        try checkSequences()
    }

    private func read(
        _ row: borrowing Row,
        of table: ContentTable,
        _ check: ContentTable.RowCheck?
    ) throws -> [Value] {
        var values: [Value] = []
        values.reserveCapacity(table.columns.count)
        for (index, column) in table.columns.enumerated() {
            let place = Int32(index)
            if column.isOptional, row.isNull(place) {
                values.append(.null)
                continue
            }
            switch column.rule.read(row, column: place, keys: keys) {
            case .success(let value): values.append(value)
            case .failure(let mismatch):
                let words = "expected \(mismatch.expected), found \(row.found(place))"
                throw fault(in: table, row: row, column: column.name, words: words)
            }
        }
        do throws(ValueRefusal) {
            try check?(&values)
        } catch {
            throw fault(in: table, row: row, column: error.column, words: error.words)
        }
        return values
    }

    private func fault(
        in table: ContentTable,
        row: borrowing Row,
        column: String,
        words: String
    ) -> ContentFault {
        var key = ""
        for index in 0..<table.keys { key += " " + row.shown(Int32(index)) }
        return .corrupt("\(table.name), row\(key), column \(column): \(words)")
    }

    /// Checks that table and annex have the same keys: a join would silently leave out the others.
    private func checkAnnex(of table: ContentTable) throws {
        guard let annex = table.annex, let withoutAnnex = table.withoutAnnex,
            let annexAlone = table.annexAlone
        else { return }
        if let key = try source.first(withoutAnnex, [], { $0.int(0) }) {
            throw ContentFault.corrupt("\(annex), row \(key): is missing")
        }
        if let key = try source.first(annexAlone, [], { $0.int(0) }) {
            throw ContentFault.corrupt("\(annex), row \(key): there is no such \(table.name)")
        }
    }

    /// Checks that the last used ids are numbers, and belong to tables with AUTOINCREMENT.
    private func checkSequences() throws {
        let tables = Set(registry.tables.filter(\.hasSequence).map(\.name))
        try Sequences.forEach(on: source) { row in
            let isKnown = tables.contains(row.text(0))
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

extension Row {
    /// A value for a message: numbers as they are, texts and bytes only by their kind.
    fileprivate func found(_ column: Int32) -> String {
        switch storageClass(column) {
        case .null: "nothing"
        case .integer: "\(int(column))"
        case .real: "\(double(column))"
        case .text: "a text"
        case .blob: "bytes"
        }
    }

    /// A key for a message: a text in quotes, cut to 80 characters, control characters as `?`.
    fileprivate func shown(_ column: Int32) -> String {
        guard storageClass(column) == .text else { return found(column) }
        let text = text(column).unicodeScalars.prefix(80).map { scalar in
            scalar.properties.generalCategory == .control ? "?" : String(scalar)
        }
        return "'\(text.joined())'"
    }
}
