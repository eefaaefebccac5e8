package import MockPostlyContent
internal import MockPostlySQLite
internal import MockPostlyWorld

extension RecordTable {
    private static let content = "(SELECT content FROM post_content WHERE id = t.id)"

    /// The posts of Postly.
    ///
    /// `views` and the other numbers are shown, not edited.
    package static var posts: RecordTable {
        let short = ["t.title", "t.slug", "t.author_name", "t.author_email", "t.post_id"]
        var table = RecordTable(
            "post",
            find: "t.post_id = ?1",
            order: "-created",
            search: has(short + [content]),
            [
                .init("id", .text, .sortable, sql: "t.post_id"),
                .init("title", .text, [.required, .edited, .sortable], sql: "t.title"),
                .init("status", .text, [.written, .sortable], sql: "t.status"),
                .init("author", .text, .required, sql: "t.author_id", of: "people"),
                .init("authorName", .text, .sortable, sql: "t.author_name"),
                .init("content", .longText, [.required, .edited], sql: content),
                .init("coverImage", .text, [.written, .optional], sql: "t.cover_image"),
                .init("slug", .text, .sortable, sql: "t.slug"),
                .init("readTime", .number, .sortable, sql: "t.read_time"),
                .init("views", .number, .sortable, sql: "t.views"),
                .init("likes", .number, .sortable, sql: "t.likes"),
                .init("comments", .number, .sortable, sql: "t.comments"),
                .init("created", .date, .sortable, sql: "t.created_at"),
                .init("updated", .date, .sortable, sql: "t.updated_at"),
            ]
        )
        // The index finds candidates by title and content, and the content is then compared.
        table.indexed = (
            """
            \(has(short)) OR (
                t.id IN (SELECT rowid FROM post_search WHERE post_search MATCH ?2)
                AND \(has([content]))
            )
            """,
            { work, text in
                guard try SearchIndex(work).exists else { return nil }
                let words = SearchIndex.trigrams(of: CaseFolding.fold(text.utf8))
                return words.isEmpty ? nil : words.joined(separator: " AND ")
            }
        )
        return table
    }

    /// The comments on these posts.
    ///
    /// The `id` of a comment finds the first that has it.
    package static let comments = RecordTable(
        "comment",
        find: "t.comment_id = ?1",
        order: "-created",
        search: has(["t.content", "t.author_name", "t.comment_id"]),
        [
            .init("id", .text, .sortable, sql: "t.comment_id"),
            .init(
                "post",
                .text,
                .required,
                sql: "(SELECT post_id FROM post WHERE id = t.post)",
                of: "posts"
            ),
            .init("author", .text, .required, sql: "t.author_id", of: "people"),
            .init("authorName", .text, .sortable, sql: "t.author_name"),
            .init("content", .longText, [.required, .edited], sql: "t.content"),
            .init("created", .date, .sortable, sql: "t.created_at"),
        ]
    )

    /// Who likes which post; an id is that of the post, a space, and that of the person.
    ///
    /// Such as `65cb1b2e0c1f4a7b9d000001 65cb1b2e0c1f4a7b9d000002`.
    package static let likes = RecordTable(
        "post_like",
        key: ["t.post", "t.user_id"],
        find: """
            t.post = (SELECT id FROM post WHERE post_id = substr(?1, 1, 24))
                AND t.user_id = substr(?1, 26)
            """,
        order: "-id",
        search: """
            t.post IN (
                SELECT id FROM post WHERE (title || char(10) || post_id) LIKE ?1 ESCAPE '\\'
            ) OR t.user_id LIKE ?1 ESCAPE '\\' OR t.user_id IN (
                SELECT user_id FROM user
                WHERE (name || char(10) || email) LIKE ?1 ESCAPE '\\'
            )
            """,
        [
            .init(
                "id",
                .text,
                .sortable,
                sql: "(SELECT post_id FROM post WHERE id = t.post) || ' ' || t.user_id",
                order: "t.post"
            ),
            .init(
                "post",
                .text,
                .required,
                sql: "(SELECT post_id FROM post WHERE id = t.post)",
                of: "posts"
            ),
            .init("title", .text, sql: "(SELECT title FROM post WHERE id = t.post)"),
            .init("person", .text, [.required, .sortable], sql: "t.user_id", of: "people"),
            .init("name", .text, sql: "(SELECT name FROM user WHERE user_id = t.user_id)"),
        ]
    )
}

extension PostStore {
    /// The id of the post with `key`.
    ///
    /// Throws ``PostError/noSuchPost``.
    ///
    /// - Throws: also SQLite's errors.
    package func id(ofKey key: Int64) throws -> String {
        try read(key: key) { String(decoding: $0.id, as: UTF8.self) }
    }

    /// The post of the comment with this id, the first when several have it; nil when none has.
    ///
    /// - Throws: SQLite's errors.
    package func post(ofComment id: String) throws -> Post.ID? {
        try db.first(
            """
            SELECT p.post_id FROM comment c JOIN post p ON p.id = c.post
            WHERE c.comment_id = ?1
            """,
            [.text(id)]
        ) { Post.ID(hex: $0.text(0)) } ?? nil
    }

    /// Replaces the text of a comment.
    ///
    /// Throws ``PostError/noSuchPost`` and ``PostError/noSuchComment``.
    ///
    /// Author and date stay as they are. The comment's id is compared as text.
    ///
    /// - Throws: also SQLite's errors.
    package func editComment(_ comment: String, of id: Post.ID, content: String) throws {
        let post = try key(of: id)
        let changed = try work.writeOnce {
            try db.run(
                "UPDATE comment SET content = ?3 WHERE comment_id = ?2 AND post = ?1",
                [.integer(post), .text(comment), .text(content)]
            )
        }
        guard changed > 0 else { throw PostError.noSuchComment }
    }
}
