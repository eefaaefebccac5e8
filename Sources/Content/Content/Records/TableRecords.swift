internal import MockPostlyJSON
internal import MockPostlySQLite
internal import MockPostlyWorld

/// The rows of a table as records.
package struct TableRecords: RecordSource {
    private let table: RecordTable
    private let work: UnitOfWork
    private var db: Connection { work.connection }

    /// Cheap: reads nothing yet.
    package init(_ table: RecordTable, _ work: UnitOfWork) {
        (self.table, self.work) = (table, work)
    }

    package func count() throws -> Int64 {
        try db.first(table.count(nil)) { $0.int(0) } ?? 0
    }

    package func item(_ id: String) throws -> [UInt8]? {
        let found = try db.first(table.item, [.text(id)]) { row in
            // SQLite also finds a number by a text such as `07`.
            row.text(0).utf8.elementsEqual(id.utf8) ? object(row, from: 0) : nil
        }
        return found ?? nil
    }

    package func page(_ query: RecordQuery) throws -> RecordPage {
        var values: [Value] = [.null, .null, .null, .null, .null, .integer(query.limit + 1)]
        var condition: String?
        if !query.search.isEmpty {
            condition = table.search
            values[0] = .text(Self.pattern(query.search))
            if let indexed = table.indexed, let words = try indexed.find(work, query.search) {
                condition = indexed.condition
                values[1] = .text(words)
            }
        }
        let mark = try mark(of: query)
        for (index, value) in (mark ?? []).enumerated() { values[2 + index] = value }
        // A page that ends at a mark is read from there to the beginning.
        let statement = table.page(
            query.sort,
            isDescending: query.isDescending != query.isBackward,
            condition: condition,
            hasMark: mark != nil
        )
        var rows: [(mark: [UInt8], object: [UInt8])] = []
        try db.forEach(statement, values) { row in
            rows.append((self.mark(row, query), object(row, from: Int32(1 + table.key.count))))
        }
        let hasMore = rows.count > query.limit
        if hasMore { rows.removeLast() }
        if query.isBackward { rows.reverse() }
        var page = RecordPage()
        page.items = rows.map(\.object)
        if query.isBackward ? mark != nil : hasMore { page.next = rows.last?.mark }
        if query.isBackward ? hasMore : mark != nil { page.previous = rows.first?.mark }
        if let condition {
            let isWhole =
                page.next == nil && page.previous == nil && (mark == nil || !rows.isEmpty)
            values[5] = .integer(RecordPage.mostCounted + 1)
            let total =
                isWhole
                ? Int64(rows.count) : try db.first(table.count(condition), values) { $0.int(0) }
            page.total = min(total ?? 0, RecordPage.mostCounted)
            page.isTotalCut = (total ?? 0) > RecordPage.mostCounted
        } else {
            page.total = try count()
        }
        return page
    }

    /// A pattern of LIKE for texts that contain `text`.
    private static func pattern(_ text: String) -> String {
        var pattern = "%"
        for scalar in text.unicodeScalars {
            if scalar == "%" || scalar == "_" || scalar == "\\" { pattern += "\\" }
            pattern.unicodeScalars.append(scalar)
        }
        return pattern + "%"
    }

    // MARK: Marks

    private func mark(of query: RecordQuery) throws -> [Value]? {
        try query.markValues(1 + table.key.count)?.map { value in
            if let text = value.string { return .text(text) }
            guard let number = value.int else { throw RecordQuery.badMark }
            return .integer(number)
        }
    }

    /// The mark of a row of ``RecordTable/page(_:isDescending:condition:hasMark:)``.
    private func mark(_ row: borrowing Row, _ query: RecordQuery) -> [UInt8] {
        var json = JSONWriter(escaping: .utf8)
        json.beginArray()
        json.string(query.order)
        for column in 0...Int32(table.key.count) {
            if row.storageClass(column) == .integer {
                json.int(row.int(column))
            } else {
                json.string(row.text(column))
            }
        }
        json.endArray()
        return json.finish()
    }

    // MARK: Values

    /// The record of a row whose members begin at the column `first`.
    private func object(_ row: borrowing Row, from first: Int32) -> [UInt8] {
        var json = JSONWriter(escaping: .utf8)
        json.beginObject()
        for (index, field) in table.fields.enumerated() where field.kind != .secret {
            json.key(field.name)
            let column = first + Int32(index)
            if row.isNull(column) {
                json.null()
                continue
            }
            switch field.kind {
            case .number: json.int(row.int(column))
            case .flag: json.bool(row.bool(column))
            case .date: json.string(Instant(microseconds: row.int(column)).recordText)
            case .text, .longText, .secret, .json: json.string(row.text(column))
            }
        }
        json.endObject()
        return json.finish()
    }
}

extension Instant {
    /// `2026-01-01T00:00:00.000000Z`.
    fileprivate var recordText: String {
        asPrintable.rfc3339Micros.dropLast("+00:00".utf8.count) + "Z"
    }
}
