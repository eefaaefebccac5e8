package import MockPostlyContent
internal import MockPostlySQLite

extension ContentTable {
    /// Posts with their text; deleting a post deletes its likes and comments.
    static var post: ContentTable {
        var table = ContentTable(
            "post",
            columns: [
                .init("id", .id, isCompared: false), .init("post_id", .objectID),
                .init("author_id", .text), .init("author_name", .text),
                .init("author_email", .text), .init("author_picture", .text, isOptional: true),
                .init("title", .text), .init("slug", .text), .init("status", .text),
                .init("cover_image", .text, isOptional: true),
                .init("read_time", .count, isCompared: false), .init("created_at", .date),
                .init("updated_at", .date), .init("views", .count), .init("likes", .counted),
                .init("comments", .counted), .init("content", .text),
            ]
        )
        table.annex = "post_content"
        table.identity = ["post_id"]
        return table
    }

    static var postLike: ContentTable {
        var table = ContentTable(
            "post_like",
            columns: [.init("post", .key(of: "post")), .init("user_id", .text)]
        )
        table.keys = 2
        return table
    }

    static var comment: ContentTable {
        var table = ContentTable(
            "comment",
            columns: [
                .init("id", .id, isCompared: false), .init("comment_id", .objectID),
                .init("post", .key(of: "post")), .init("author_id", .text),
                .init("author_name", .text), .init("author_picture", .text, isOptional: true),
                .init("content", .text), .init("created_at", .date),
            ]
        )
        // Comments of different posts may have the same id.
        table.identity = ["comment_id", "post"]
        table.shownKey = { $0[0].shown }
        return table
    }

    /// The number of posts of each status.
    static var statusTotal: ContentTable {
        var table = ContentTable(
            "status_total",
            columns: [.init("status", .text), .init("posts", .counted)]
        )
        table.role = .totals
        return table
    }

    /// The number of posts of each author, by status.
    static var authorTotal: ContentTable {
        var table = ContentTable(
            "author_total",
            columns: [
                .init("author_id", .text), .init("status", .text), .init("posts", .counted),
            ]
        )
        table.keys = 2
        table.role = .totals
        return table
    }
}

extension ContentPart {
    /// The posts of Postly with their likes and comments.
    ///
    /// Its tables are made by the migration of ``people``.
    package static let posts = ContentPart(
        "posts",
        .postly,
        tables: [.post, .postLike, .comment, .statusTotal, .authorTotal],
        seed: PostsSeed.self,
        index: SearchIndex.self,
        recount: PostStore.recount,
        counts: PostStore.counts
    )
}
