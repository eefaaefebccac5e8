package import MockPostlyContent
package import MockPostlySQLite

extension Domain {
    /// Makes the content of `scopes` what it is in `seed`, and leaves the rest as it is; all of
    /// it, or nothing changes.
    ///
    /// `seed` has the present schema and is only read. People belong to Postly and to the community
    /// together: those that the one no longer has are kept while the other refers to them, and
    /// everybody keeps their number. Imported documents stay where `seed` has none, as in a reset
    /// of all. The writes are part of the open unit of work, as those of a request are.
    package func reset(_ scopes: Set<ContentScope>, to seed: Connection) throws {
        let scopes = registry.withTables(scopes)
        guard !scopes.isEmpty else { return }
        try work.write {
            try ContentCopy(registry, from: seed, to: work).copy(scopes, keepsLasting: true)
            if scopes.contains(.dummyjson) { try documents.reload() }
        }
        posts.changes.note(.everything)
    }

    /// As ``reset(_:to:)-(_,Connection)``, at once and for good, in the way that has less to do:
    /// to change what is there, or to begin with `seed` and to carry over what stays.
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
        }
        try mixed.commit()
        try restore(mixed.connection.image())
    }
}
