internal import MockPostlySQLite

/// How the rows of a table are shown as records.
///
/// Its texts are SQL of the program, where `t` is the table.
///
/// Nothing in it comes from a client: values are bound to `?1` to `?6`.
package struct RecordTable: Sendable {
    /// The name of the table, by which the journal names changed rows as well.
    ///
    /// Its alias in all texts is `t`.
    package var table: String
    /// The columns of the primary key, one or two.
    package var key: [String]
    /// The condition for the row with the id `?1`.
    package var find: String
    /// The members; the first is the id.
    package var fields: [RecordField]
    /// The order of a list that names none, as in a query.
    ///
    /// Such as `-created`.
    package var order: String
    /// The condition for rows with a searched text, where `?1` is a pattern of LIKE.
    ///
    /// The pattern has `\` as its escape.
    package var search: String
    /// As ``search`` where the table has a text index that can search for the text; it gives `?2`.
    package var indexed:
        (condition: String, find: @Sendable (UnitOfWork, String) throws -> String?)?

    package init(
        _ table: String,
        key: [String] = ["t.id"],
        find: String,
        order: String,
        search: String,
        _ fields: [RecordField]
    ) {
        (self.table, self.key, self.find) = (table, key, find)
        (self.order, self.search, self.fields) = (order, search, fields)
    }

    /// A condition for rows where one of `columns` has the searched text.
    ///
    /// The columns are joined with line feeds, so that no text is found across two of them.
    package static func has(_ columns: [String]) -> String {
        "(\(columns.joined(separator: " || char(10) || "))) LIKE ?1 ESCAPE '\\'"
    }

    /// A table of which rows can only be read, with all its columns.
    package init(reading table: ContentTable) {
        let key = table.columns.prefix(table.keys).map { "t.\($0.name)" }
        let id = key.joined(separator: " || ' ' || ")
        let isNumbered = table.keys == 1 && !table.columns[0].rule.isText
        var fields = [RecordField("id", isNumbered ? .number : .text, .sortable, sql: id)]
        for column in table.columns where column.name != "id" && column.isCompared {
            fields.append(RecordField(column))
        }
        self.init(
            table.name,
            key: key,
            find: isNumbered ? "\(id) = ?1" : "(\(id)) = ?1",
            order: "id",
            search: Self.has(
                [id]
                    + table.columns.filter { $0.rule.isText }.map {
                        $0.isOptional ? "coalesce(t.\($0.name), '')" : "t.\($0.name)"
                    }
            ),
            fields
        )
    }
}

extension RecordField {
    fileprivate init(_ column: ContentTable.Column) {
        let kind: Kind =
            switch column.rule {
            case .date: .date
            case .text, .textThat, .keys: .text
            case .number(0...1): .flag
            case .number, .key, .counted: .number
            }
        let traits: Traits = column.isOptional ? [.sortable, .optional] : .sortable
        self.init(column.name, kind, traits, sql: "t.\(column.name)")
    }
}

// MARK: SQL

/// Every statement has the parameters `?1` pattern, `?2` words for the index, `?3` to `?5` mark,
/// `?6` limit.
extension RecordTable {
    /// The rows of a page, with the values of their mark first.
    ///
    /// The page is found by the key and the order alone; the members are read for its rows.
    func page(
        _ sort: RecordField,
        isDescending: Bool,
        condition: String?,
        hasMark: Bool
    ) -> DerivedSQL {
        let order = sort.orderSQL
        let mark = ([order] + key).joined(separator: ", ")
        var conditions: [String] = []
        if let condition { conditions.append("(\(condition))") }
        if hasMark {
            let places = (3..<(4 + key.count)).map { "?\($0)" }.joined(separator: ", ")
            conditions.append("(\(mark)) \(isDescending ? "<" : ">") (\(places))")
        }
        let direction = isDescending ? " DESC" : ""
        let ordered = ([order] + key).map { $0 + direction }.joined(separator: ", ")
        let names = key.indices.map { "k\($0)" }
        let chosen = zip(key, names).map { "\($0) AS \($1)" }.joined(separator: ", ")
        let joined = zip(key, names).map { "\($0) = k.\($1)" }.joined(separator: " AND ")
        return DerivedSQL(
            """
            SELECT k.s, \(names.map { "k." + $0 }.joined(separator: ", ")), \(values(inList: true))
            FROM (
                SELECT \(order) AS s, \(chosen) FROM \(table) t
                \(conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND "))
                ORDER BY \(ordered) LIMIT ?6
            ) k CROSS JOIN \(table) t ON \(joined)
            """
        )
    }

    /// The values of the row with the id `?1`.
    var item: DerivedSQL {
        DerivedSQL("SELECT \(values(inList: false)) FROM \(table) t WHERE \(find) LIMIT 1")
    }

    /// The number of rows, or of those with the searched text up to `?6`.
    func count(_ condition: String?) -> DerivedSQL {
        guard let condition else { return DerivedSQL("SELECT count(*) FROM \(table)") }
        return DerivedSQL(
            "SELECT count(*) FROM (SELECT 1 FROM \(table) t WHERE \(condition) LIMIT ?6)"
        )
    }

    private func values(inList: Bool) -> String {
        fields.map { field in
            switch field.kind {
            case .secret: "NULL"
            case .longText where inList: "substr(\(field.sql), 1, \(mostCharactersInLists))"
            default: field.sql
            }
        }.joined(separator: ", ")
    }
}

extension RecordField {
    /// The value by which rows are ordered, which is never NULL.
    ///
    /// Texts are compared without the case of ASCII letters, and by their beginnings.
    fileprivate var orderSQL: String {
        if let order { return order }
        return switch kind {
        case .text, .longText: "lower(substr(coalesce(\(sql), ''), 1, 100))"
        default: traits.contains(.optional) ? "coalesce(\(sql), -1)" : sql
        }
    }
}
