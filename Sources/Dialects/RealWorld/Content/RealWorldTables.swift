package import MockPostlyContent
internal import MockPostlyNouns
internal import MockPostlySQLite

extension ValueRule {
    /// Somebody who has a username.
    fileprivate static let author = ValueRule.key(of: "realworld_person")
    fileprivate static let article = ValueRule.key(of: "realworld_article")
    fileprivate static let name = ValueRule.textThat("a text that is not blank") { !$0.isBlank }
}

extension ContentTable {
    static let realWorldPerson = ContentTable(
        "realworld_person",
        columns: [
            .init("user", .person), .init("username", .name), .init("bio", .text, isOptional: true),
        ]
    )

    static var realWorldArticle: ContentTable {
        var table = ContentTable(
            "realworld_article",
            columns: [
                .init("id", .id, isCompared: false), .init("slug", .name),
                .init("author", .author), .init("title", .text), .init("description", .text),
                .init("created_at", .date), .init("updated_at", .date), .init("body", .text),
            ]
        )
        table.hasSequence = true
        table.identity = ["slug"]
        return table
    }

    static var realWorldTag: ContentTable { pairs("realworld_tag", "article", "name", .name) }

    static var realWorldComment: ContentTable {
        var table = ContentTable(
            "realworld_comment",
            columns: [
                .init("id", .id), .init("article", .article), .init("author", .author),
                .init("body", .text), .init("created_at", .date),
            ]
        )
        table.hasSequence = true
        return table
    }

    static var realWorldFavorite: ContentTable {
        pairs("realworld_favorite", "article", "person", .author)
    }

    static var realWorldFollow: ContentTable {
        var table = ContentTable(
            "realworld_follow",
            columns: [.init("follower", .author), .init("followed", .author)]
        )
        table.keys = 2
        return table
    }

    /// A table of what articles have, whose key is the whole row.
    private static func pairs(
        _ name: String,
        _ first: String,
        _ second: String,
        _ rule: ValueRule
    ) -> ContentTable {
        var table = ContentTable(
            name,
            columns: [.init(first, .article), .init(second, rule)]
        )
        table.keys = 2
        return table
    }
}

extension ContentScope {
    /// The articles of RealWorld with all that belongs to them, and the usernames.
    ///
    /// Resetting it alone leaves the accounts as they are.
    package static let realWorld = ContentScope("realworld")
}

extension ContentPart {
    /// The sister of Postly with articles, tags, favourites and a feed; the accounts belong to another
    /// part.
    package static let realWorld = ContentPart(
        "realWorld",
        .realWorld,
        migrations: [.realWorld],
        tables: [
            .realWorldPerson, .realWorldArticle, .realWorldTag, .realWorldComment,
            .realWorldFavorite, .realWorldFollow,
        ],
        seed: RealWorldSeed.self,
        counts: { connection in
            let tables: [(String, ContentTable)] = [
                ("articles", .realWorldArticle), ("comments", .realWorldComment),
            ]
            return try tables.map { ContentCount($0, try $1.count(on: connection)) }
        }
    )
}

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
                sql: """
                    coalesce((
                        SELECT group_concat(name, ', ') FROM (
                            SELECT name FROM realworld_tag WHERE article = t.id ORDER BY name
                        )
                    ), '')
                    """
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
