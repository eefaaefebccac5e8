package import MockPostlyContent
package import MockPostlySQLite
internal import MockPostlyWorld

extension Domain {
    /// Sets the content of `scopes` to that of `seed`; when it throws, nothing has changed.
    ///
    /// `seed` has the present schema and is only read. Systems share the accounts: an
    /// account that is not in the seed stays as long as another system refers to it, and every
    /// account keeps its number. Imported documents are kept when `seed` has none. The writes are
    /// part of the open unit of work.
    ///
    /// - Parameters:
    ///   - scopes: systems without tables are ignored; an empty set changes nothing.
    ///   - seed: of the same registry.
    /// - Throws: SQLite's errors.
    package func reset(_ scopes: Set<ContentScope>, to seed: Connection) throws {
        let scopes = registry.withTables(scopes)
        guard !scopes.isEmpty else { return }
        try work.write {
            try ContentCopy(registry, from: seed, to: work).copy(scopes, keepsLasting: true)
            if scopes.contains(.dummyjson) { try documents.reload() }
            if scopes.contains(.api) { try copyMark(from: seed, to: work.connection) }
        }
    }

    /// Notes the time of filling of another content, from which dates in files of collections count.
    private func copyMark(from seed: Connection, to connection: Connection) throws {
        guard let filled = try SeedingMark.date(on: seed),
            try SeedingMark.date(on: connection) != filled
        else { return }
        try SeedingMark.set(at: filled, on: connection)
    }

    /// As ``reset(_:to:)-(_,Connection)``, and commits.
    ///
    /// Of two ways it takes the one with fewer rows to copy: to change `scopes` in the present
    /// content, or to start from `seed` and copy the other scopes into it.
    ///
    /// - Throws: SQLite's errors; it cannot be rolled back afterwards.
    package func reset(_ scopes: Set<ContentScope>, to seed: PageImage) throws {
        let others = Set(registry.scopes).subtracting(scopes)
        let present = work.connection
        guard
            try registry.rowCount(of: others, on: present)
                < registry.rowCount(of: scopes, on: present)
        else {
            try reset(scopes, to: Connection(.pages(seed)))
            return try work.commit()
        }
        try work.commit()
        let mixed = UnitOfWork(try Connection(.pages(seed)))
        try mixed.write {
            let copy = ContentCopy(registry, from: present, to: mixed)
            try copy.copy(others, keepsLasting: false)
            try copy.copyLasting(scopes)
            if !scopes.contains(.api) { try copyMark(from: present, to: mixed.connection) }
        }
        try mixed.commit()
        try restore(mixed.connection.image())
    }
}
