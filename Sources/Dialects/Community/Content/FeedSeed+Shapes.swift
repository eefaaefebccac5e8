internal import MockPostlyContent
internal import MockPostlyNouns

extension SeedKind {
    /// A text that the API would take: not blank, of at most `most` characters.
    private static func text(most: Int) -> SeedKind {
        .form(
            SeedForm(
                "a text that is not blank, of at most \(most) characters",
                "\\S",
                isFreeInExact: true,
                demand: .string
            ) { !$0.isBlank && !$0.hasMoreCharacters(than: most) }
        )
    }

    fileprivate static let postText = text(most: 5000)
    fileprivate static let commentText = text(most: 2000)

    fileprivate static let token = SeedKind.form(
        SeedForm("43 characters out of A-Z, a-z, 0-9, - and _", "^[A-Za-z0-9_-]{43}$") {
            APIToken.isWellFormed($0)
        }
    )
    fileprivate static let tokenHash = SeedKind.form(
        SeedForm("64 hexadecimal digits in lower case", "^[0-9a-f]{64}$") { $0.isSHA256 }
    )
    /// The next id can be one more than the largest.
    static let nextID = SeedKind.number(1...(.largestInContent + 1))
}

extension SeedMember {
    fileprivate static func user(_ name: String, _ words: String) -> SeedMember {
        SeedMember(name, .own(.person), words, isRequired: true)
    }
}

extension SeedShape {
    static let community = SeedShape(
        "community",
        "Members, posts with likes and comments, and tokens.",
        [
            .init(
                "members",
                .list(.own(.either([.text, .object(.communityMember)]))),
                "Users by their e-mails, or objects; each user once."
            ),
            .init("posts", .list(.object(.communityPost)), "The posts of the feed."),
            .init("tokens", .list(.object(.communityToken)), "Tokens that are good for log-in."),
            .init("nextPostId", .nextID, "The least id that is given next."),
            .init("nextCommentId", .nextID, "The least id that is given next."),
        ]
    )

    static let communityMember = SeedShape(
        "communityMember",
        "A user who is in the community.",
        [
            .user("user", "The account."),
            .init("joinedAt", .date, "Else when the account was made."),
        ]
    )

    static let communityPost = SeedShape(
        "communityPost",
        "A post of the feed.",
        [
            .user("author", "A user, member or not."),
            .init("content", .postText, "At most 5000 characters.", isRequired: true),
            .init("imageUrl", .address(["https://", "http://"]), "A picture."),
            .init("createdAt", .date, "When it was written.", isRequired: true),
            .updatedAt,
            .init("likes", .list(.person), "Users in the order of liking, each once."),
            .init("comments", .list(.object(.communityComment)), "The oldest first."),
            .init("id", .id, "Unique among posts; else the next one."),
        ]
    )

    static let communityComment = SeedShape(
        "communityComment",
        "A comment on a post of the feed.",
        [
            .user("author", "A user."),
            .init("content", .commentText, "At most 2000 characters.", isRequired: true),
            .init("createdAt", .date, "Not before that of the comment above.", isRequired: true),
            .init("id", .id, "Unique among comments; else the next one."),
        ]
    )

    static let communityToken = SeedShape(
        "communityToken",
        "A token of a user.",
        [
            .user("user", "Whose it is."),
            .init("token", .token, "The token; unique."),
            .init("hash", .tokenHash, "SHA-256 of the token, in place of it."),
            .init("createdAt", .date, "Else the time of seeding."),
            .init("revokedAt", .date, "From when it is not valid any more."),
        ],
        alternatives: [["token"], ["hash"]]
    )
}
