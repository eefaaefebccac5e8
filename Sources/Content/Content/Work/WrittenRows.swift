internal import MockPostlySQLite

/// A row that was written, by the key that clients see.
package struct WrittenRow: Sendable, Equatable {
    package enum Kind: Sendable {
        case added, changed, removed
    }

    package var kind: Kind
    package var table: String
    package var key: String
}

/// The rows of a content that are written between two calls of ``take()``.
///
/// As the comparison of two contents, it leaves out counters over other tables and values that no
/// client sees; of one row only what it comes to is kept.
final class WrittenRows {
    /// The most rows of one request.
    static let limit = 1000

    /// What is needed to name a row of a table.
    private struct Named {
        var table: ContentTable
        var isAnnex: Bool
        /// How many of the noted values, the first ones, are the row's identity.
        var identity: Int
        /// For each of them the table that it refers to, if clients do not see that key.
        var referred: [ContentTable?]
        /// The position of the private key among the noted values; nil for a table without one.
        var privateKey: Int?
    }

    private let connection: Connection
    private let tables: [ContentTable]
    /// Nil before the first write: most worlds are read only, and a start need not wait for this.
    private var recorder: RowRecorder?
    /// How many writes are inside each other.
    private var depth = 0
    private var named: [Named] = []

    init(_ tables: [ContentTable], on connection: Connection) {
        (self.tables, self.connection) = (tables, connection)
    }

    /// The recorder of ``tables``, and how to name their rows.
    private func makeRecorder() throws -> RowRecorder {
        var named: [Named] = []
        var recorded: [RowRecorder.Table] = []
        for table in tables where table.role == .rows {
            for name in table.allNames {
                let columns = try connection.columns(of: name)
                func positions(_ names: [String]) -> [Int32] {
                    names.compactMap { columns.firstIndex(of: $0).map { Int32($0) } }
                }
                let isAnnex = name != table.name
                // The annex has the key of the row and its text only.
                let key = table.columns.prefix(table.keys).map(\.name)
                let identity = isAnnex ? key : table.identityColumns
                let wanted = identity + (isAnnex ? [] : key.filter { !identity.contains($0) })
                let compared = table.columns.filter(\.isCompared).map(\.name)
                var noted = RowRecorder.Table(
                    name: name,
                    wanted: positions(wanted),
                    compared: positions(compared)
                )
                if let layer = table.layer, !isAnnex {
                    let places = positions([layer.body, layer.place])
                    noted.layer = (places[0], places[1], layer.bit)
                }
                recorded.append(noted)
                named.append(
                    Named(
                        table: table,
                        isAnnex: isAnnex,
                        identity: identity.count,
                        referred: identity.map { column in
                            if isAnnex { return table.hasPublicKey ? nil : table }
                            let rule = table.columns[table.position(of: column)].rule
                            guard let name = rule.referredTable,
                                let other = tables.first(where: { $0.name == name })
                            else { return nil }
                            return other.hasPublicKey ? nil : other
                        },
                        privateKey: isAnnex || table.hasPublicKey
                            ? nil : wanted.firstIndex(of: key[0])
                    )
                )
            }
        }
        self.named = named
        return RowRecorder(recorded, on: connection, limit: Self.limit)
    }

    /// Whether anything was noted since ``take()``.
    var hasSome: Bool { recorder?.changes.isEmpty == false }

    /// A write begins; returns how many changes are noted so far.
    ///
    /// - Throws: SQLite's errors, of the reading of the schema before the first write.
    func begin() throws -> Int {
        let recorder = try self.recorder ?? makeRecorder()
        self.recorder = recorder
        if depth == 0 { recorder.start() }
        depth += 1
        return recorder.changes.count
    }

    func end() {
        depth -= 1
        if depth == 0 { recorder?.stop() }
    }

    /// Forgets the changes after the first `count`, which were undone.
    func forget(after count: Int) { recorder?.forget(after: count) }

    /// The rows that were written since the last call, in the order in which they were first
    /// written.
    func take() throws -> [WrittenRow] {
        guard let changes = recorder?.take(), !changes.isEmpty else { return [] }
        // A row that others refer to may be gone already.
        var names: [String: String] = [:]
        for change in changes {
            let known = named[change.table]
            guard let key = known.privateKey else { continue }
            names[Self.place(known.table, change.values[key])] = change.values[0].shown
        }
        var rows: [WrittenRow?] = []
        var places: [String: Int] = [:]
        for change in changes {
            let row = try WrittenRow(
                kind: WrittenRow.Kind(change.kind, ofAnnex: named[change.table].isAnnex),
                table: named[change.table].table.name,
                key: key(of: change, names)
            )
            let name = row.table + " " + row.key
            if let place = places[name] {
                rows[place] = rows[place]?.followed(by: row) ?? row
            } else {
                places[name] = rows.count
                rows.append(row)
            }
        }
        return rows.compactMap(\.self)
    }

    /// The key of a row as clients see it.
    private func key(of change: RowRecorder.Change, _ names: [String: String]) throws -> String {
        let known = named[change.table]
        var values = Array(change.values.prefix(known.identity))
        for (place, other) in known.referred.enumerated() {
            guard let other else { continue }
            values[place] = .text(try identity(of: values[place], in: other, names))
        }
        return known.table.shownKey(of: values)
    }

    /// The identity of the row of `table` with a private key; the key itself when it is gone.
    private func identity(
        of key: Value,
        in table: ContentTable,
        _ names: [String: String]
    ) throws -> String {
        if let name = names[Self.place(table, key)] { return name }
        return try connection.first(table.identityByKey, [key]) { $0.text(0) } ?? key.shown
    }

    private static func place(_ table: ContentTable, _ key: Value) -> String {
        table.name + " " + key.shown
    }
}

extension WrittenRow.Kind {
    /// A text of its own is written with its row, so that its coming and going change the row.
    fileprivate init(_ kind: RowRecorder.Kind, ofAnnex isAnnex: Bool) {
        switch kind {
        case .inserted: self = isAnnex ? .changed : .added
        case .updated: self = .changed
        case .deleted: self = isAnnex ? .changed : .removed
        }
    }
}

extension WrittenRow {
    /// What this write and a later one of the same row come to; nil when that is nothing.
    fileprivate func followed(by later: WrittenRow) -> WrittenRow? {
        var row = self
        switch (kind, later.kind) {
        case (.added, .removed): return nil
        case (.added, _): break
        case (.removed, .changed): break
        case (.removed, .added): row.kind = .changed
        case (_, .removed): row.kind = .removed
        default: row.kind = .changed
        }
        return row
    }
}
