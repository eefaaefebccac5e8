package import MockPostlyContent
internal import MockPostlySQLite

extension SeedMember {
    package static let updatedAt = SeedMember(
        "updatedAt",
        .date,
        "Not before `createdAt`, which it is else."
    )

    /// What a post or a comment shows of its author, who has changed since.
    private static func shown(_ name: String, _ kind: SeedKind = .text) -> SeedMember {
        SeedMember(name, kind, "What is shown of the author, if it differs from the account.")
    }

    fileprivate static let postAuthor = SeedMember(
        "author",
        .own(.person),
        "A user, or by the id somebody who is none any more.",
        isRequired: true
    )
    fileprivate static let authorName = shown("authorName")
    fileprivate static let authorEmail = shown("authorEmail")
    fileprivate static let authorPicture = shown("authorPicture", .address(["https://"]))
}

extension SeedShape {
    static let post = SeedShape(
        "post",
        "A post of Postly.",
        [
            .init("_id", .objectID, "Unique among posts; else made from the rest."),
            .postAuthor,
            .init("title", .text, "The title.", isRequired: true),
            .init(
                "content",
                .own(.either([.text, .list(.text)])),
                "The text, or its paragraphs, which a blank line joins.",
                isRequired: true
            ),
            .init("slug", .text, "Not given to two posts; else made from the title."),
            .init(
                "status",
                .text,
                "`published`, `draft`, or another text.",
                usual: .text("published")
            ),
            .init("coverImage", .address(["https://", "http://"]), "A picture."),
            .init("createdAt", .date, "When it was written.", isRequired: true),
            .updatedAt,
            .init("views", .count, "How often it was read.", usual: .integer(0)),
            .init("likes", .list(.person), "Who likes it; each person once."),
            .init("comments", .list(.object(.postComment)), "The oldest first."),
            .authorName, .authorEmail, .authorPicture,
        ]
    )

    static let postComment = SeedShape(
        "comment",
        "A comment on a post of Postly.",
        [
            .init("_id", .objectID, "Unique among comments; else made from the rest."),
            .postAuthor,
            .init("content", .text, "The text.", isRequired: true),
            .init("createdAt", .date, "Not before that of the comment above.", isRequired: true),
            .authorName, .authorPicture,
        ]
    )
}
