internal import MockPostlySQLite

/// Makes rows of one content those of another, writing only what differs.
struct ContentCopy {
    let source: Connection
    let work: UnitOfWork
    let index: SearchIndex
    var target: Connection { work.connection }

    init(from source: Connection, to work: UnitOfWork, _ index: SearchIndex) {
        (self.source, self.work, self.index) = (source, work, index)
    }

    /// Copies the rows of `scopes`, within a unit of work that is open.
    ///
    /// With `keepsImport`, imported documents stay where the source has none.
    func copy(_ scopes: Set<ContentScope>, keepsImport: Bool) throws {
        // Rows go before those that refer to them come back; in the end all references hold.
        try target.script("PRAGMA defer_foreign_keys = ON")
        var numbers: [Int64: Int64] = [:]
        switch (scopes.contains(.postly), scopes.contains(.community)) {
        case (true, true): try copy(.user)
        case (true, false): try copyUsersOfPostly()
        case (false, true): numbers = try copyUsersOfCommunity()
        case (false, false): break
        }
        if scopes.contains(.postly) {
            try copy(.post)
            for table in CopiedTable.underPosts { try copy(table) }
            if try !index.exists, try hasManyPosts() { try index.build() }
        }
        if scopes.contains(.community) {
            for table in CopiedTable.community { try copy(table, numbers) }
            try copySequences()
        }
        if scopes.contains(.dummyjson) {
            for table in CopiedTable.documents { try copy(table) }
            if try !keepsImport || hasImport(source) { try copy(.documentImport) }
        }
    }

    /// Copies imported documents where there are none.
    func copyMissingImport() throws {
        if try !hasImport(target) { try copyImport() }
    }

    func copyImport() throws { try copy(.documentImport) }

    private func hasImport(_ connection: Connection) throws -> Bool {
        try connection.first("SELECT 1 FROM document_import") { _ in true } ?? false
    }

    private func hasManyPosts() throws -> Bool {
        let count = try target.first(
            "SELECT posts FROM status_total WHERE status = 'published'"
        ) { $0.int(0) }
        return (count ?? 0) > SearchIndex.threshold
    }

    // MARK: Rows

    /// Copies a table; where people have other `numbers` there, with those.
    private func copy(_ table: CopiedTable, _ numbers: [Int64: Int64] = [:]) throws {
        // Where the numbers are others the orders may be too: then all rows are new.
        let (gone, new) = try difference(table, replacesAll: !numbers.isEmpty)
        for row in gone {
            if table.isIndexed, try index.exists { try removeFromIndex(row) }
            try target.run(table.delete, Array(row.prefix(table.keys)))
        }
        for row in new {
            let row = numbers.isEmpty ? row : table.renumbered(row, numbers)
            guard let (first, rest) = table.split(row) else {
                try target.run(table.insert, row)
                continue
            }
            try target.run(table.insert, first)
            try target.run("INSERT INTO post_content (id, content) VALUES (?1, ?2)", rest)
            if try index.exists { try addToIndex(row) }
        }
    }

    /// The rows that must go, and those that must come.
    private func difference(
        _ table: CopiedTable,
        replacesAll: Bool
    ) throws -> (gone: [[Value]], new: [[Value]]) {
        let present = try TableCursor(table.select, on: target)
        let wanted = try TableCursor(table.select, on: source)
        var (gone, new): ([[Value]], [[Value]]) = ([], [])
        while !present.isAtEnd || !wanted.isAtEnd {
            let order =
                present.isAtEnd
                ? 1
                : wanted.isAtEnd
                    ? -1
                    : MockPostlyDomain.order(
                        present.row,
                        wanted.row,
                        table.columns,
                        keys: table.keys
                    )
            let isKept =
                order == 0 && !replacesAll
                && areSame(present.row, wanted.row, table.columns, from: table.keys)
            if order <= 0 {
                if !isKept { gone.append(table.values(of: present.row)) }
                try present.advance()
            }
            if order >= 0 {
                if !isKept { new.append(table.values(of: wanted.row)) }
                try wanted.advance()
            }
        }
        return (gone, new)
    }

    private func removeFromIndex(_ row: [Value]) throws {
        guard case .integer(let key) = row[0], let (title, content) = searched(row) else { return }
        try index.remove(key, title, content)
    }

    private func addToIndex(_ row: [Value]) throws {
        guard case .integer(let key) = row[0], let (title, content) = searched(row) else { return }
        try index.add(key, title, content)
    }

    private func searched(_ row: [Value]) -> (title: String, content: String)? {
        guard case .text(let title) = row[CopiedTable.titleColumn],
            case .text(let content) = row[row.count - 1]
        else { return nil }
        return (title, content)
    }

    /// The ids that the community gives next.
    private func copySequences() throws {
        try target.run(
            """
            DELETE FROM sqlite_sequence WHERE name IN ('community_post', 'community_comment')
            """
        )
        try source.forEach(
            """
            SELECT name, seq FROM sqlite_sequence
            WHERE name IN ('community_post', 'community_comment')
            """
        ) { row in
            try target.run(
                "INSERT INTO sqlite_sequence (name, seq) VALUES (?1, ?2)",
                [.text(row.text(0)), .integer(row.int(1))]
            )
        }
    }
}
