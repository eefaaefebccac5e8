package import MockPostlyContent
internal import MockPostlyNouns
internal import MockPostlySQLite

extension ValueRule {
    /// Somebody who has a username.
    fileprivate static let author = ValueRule.key(of: "realworld_person")
    fileprivate static let article = ValueRule.key(of: "realworld_article")
    fileprivate static let name = ValueRule.textThat("a text that is not blank") { !$0.isBlank }
    fileprivate static let tags = ValueRule.textThat("tags in JSON, in order and each once") {
        isTagList($0)
    }
}

extension SeedKind {
    /// A text or null.
    fileprivate static let optionalText = SeedKind.form(
        SeedForm("a string", "", takesNull: true) { _ in true }
    )
    fileprivate static let slug = SeedKind.form(
        SeedForm("a slug", "\\S", demand: .string) { !$0.isBlank }
    )
    fileprivate static let username = SeedKind.form(
        SeedForm("a text without blanks around it", "\\S", demand: .string) {
            !$0.isBlank && $0.utf8.elementsEqual($0.trimmed.utf8)
        }
    )
}

extension SeedMember {
    fileprivate static let username = SeedMember(
        "username",
        .username,
        "Unique; else made from the e-mail when it is needed."
    )
    fileprivate static let slug = SeedMember("slug", .slug, "Unique; else made from the title.")
}

extension ContentTable {
    static let realWorldPerson = ContentTable(
        "realworld_person",
        columns: [
            .init("user", .person, seed: .required("user", .own(.person), "The account.")),
            .init("username", .name, seed: .username),
            .init(
                "bio",
                .text,
                isOptional: true,
                seed: .init("bio", .optionalText, "A few sentences.")
            ),
        ],
        seed: SeedRows("realworldPerson", "person") {
            let picture = SeedKind.address(["https://", "http://"])
            return [
                .init("image", picture, "In place of the account's picture."),
                .links("follows", .realWorldFollow, .person, "Whom the person follows."),
            ]
        }
    )

    static let realWorldArticle: ContentTable = {
        var table = ContentTable(
            "realworld_article",
            columns: [
                .init("id", .id, isCompared: false),
                .init("slug", .name, seed: .slug),
                .init("author", .author, seed: .init("author", .own(.person), "Who wrote it.")),
                .init("title", .text, seed: .init("title", .optionalText, "The title.")),
                .init("description", .text, seed: .init("description", .optionalText, "In short.")),
                .init("created_at", .date, seed: .init("createdAt", .date, "When it was written.")),
                .init("updated_at", .date, seed: .updatedAt),
                .init("tags", .tags),
                .init("body", .text, seed: .init("body", .optionalText, "The text.")),
            ],
            seed: SeedRows("article", "article", next: "nextArticleId") {
                [
                    .init("post", .text, "The slug of a post of Postly that gives what is absent."),
                    .init("tagList", .list(.text), "Its tags."),
                    .links("favoritedBy", .realWorldFavorite, .person, "Who has marked it."),
                    .rows("comments", .realWorldComment, "The comments."),
                ]
            }
        )
        table.seed?.alternatives = [
            ["post", "description"], ["author", "title", "description", "body", "createdAt"],
        ]
        table.hasSequence = true
        table.identity = ["slug"]
        return table
    }()

    static let realWorldComment: ContentTable = {
        var table = ContentTable(
            "realworld_comment",
            columns: [
                .init("id", .id), .init("article", .article),
                .init("author", .author, seed: .required("author", .own(.person), "Who wrote it.")),
                .init("body", .text, seed: .required("body", .text, "The text.")),
                .init("created_at", .date, seed: .required("createdAt", .date, "When.")),
            ],
            seed: SeedRows("articleComment", "comment", parent: "article", next: "nextCommentId")
        )
        table.hasSequence = true
        return table
    }()

    static let realWorldFavorite = pairs("realworld_favorite", ("article", .article), "person")
    static let realWorldFollow = pairs("realworld_follow", ("follower", .author), "followed")

    /// A table of what is linked with a person, whose key is the whole row.
    private static func pairs(
        _ name: String,
        _ first: (name: String, rule: ValueRule),
        _ person: String
    ) -> ContentTable {
        var table = ContentTable(
            name,
            columns: [.init(first.name, first.rule), .init(person, .author)]
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
            .realWorldPerson, .realWorldArticle, .realWorldComment, .realWorldFavorite,
            .realWorldFollow,
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
