internal import MockPostlySQLite

/// A table of a content with what its values may be, for a content that comes from outside.
struct ContentTable: Sendable {
    struct Column: Sendable {
        var name: String
        var rule: ValueRule
        /// Whether there may be no value.
        var isOptional = false

        init(_ name: String, _ rule: ValueRule, isOptional: Bool = false) {
            (self.name, self.rule, self.isOptional) = (name, rule, isOptional)
        }
    }

    var name: String
    /// How its rows are read, in the order of ``columns``, and added.
    var rows: CopiedTable
    var columns: [Column]
    /// What one value expects of another in the same row, after all have followed their rules; may
    /// put a value into its usual form.
    var check: @Sendable (inout [Value]) throws(ValueRefusal) -> Void = { _ in }

    /// The tables with rows of their own; those that rows refer to come first.
    static let all = [
        user, post, postLike, comment, communityMember, apiToken, communityPost, communityComment,
        documentImport, documentChange, customResponse,
    ]
}

extension ContentTable {
    private static let user = ContentTable(
        name: "user",
        rows: .user,
        columns: [
            Column("id", .id), Column("user_id", .text), Column("email", .text),
            Column("name", .text), Column("picture", .text, isOptional: true),
            Column("password", .password, isOptional: true),
            Column("last_login", .date, isOptional: true), Column("created_at", .date),
        ]
    )

    private static let post = ContentTable(
        name: "post",
        rows: .post,
        columns: [
            Column("id", .id), Column("post_id", .objectID), Column("author_id", .text),
            Column("author_name", .text), Column("author_email", .text),
            Column("author_picture", .text, isOptional: true), Column("title", .text),
            Column("slug", .text), Column("status", .text),
            Column("cover_image", .text, isOptional: true), Column("read_time", .count),
            Column("created_at", .date), Column("updated_at", .date), Column("views", .count),
            Column("likes", .counted), Column("comments", .counted), Column("content", .text),
        ]
    )

    private static let postLike = ContentTable(
        name: "post_like",
        rows: CopiedTable.underPosts[0],
        columns: [Column("post", .key(of: "post")), Column("user_id", .text)]
    )

    private static let comment = ContentTable(
        name: "comment",
        rows: CopiedTable.underPosts[1],
        columns: [
            Column("id", .id), Column("comment_id", .objectID), Column("post", .key(of: "post")),
            Column("author_id", .text), Column("author_name", .text),
            Column("author_picture", .text, isOptional: true), Column("content", .text),
            Column("created_at", .date),
        ]
    )

    private static let communityMember = ContentTable(
        name: "community_member",
        rows: CopiedTable.community[0],
        columns: [Column("user", .key(of: "user")), Column("joined_at", .date)]
    )

    private static let apiToken = ContentTable(
        name: "api_token",
        rows: CopiedTable.community[1],
        columns: [
            Column("hash", .hash), Column("user", .key(of: "user")), Column("created_at", .date),
            Column("revoked_at", .date, isOptional: true),
        ]
    )

    private static let communityPost = ContentTable(
        name: "community_post",
        rows: CopiedTable.community[2],
        columns: [
            Column("id", .id), Column("user", .key(of: "user")), Column("content", .text),
            Column("image_url", .text, isOptional: true), Column("created_at", .date),
            Column("updated_at", .date), Column("likes", .counted), Column("liked_by", .people),
            Column("comments", .counted),
        ]
    ) { row throws(ValueRefusal) in
        guard case .text(var list) = row[7] else { return }
        row[6] = .integer(list.withUTF8 { FeedStore.likes(in: $0) }.count)
    }

    private static let communityComment = ContentTable(
        name: "community_comment",
        rows: CopiedTable.community[3],
        columns: [
            Column("id", .id), Column("post", .key(of: "community_post")),
            Column("user", .key(of: "user")), Column("content", .text), Column("created_at", .date),
        ]
    )

    private static let documentImport = ContentTable(
        name: "document_import",
        rows: .documentImport,
        columns: [
            Column("kind", .number(-1...Int64(DocumentKind.allCases.count - 1))),
            Column("position", .count), Column("body", .text),
        ],
        check: DocumentRows.checkImport
    )

    private static let documentChange = ContentTable(
        name: "document_change",
        rows: CopiedTable.documents[0],
        columns: [
            Column("kind", .number(0...Int64(DocumentKind.allCases.count - 1))),
            Column("id", .number(-Int64.largestInContent...Int64.largestInContent)),
            Column("body", .text, isOptional: true),
        ],
        check: DocumentRows.checkChange
    )

    private static let customResponse = ContentTable(
        name: "custom_response",
        rows: CopiedTable.documents[1],
        columns: [
            Column("identifier", .text),
            Column("method", .oneOf(["GET", "POST", "PUT", "PATCH", "DELETE"])),
            Column("body", .json), Column("created_at", .date),
        ]
    )
}
