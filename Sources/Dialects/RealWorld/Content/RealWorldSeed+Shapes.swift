internal import MockPostlyContent
internal import MockPostlyNouns

extension SeedKind {
    /// A text or null.
    fileprivate static let optionalText = SeedKind.form(
        SeedForm("a string", "", takesNull: true) { _ in true }
    )

    fileprivate static let username = SeedKind.form(
        SeedForm("a text without blanks around it", "\\S", demand: .string) {
            !$0.isBlank && $0.utf8.elementsEqual($0.withoutBlanksAround.utf8)
        }
    )
}

extension SeedShape {
    static let realWorld = SeedShape(
        "realworld",
        "People with usernames, and articles with all that is theirs.",
        [
            .init("people", .list(.object(.realWorldPerson)), "Who has a username; each once."),
            .init("articles", .list(.object(.article)), "The articles."),
            .init("nextArticleId", .id, "The least id that is given next."),
            .init("nextCommentId", .id, "The least id that is given next."),
        ]
    )

    static let realWorldPerson = SeedShape(
        "realworldPerson",
        "What RealWorld knows of a user.",
        [
            .init("user", .own(.person), "The account.", isRequired: true),
            .init("username", .username, "Unique; else made from the e-mail when needed."),
            .init("bio", .optionalText, "A few sentences."),
            .init(
                "image",
                .address(["https://", "http://"]),
                "In place of the account's picture."
            ),
            .init("follows", .list(.person), "Whom the person follows."),
        ]
    )

    static let article = SeedShape(
        "article",
        "An article.",
        [
            .init("post", .text, "The slug of a post of Postly that gives what is absent."),
            .init("author", .own(.person), "Who wrote it."),
            .init("title", .optionalText, "The title."),
            .init("description", .optionalText, "What it is about."),
            .init("body", .optionalText, "The text."),
            .init("tagList", .list(.text), "Its tags."),
            .init("slug", .text, "Unique; else made from the title."),
            .init("createdAt", .date, "When it was written."),
            .updatedAt,
            .init("favoritedBy", .list(.person), "Who has marked it."),
            .init("comments", .list(.object(.articleComment)), "The comments."),
            .init("id", .id, "Unique among articles; else the next one."),
        ],
        alternatives: [
            ["post", "description"], ["author", "title", "description", "body", "createdAt"],
        ]
    )

    static let articleComment = SeedShape(
        "articleComment",
        "A comment on an article.",
        [
            .init("author", .own(.person), "Who wrote it.", isRequired: true),
            .init("body", .text, "The text.", isRequired: true),
            .init("createdAt", .date, "When it was written.", isRequired: true),
            .init("id", .id, "Unique among comments; else the next one."),
        ]
    )
}
