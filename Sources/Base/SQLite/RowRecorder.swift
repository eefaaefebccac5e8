internal import CMockPostlySQLite

/// Notes the rows that the statements of a connection write, while it is on.
///
/// Uses SQLite's pre-update hook, which also sees rows that foreign keys delete. Rows of virtual
/// tables are not seen. Belongs to the thread of its connection.
package final class RowRecorder {
    package enum Kind: Sendable {
        case inserted, updated, deleted
    }

    /// A row that was written.
    package struct Change: Sendable {
        package var kind: Kind
        /// The index of its table among those of the recorder.
        package var table: Int
        /// The values of the wanted columns: those of a deleted row before, else after the write.
        package var values: [Value]
    }

    /// A table whose rows are noted; names and columns of others count for nothing.
    package struct Table {
        /// As it is called in the database.
        package var name: String
        /// The positions of the columns whose values are noted.
        package var wanted: [Int32]
        /// The positions of the columns in which an update has to change something to be noted.
        package var compared: [Int32]
        /// For a table over rows that are elsewhere: the column that is null where a row takes one of
        /// those away, and the column with a bit for rows that are there too.
        package var layer: (body: Int32, place: Int32, bit: Int64)?

        package init(name: String, wanted: [Int32], compared: [Int32]) {
            (self.name, self.wanted, self.compared) = (name, wanted, compared)
        }
    }

    /// The rows that were written since ``take()``, in order.
    package private(set) var changes: [Change] = []
    /// The most rows that are noted; the rest is counted in ``omitted``.
    private let limit: Int
    package private(set) var omitted = 0
    private let tables: [Table]
    private let connection: Connection

    /// A recorder that is off.
    package init(_ tables: [Table], on connection: Connection, limit: Int) {
        self.tables = tables
        self.connection = connection
        self.limit = limit
    }

    deinit { stop() }

    /// Begins to note rows; without the hook in the library, nothing is noted.
    package func start() {
        guard let database = try? connection.database() else { return }
        _ = mockpostly_sqlite_hook_rows(
            database,
            { context, database, operation, _, table, _, _ in
                guard let context, let database, let table else { return }
                // The recorder is alive: it stops when it is released.
                let recorder = Unmanaged<RowRecorder>.fromOpaque(context).takeUnretainedValue()
                recorder.note(operation, table, in: database)
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
    }

    /// Stops noting rows.
    package func stop() {
        guard let database = try? connection.database() else { return }
        _ = mockpostly_sqlite_hook_rows(database, nil, nil)
    }

    /// The noted rows, which are forgotten.
    package func take() -> [Change] {
        defer {
            changes = []
            omitted = 0
        }
        return changes
    }

    /// Forgets the rows after the first `count`, because their writes were undone.
    package func forget(after count: Int) {
        guard changes.count > count else { return }
        changes.removeLast(changes.count - count)
    }

    private func note(_ operation: Int32, _ name: UnsafePointer<CChar>, in database: OpaquePointer)
    {
        guard let place = tables.firstIndex(where: { isSame($0.name, name) }) else { return }
        let table = tables[place]
        guard let kind = kind(of: operation, table, database) else { return }
        guard changes.count < limit else {
            omitted += 1
            return
        }
        let values = table.wanted.map { value($0, isNew: operation != SQLITE_DELETE, database) }
        changes.append(Change(kind: kind, table: place, values: values))
    }

    /// What is done to a row; nil where that is nothing.
    private func kind(of operation: Int32, _ table: Table, _ database: OpaquePointer) -> Kind? {
        if operation == SQLITE_UPDATE {
            let isChanged = table.compared.contains { column in
                value(column, isNew: false, database) != value(column, isNew: true, database)
            }
            guard isChanged else { return nil }
        }
        let (isInOld, isInNew) = (operation != SQLITE_INSERT, operation != SQLITE_DELETE)
        switch (isSeen(isInOld, false, table, database), isSeen(isInNew, true, table, database)) {
        case (false, true): return .inserted
        case (true, true): return .updated
        case (true, false): return .deleted
        case (false, false): return nil
        }
    }

    /// Whether there is a row before the write, or after it, here or elsewhere.
    private func isSeen(
        _ isHere: Bool,
        _ isNew: Bool,
        _ table: Table,
        _ database: OpaquePointer
    ) -> Bool {
        guard let layer = table.layer else { return isHere }
        guard isHere else {
            guard case .integer(let place) = value(layer.place, isNew: !isNew, database) else {
                return false
            }
            return place & layer.bit != 0
        }
        return value(layer.body, isNew: isNew, database) != .null
    }

    private func isSame(_ text: String, _ name: UnsafePointer<CChar>) -> Bool {
        var place = 0
        for byte in text.utf8 {
            guard UInt8(bitPattern: name[place]) == byte else { return false }
            place += 1
        }
        return name[place] == 0
    }

    private func value(_ column: Int32, isNew: Bool, _ database: OpaquePointer) -> Value {
        var value: OpaquePointer?
        guard mockpostly_sqlite_row_value(database, isNew ? 1 : 0, column, &value) == SQLITE_OK,
            let value
        else { return .null }
        switch sqlite3_value_type(value) {
        case SQLITE_INTEGER: return .integer(sqlite3_value_int64(value))
        case SQLITE_FLOAT: return .real(sqlite3_value_double(value))
        case SQLITE_TEXT:
            guard let text = sqlite3_value_text(value) else { return .null }
            let count = Int(sqlite3_value_bytes(value))
            return .text(
                String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
            )
        case SQLITE_BLOB:
            guard let bytes = sqlite3_value_blob(value) else { return .null }
            let count = Int(sqlite3_value_bytes(value))
            return .blob(Array(UnsafeRawBufferPointer(start: bytes, count: count)))
        default: return .null
        }
    }
}
