package import MockPostlyContent

/// The rows as people look at them in lists.
extension RecordTable {
    private static let slug = "(SELECT slug FROM realworld_article WHERE id = t.article)"

    private static func username(_ column: String) -> String {
        "(SELECT username FROM realworld_person WHERE user = t.\(column))"
    }

    /// The articles; the id is the slug.
    package static let realWorldArticles = RecordTable(
        "realworld_article",
        find: "t.slug = ?1",
        order: "-created",
        search: has(["t.title", "t.slug", "t.description", "t.body", username("author")]),
        [
            .init("id", .text, .sortable, sql: "t.slug"),
            .init("title", .text, [.required, .edited, .sortable], sql: "t.title"),
            .init("description", .text, [.required, .edited, .sortable], sql: "t.description"),
            .init("body", .longText, [.required, .edited], sql: "t.body"),
            .init("author", .text, [.required, .sortable], sql: username("author")),
            .init(
                "tags",
                .text,
                .written,
                sql: "coalesce((SELECT group_concat(value, ', ') FROM json_each(t.tags)), '')"
            ),
            .init(
                "favorites",
                .number,
                sql: "(SELECT count(*) FROM realworld_favorite WHERE article = t.id)"
            ),
            .init("created", .date, .sortable, sql: "t.created_at"),
            .init("updated", .date, .sortable, sql: "t.updated_at"),
        ]
    )

    /// The comments on these articles.
    package static let realWorldComments = RecordTable(
        "realworld_comment",
        find: "t.id = ?1",
        order: "-created",
        search: has(["t.body", username("author")]),
        [
            .init("id", .number, .sortable, sql: "t.id"),
            .init("article", .text, .required, sql: slug, of: "realworld-articles"),
            .init("author", .text, [.required, .sortable], sql: username("author")),
            .init("body", .longText, .required, sql: "t.body"),
            .init("created", .date, .sortable, sql: "t.created_at"),
        ]
    )

    /// Usernames and texts about people, who have their accounts in another list.
    package static let realWorldPeople = RecordTable(
        "realworld_person",
        key: ["t.user"],
        find: "t.user = ?1",
        order: "username",
        search: has(["t.username", "coalesce(t.bio, '')"]),
        [
            .init("id", .number, .sortable, sql: "t.user"),
            .init("username", .text, .sortable, sql: "t.username"),
            .init("email", .text, sql: "(SELECT email FROM user WHERE id = t.user)"),
            .init("bio", .longText, [.edited, .optional], sql: "t.bio"),
            .init(
                "follows",
                .number,
                sql: "(SELECT count(*) FROM realworld_follow WHERE follower = t.user)"
            ),
        ]
    )
}
