internal import MockPostlySQLite

/// A query for comparing the rows of a table in two contents, with the values that clients see.
struct TableComparison {
    var sql: DerivedSQL
    /// For each column whether it is a text.
    var texts: [Bool]
    /// How many of the first columns are the identity; the rows are in their order.
    var keys: Int
    /// For a table with a layer, the positions of its columns.
    var layer: (body: Int32, place: Int32)?
}

extension ContentTable {
    /// The last column that refers to a table whose key clients do not see, and that table.
    func hiddenReference(in tables: [ContentTable]) -> (table: ContentTable, column: String)? {
        for column in columns.reversed() {
            guard let name = column.rule.referredTable,
                let other = tables.first(where: { $0.name == name }), !other.hasPublicKey
            else { continue }
            return (other, column.name)
        }
        return nil
    }

    /// A query for the identity of the counted rows, and the other values that clients see.
    ///
    /// A reference to a row whose key clients do not see is replaced by that row's identity.
    /// `tables` are the tables that can be referred to. Only `rows` are read, with their keys in the
    /// table `differing`.
    func comparison(_ tables: [ContentTable], among rows: DifferingRows) -> TableComparison {
        let joined = hiddenReference(in: tables)
        let identity = identityColumns
        let others = columns.filter { $0.isCompared && !identity.contains($0.name) }.map(\.name)
        let list = (identity + others + (layer.map { [$0.place] } ?? [])).map { shown($0, joined) }
            .joined(separator: ", ")
        var order = identity.map { shown($0, joined) }
        if self.identity != nil { order += columns.prefix(keys).map { "t.\($0.name)" } }
        var from = source
        if let (other, column) = joined {
            let key = other.columns[0].name
            // Reading the other table first gives all rows in the wanted order, when the identity
            // begins with the reference.
            from =
                identity[0] == column && rows.keys == nil
                ? "\(other.name) o CROSS JOIN \(source) ON t.\(column) = o.\(key)"
                : "\(source) JOIN \(other.name) o ON o.\(key) = t.\(column)"
        }
        return TableComparison(
            sql: DerivedSQL(
                """
                SELECT \(list) FROM \(selected(rows, from: from, where: counted))
                ORDER BY \(order.joined(separator: ", "))
                """
            ),
            texts: (identity + others).map { name in
                if let joined, joined.column == name {
                    return joined.table.columns[joined.table.position(ofIdentity: 0)].rule.isText
                }
                return columns[position(of: name)].rule.isText
            },
            keys: identity.count,
            layer: layer.flatMap { layer in
                (identity + others).firstIndex(of: layer.body).map {
                    (Int32($0), Int32(identity.count + others.count))
                }
            }
        )
    }

    /// A query for the key and the identity of `rows`, for tables where both are one column.
    func identities(among rows: DifferingRows) -> TableComparison {
        let (key, identity) = (columns[0].name, identityColumns[0])
        let from = selected(rows, from: "\(name) t", where: nil)
        return TableComparison(
            sql: DerivedSQL("SELECT t.\(key), t.\(identity) FROM \(from) ORDER BY t.\(key)"),
            texts: [false, columns[position(of: identity)].rule.isText],
            keys: 1
        )
    }

    /// The keys of the rows with the value `?1` in `column`, in the form that `rows` have.
    func keys(withValueOf column: String, like rows: DifferingRows) -> DerivedSQL {
        let keys = columns.prefix(keys).map(\.name).joined(separator: ", ")
        return DerivedSQL(
            "SELECT \(rows.areRowIDs ? "rowid" : keys) FROM \(name) WHERE \(column) = ?1"
        )
    }

    /// What follows FROM in a query for `rows` that meet `condition`; the table is `t` in it.
    private func selected(
        _ rows: DifferingRows,
        from: String,
        where condition: String?
    ) -> String {
        guard rows.keys != nil else { return from + (condition.map { " WHERE \($0)" } ?? "") }
        let keys = rows.areRowIDs ? ["rowid"] : columns.prefix(keys).map(\.name)
        let conditions =
            keys.enumerated().map { "t.\($1) = k.k\($0)" } + (condition.map { [$0] } ?? [])
        return
            "temp.differing k CROSS JOIN \(from) WHERE \(conditions.joined(separator: " AND "))"
    }

    private func shown(
        _ column: String,
        _ joined: (table: ContentTable, column: String)?
    ) -> String {
        guard let joined, joined.column == column else { return qualified(column) }
        return "o.\(joined.table.identityColumns[0])"
    }

    private func position(ofIdentity index: Int) -> Int { position(of: identityColumns[index]) }
}

/// The keys of the rows that are compared, as a table of a connection.
enum DifferingKeys {
    /// Makes the table, for the keys of any of `tables`.
    static func create(_ tables: [ContentTable]) -> DerivedSQL {
        let names = (0..<width(tables)).map { "k\($0)" }.joined(separator: ", ")
        return DerivedSQL(
            "CREATE TEMP TABLE differing (\(names), PRIMARY KEY (\(names))) WITHOUT ROWID"
        )
    }

    /// Replaces the keys by `keys`.
    static func set(
        _ keys: [[Value]],
        _ tables: [ContentTable],
        on connection: Connection
    ) throws {
        let width = width(tables)
        let values = (1...width).map { "?\($0)" }.joined(separator: ", ")
        let insert = DerivedSQL("INSERT OR IGNORE INTO temp.differing VALUES (\(values))")
        try connection.run("DELETE FROM temp.differing")
        for key in keys {
            let rest = [Value](repeating: 0, count: width - key.count)
            try connection.run(insert, key + rest)
        }
    }

    private static func width(_ tables: [ContentTable]) -> Int { tables.map(\.keys).max() ?? 1 }
}
