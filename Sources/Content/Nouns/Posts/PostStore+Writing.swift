internal import MockPostlyContent
internal import MockPostlySQLite
internal import MockPostlyWorld

extension PostStore {
    /// Adds a post by `author` and returns its key.
    ///
    /// A slug that is taken gets a suffix. With more than ``SearchIndex/threshold`` published
    /// posts, the search index is made if there is none.
    ///
    /// Both dates are the world's time, and views, likes and comments are 0. The author's name,
    /// e-mail and picture are copied into the post.
    ///
    /// - Parameters:
    ///   - draft: not checked.
    ///   - author: need not have an account.
    /// - Returns: the key of the row, not the id that clients see.
    /// - Throws: SQLite's errors.
    package func create(_ draft: Post.Draft, by author: User) throws -> Int64 {
        let now = world.now
        return try work.write {
            let key = try insert(
                NewPost(
                    id: try newID(at: now),
                    author: author,
                    draft: draft,
                    slug: try freeSlug(slug(of: draft.title), at: now),
                    createdAt: now,
                    updatedAt: now
                )
            )
            if try !index.exists, try count(.status("published")) > SearchIndex.threshold {
                try index.build()
            }
            return key
        }
    }

    /// Changes the post with `id` and returns its key.
    ///
    /// The date of change is set even when nothing else changes. Without an editor it is not asked
    /// whose the post is. Throws ``PostError/noSuchPost`` and ``PostError/notYoursToEdit``; nothing
    /// changes then.
    ///
    /// A new title gives a new slug, unless it gives the same one.
    ///
    /// - Parameters:
    ///   - id: which post.
    ///   - edit: what changes.
    ///   - editor: who asks; nil for the control plane.
    /// - Returns: the key of the row.
    /// - Throws: also SQLite's errors.
    package func update(_ id: Post.ID, _ edit: Post.Changes, by editor: User.ID?) throws -> Int64 {
        try work.write {
            let old = try stored(id)
            guard editor == nil || User.ID(old.authorID) == editor else {
                throw PostError.notYoursToEdit
            }
            let now = world.now
            var new = old
            if let title = edit.title {
                new.title = title
                new.slug = try slug(forTitle: title, of: old, at: now)
            }
            new.content = edit.content ?? old.content
            new.status = edit.status ?? old.status
            new.coverImage = edit.coverImage ?? old.coverImage
            if try index.exists {
                try index.remove(old.key, title: old.title, content: old.content)
            }
            try db.run(
                """
                UPDATE post
                SET title = ?2, slug = ?3, status = ?4, cover_image = ?5, read_time = ?6,
                    updated_at = ?7
                WHERE id = ?1
                """,
                [
                    .integer(old.key), .text(new.title), .text(new.slug), .text(new.status),
                    .optional(new.coverImage), .integer(readTime(of: new.content)),
                    .integer(now.microseconds),
                ]
            )
            if edit.content != nil {
                try db.run(
                    "UPDATE post_content SET content = ?2 WHERE id = ?1",
                    [.integer(old.key), .text(new.content)]
                )
            }
            // The bytes are compared, as the database does: `String` treats two Unicode spellings
            // of é as equal.
            if !old.status.utf8.elementsEqual(new.status.utf8) {
                try count(author: old.authorID, status: old.status, by: -1)
                try count(author: old.authorID, status: new.status, by: 1)
            }
            if try index.exists { try index.add(old.key, title: new.title, content: new.content) }
            return old.key
        }
    }

    /// Deletes the post with `id`, its likes and its comments; its slug is free at once.
    ///
    /// Without a user it is not asked whose the post is. Throws ``PostError/noSuchPost`` and
    /// ``PostError/notYoursToDelete``.
    ///
    /// - Throws: also SQLite's errors.
    package func delete(_ id: Post.ID, by user: User.ID?) throws {
        try work.write {
            let old = try stored(id)
            guard user == nil || User.ID(old.authorID) == user else {
                throw PostError.notYoursToDelete
            }
            if try index.exists {
                try index.remove(old.key, title: old.title, content: old.content)
            }
            try db.run("DELETE FROM post WHERE id = ?1", [.integer(old.key)])
            try count(author: old.authorID, status: old.status, by: -1)
        }
    }

    // MARK: Parts

    /// The values of a post that an edit needs.
    private struct StoredPost {
        var key: Int64
        var authorID: String
        var title: String
        var content: String
        var slug: String
        var status: String
        var coverImage: String?
    }

    private func stored(_ id: Post.ID) throws -> StoredPost {
        let stored = try db.first(
            """
            SELECT p.id, author_id, title, content, slug, status, cover_image
            FROM post p JOIN post_content c ON c.id = p.id
            WHERE post_id = ?1
            """,
            [.text(id.hex)]
        ) { row in
            StoredPost(
                key: row.int(0),
                authorID: row.text(1),
                title: row.text(2),
                content: row.text(3),
                slug: row.text(4),
                status: row.text(5),
                coverImage: row.optionalText(6)
            )
        }
        guard let stored else { throw PostError.noSuchPost }
        return stored
    }

    /// The slug of a post whose title is set again.
    ///
    /// It stays when the new title gives the same slug. A slug with a suffix never equals the
    /// title's own, so the post gets a new suffix as long as another post has the slug without one;
    /// the original does the same.
    private func slug(
        forTitle title: String,
        of old: StoredPost,
        at now: Instant
    ) throws -> String {
        let wanted = slug(of: title)
        return wanted == old.slug ? old.slug : try freeSlug(wanted, at: now)
    }

    private func slug(of title: String) -> String {
        MockPostlyNouns.slug(of: title)
    }

    /// `wanted`, or `wanted` with the last six digits of a new id when a post already has it.
    func freeSlug(_ wanted: String, at now: Instant) throws -> String {
        let isTaken = try db.first("SELECT 1 FROM post WHERE slug = ?1", [.text(wanted)]) { _ in
            true
        }
        guard isTaken == true else { return wanted }
        return wanted + "-" + world.ids.next(at: now).hex.suffix(6)
    }

    /// A new post with all its values.
    struct NewPost {
        var id: Post.ID
        var author: User
        var draft: Post.Draft
        var slug: String
        var createdAt: Instant
        var updatedAt: Instant
        var views: Int64 = 0
    }

    /// An id that no post has.
    ///
    /// The ids of a world with a fixed random seed repeat: the content may already have posts that
    /// the world made in an earlier run.
    private func newID(at now: Instant) throws -> ObjectID {
        try world.ids.next(at: now) { id in
            try db.first("SELECT 1 FROM post WHERE post_id = ?1", [.text(id.hex)]) { _ in true }
                ?? false
        }
    }

    /// Adds `post` and returns its key.
    ///
    /// The caller makes sure that the slug is free.
    func insert(_ post: NewPost) throws -> Int64 {
        let key = try insertUncounted(post)
        try count(author: post.author.id.text, status: post.draft.status, by: 1)
        return key
    }

    /// As ``insert(_:)``, without the totals per status and author; ``recount(_:)`` corrects them.
    func insertUncounted(_ post: NewPost) throws -> Int64 {
        try db.run(
            """
            INSERT INTO post (post_id, author_id, author_name, author_email, author_picture,
                title, slug, status, cover_image, read_time, created_at, updated_at, views)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
            """,
            [
                .text(post.id.hex), .text(post.author.id.text), .text(post.author.name),
                .text(post.author.email), .optional(post.author.picture),
                .text(post.draft.title), .text(post.slug), .text(post.draft.status),
                .optional(post.draft.coverImage), .integer(readTime(of: post.draft.content)),
                .integer(post.createdAt.microseconds), .integer(post.updatedAt.microseconds),
                .integer(post.views),
            ]
        )
        let key = db.lastInsertRowID
        try db.run(
            "INSERT INTO post_content (id, content) VALUES (?1, ?2)",
            [.integer(key), .text(post.draft.content)]
        )
        if try index.exists {
            try index.add(key, title: post.draft.title, content: post.draft.content)
        }
        return key
    }

    private func count(author: String, status: String, by difference: Int64) throws {
        try db.run(
            """
            INSERT INTO status_total (status, posts) VALUES (?1, ?2)
            ON CONFLICT (status) DO UPDATE SET posts = posts + ?2
            """,
            [.text(status), .integer(difference)]
        )
        try db.run(
            """
            INSERT INTO author_total (author_id, status, posts) VALUES (?1, ?2, ?3)
            ON CONFLICT (author_id, status) DO UPDATE SET posts = posts + ?3
            """,
            [.text(author), .text(status), .integer(difference)]
        )
    }
}
