package import MockPostlySQLite

/// What tables are written with, besides their rows.
package struct SeedTableExport {
    package let content: ExportedContent
    /// How a seed refers to the row with a number, as JSON, by the names of tables.
    package var references: [String: (Int64) -> [UInt8]]
    /// Writes the members without a column and without a table of a row, with their names.
    ///
    /// Gets the name of the table, that of the member, and the number of the row.
    package var writeOther: ((String, SeedMember, Int64, inout SeedWriter) throws -> Void)?

    /// - Parameters:
    ///   - content: from which the rows are.
    ///   - references: by the names of tables.
    ///   - writeOther: for members that are no lists of rows.
    package init(
        _ content: ExportedContent,
        references: [String: (Int64) -> [UInt8]],
        writeOther: ((String, SeedMember, Int64, inout SeedWriter) throws -> Void)? = nil
    ) {
        (self.content, self.references) = (content, references)
        self.writeOther = writeOther
    }
}

extension SeedWriter {
    /// The object of a part: lists of rows, and next ids that these do not tell.
    ///
    /// - Parameters:
    ///   - part: whose tables they are.
    ///   - name: of its member.
    ///   - lists: the tables by the names of their lists.
    ///   - export: what else is needed.
    /// - Throws: SQLite's errors.
    package mutating func part(
        _ part: ContentPart,
        _ name: String,
        _ lists: KeyValuePairs<String, ContentTable>,
        _ export: SeedTableExport
    ) throws {
        key(named: name)
        beginObject()
        for (list, table) in lists {
            try rows(list, of: table, among: part.seedTables, export)
        }
        for (list, table) in part.sequences {
            try nextID(list, of: table, export.content.connection)
        }
        endObject()
    }

    /// A member with the rows of a table as objects, in the order of their numbers: first the
    /// number, then the members of the columns, then those without a column.
    ///
    /// A value that is the usual one is left out, unless it is a number.
    ///
    /// - Parameters:
    ///   - name: of the member.
    ///   - table: the first column is the number of a row.
    ///   - tables: all that may be in its rows.
    ///   - parent: the row in which they are; nil for a table without a parent.
    ///   - export: what else is needed.
    /// - Throws: SQLite's errors.
    mutating func rows(
        _ name: String,
        of table: ContentTable,
        among tables: [ContentTable],
        in parent: Int64? = nil,
        _ export: SeedTableExport
    ) throws {
        // A list in a row is left out when it is empty.
        var isOpen = false
        let open = { (writer: inout SeedWriter) in
            if !isOpen {
                writer.key(named: name)
                writer.beginArray()
            }
            isOpen = true
        }
        if parent == nil { open(&self) }
        let columns = table.columns.filter { $0.seed != nil }
        let follows = table.columns.contains { $0.name == "follows" }
        let others = table.seed?.others() ?? []
        try export.content.connection.forEach(
            table.selectForSeed,
            parent.map { [.integer($0)] } ?? []
        ) { row in
            open(&self)
            element()
            beginObject()
            if table.hasSeedID { field("id", row.int(0)) }
            let moves = follows && row.bool(Int32(columns.count + 1))
            for (index, column) in columns.enumerated() {
                value(row, Int32(index + 1), of: column, moves: moves, export)
            }
            for member in others {
                if let link = member.link, let other = link.columns[1].rule.referredTable {
                    try references(
                        member.name,
                        link.columns[1].name,
                        of: link,
                        where: (link.columns[0].name, row.int(0)),
                        on: export.content.connection,
                        export.references[other] ?? { _ in Array("null".utf8) }
                    )
                } else if let inner = tables.first(where: { $0.seed?.title == member.elementTitle })
                {
                    try rows(member.name, of: inner, among: tables, in: row.int(0), export)
                } else {
                    try export.writeOther?(table.name, member, row.int(0), &self)
                }
            }
            endObject()
        }
        if isOpen { endArray() }
    }

    /// A member with an array of the rows that another table names in `column` for a row.
    ///
    /// - Parameters:
    ///   - name: of the member.
    ///   - column: of `table`, in whose order they are.
    ///   - table: names the rows.
    ///   - condition: the column and the number by which the rows of `table` are chosen.
    ///   - connection: the content that is written.
    ///   - reference: how a seed refers to a row, as JSON.
    /// - Throws: SQLite's errors.
    package mutating func references(
        _ name: String,
        _ column: String,
        of table: ContentTable,
        where condition: (column: String, number: Int64),
        on connection: Connection,
        _ reference: (Int64) -> [UInt8]
    ) throws {
        key(named: name)
        beginArray()
        try table.forEach(column, where: condition, on: connection) { row in
            element()
            raw(reference(row.int(0)))
        }
        endArray()
    }

    /// A member with the next id of `table`, when its newest rows were deleted: their ids must not
    /// be used again.
    ///
    /// Nothing is written when the rows tell the next id.
    ///
    /// - Throws: SQLite's errors.
    mutating func nextID(
        _ name: String,
        of table: ContentTable,
        _ connection: Connection
    ) throws {
        guard let id = try Sequences.next(of: table, on: connection) else { return }
        key(named: name)
        number(id)
    }

    /// A member with the value of a column, unless it is the usual one.
    private mutating func value(
        _ row: borrowing Row,
        _ index: Int32,
        of column: ContentTable.Column,
        moves: Bool,
        _ export: SeedTableExport
    ) {
        guard let member = column.seed, !row.isNull(index) else { return }
        if case .keys(let table, _) = column.rule, let reference = export.references[table] {
            let keys = NumberList.numbers(in: row.textBytes(index))
            guard !keys.isEmpty else { return }
            key(named: member.name)
            beginArray()
            for key in keys {
                element()
                raw(reference(key))
            }
            return endArray()
        }
        if let table = column.rule.referredTable, let reference = export.references[table] {
            key(named: member.name)
            return raw(reference(row.int(index)))
        }
        switch member.kind {
        case .flag:
            guard Value.bool(row.bool(index)) != member.usual else { return }
            key(named: member.name)
            flag(row.bool(index))
        case .number, .date, .dayDate:
            key(named: member.name)
            if case .number = member.kind { return number(row.int(index)) }
            date(row.int(index), follows: moves, export.content.filledAt)
        case .lines:
            key(named: member.name)
            beginArray()
            let text = row.textBytes(index)
            if !text.isEmpty {
                for line in text.split(separator: 0x0A, omittingEmptySubsequences: false) {
                    element()
                    self.text(LentText(rebasing: line))
                }
            }
            endArray()
        default:
            if case .form(let form) = member.kind, let show = form.show {
                key(named: member.name)
                return text(show(row.int(index)))
            }
            let text = row.textBytes(index)
            guard !text.isEmpty || member.usual != .text("") else { return }
            key(named: member.name)
            self.text(text)
        }
    }
}

extension SeedMember {
    /// The title of the shape of the elements, for a list of objects.
    fileprivate var elementTitle: String? {
        if case .list(let element) = kind { element.shape?.title } else { nil }
    }
}
