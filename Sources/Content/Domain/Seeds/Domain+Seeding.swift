internal import MockPostlySQLite
internal import MockPostlyWorld

extension Domain {
    /// Whether the content was filled from a seed once, even from one with nothing in it.
    package var isSeeded: Bool {
        get throws { try work.connection.first("SELECT 1 FROM seeding") { _ in true } ?? false }
    }

    /// Makes the content that of the files of `seed`, which are read again, and nothing else; all of
    /// it, or nothing changes.
    ///
    /// The writes are part of the open unit of work, as those of a request are. Throws the seed's
    /// first fault, a ``SeedFault``.
    func reset(toFilesOf seed: SeedSource, smallSeed: Int = 4 << 20) throws {
        try reset(with: SeedFilling(self)) { filling in
            var check = SeedCheck(limit: 1, into: filling, smallSeed: smallSeed)
            check.run(seed)
            return check.validator.faults.first
        }
    }

    /// Makes the content what `read` puts into it by `filling`, unless that fails or finds a fault.
    func reset<Filling: SeedFilling>(
        with filling: Filling,
        _ read: (Filling) -> SeedFault?
    ) throws {
        try work.write {
            try clear()
            let fault = read(filling)
            if let failure = filling.failure { throw failure }
            if let fault { throw fault }
            let count = try posts.count(.status("published"))
            if count > SearchIndex.threshold { try posts.index.build() }
            try work.connection.run(
                "INSERT OR REPLACE INTO seeding (id, seeded_at) VALUES (1, ?1)",
                [.integer(world.now.microseconds)]
            )
            try documents.follow(isImportNew: filling.saysImport)
        }
        posts.changes.note(.everything)
    }

    private func clear() throws {
        try posts.index.drop()
        try work.connection.script(
            """
            DELETE FROM community_comment;
            DELETE FROM community_post;
            DELETE FROM community_member;
            DELETE FROM api_token;
            -- The same seed gives the same ids.
            DELETE FROM sqlite_sequence;
            DELETE FROM comment;
            DELETE FROM post_like;
            DELETE FROM post_content;
            DELETE FROM post;
            DELETE FROM status_total;
            DELETE FROM author_total;
            DELETE FROM user;
            DELETE FROM document_change;
            DELETE FROM custom_response;
            """
        )
    }
}
