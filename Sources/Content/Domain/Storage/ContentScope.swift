package import MockPostlySQLite

/// A system whose content can be reset without the others'.
package enum ContentScope: String, Sendable, CaseIterable {
    case postly, dummyjson, community
    /// Has no content that changes.
    case pexels
}

extension Domain {
    /// Makes the content of `scopes` what it is in `seed`, and leaves the rest as it is; all of
    /// it, or nothing changes.
    ///
    /// `seed` has the present schema and is only read. People belong to Postly and to the community
    /// together: those that the one no longer has are kept while the other refers to them, and
    /// everybody keeps their number. Imported documents stay where `seed` has none, as in a reset
    /// of all. The writes are part of the open unit of work, as those of a request are.
    package func reset(_ scopes: Set<ContentScope>, to seed: Connection) throws {
        let scopes = scopes.subtracting([.pexels])
        guard !scopes.isEmpty else { return }
        try work.write {
            try ContentCopy(from: seed, to: work, posts.index)
                .copy(scopes, keepsImport: true)
            if scopes.contains(.dummyjson) { try documents.reload() }
        }
        posts.changes.note(.everything)
    }

    /// As ``reset(_:to:)-(_,Connection)``, at once and for good, in the way that has less to do:
    /// to change what is there, or to begin with `seed` and to carry over what stays.
    package func reset(_ scopes: Set<ContentScope>, to seed: PageImage) throws {
        let others = Set(ContentScope.allCases).subtracting(scopes)
        let present = work.connection
        guard try present.rowCount(of: others) < present.rowCount(of: scopes) else {
            try reset(scopes, to: Connection(.pages(seed)))
            return try work.commit()
        }
        try work.commit()
        let mixed = UnitOfWork(try Connection(.pages(seed)))
        try mixed.write {
            let copy = ContentCopy(from: present, to: mixed, SearchIndex(mixed))
            try copy.copy(others, keepsImport: false)
            if scopes.contains(.dummyjson) { try copy.copyMissingImport() }
        }
        try mixed.commit()
        try restore(mixed.connection.image())
    }
}

extension Connection {
    /// How many rows the systems have; people count as Postly's.
    package func rowCount(
        of scopes: Set<ContentScope> = Set(ContentScope.allCases)
    ) throws -> Int64 {
        var count: Int64 = 0
        if scopes.contains(.postly) {
            count += try number(
                """
                SELECT (SELECT count(*) FROM user) + (SELECT count(*) FROM post)
                    + (SELECT count(*) FROM post_like) + (SELECT count(*) FROM comment)
                """
            )
        }
        if scopes.contains(.dummyjson) {
            count += try number(
                """
                SELECT (SELECT count(*) FROM document_change)
                    + (SELECT count(*) FROM custom_response)
                    + (SELECT count(*) FROM document_import WHERE kind >= 0)
                """
            )
        }
        if scopes.contains(.community) {
            count += try number(
                """
                SELECT (SELECT count(*) FROM community_member) + (SELECT count(*) FROM api_token)
                    + (SELECT count(*) FROM community_post)
                    + (SELECT count(*) FROM community_comment)
                """
            )
        }
        return count
    }

    private func number(_ sql: StaticString) throws -> Int64 {
        try first(sql) { $0.int(0) } ?? 0
    }
}
