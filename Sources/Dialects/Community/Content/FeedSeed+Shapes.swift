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

    static let postText = text(most: 5000)
    static let commentText = text(most: 2000)

    static let token = SeedKind.form(
        SeedForm("43 characters out of A-Z, a-z, 0-9, - and _", "^[A-Za-z0-9_-]{43}$") {
            APIToken.isWellFormed($0)
        }
    )
    static let tokenHash = SeedKind.form(
        SeedForm("64 hexadecimal digits in lower case", "^[0-9a-f]{64}$") { $0.isSHA256 }
    )
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
            .rows("posts", .communityPost, "The posts of the feed."),
            .rows("tokens", .apiToken, "Tokens that are good for log-in."),
        ] + ContentPart.feed.nextIDs
    )

    static let communityMember = ContentTable.communityMember.seedShape
    static let communityPost = ContentTable.communityPost.seedShape
    static let communityComment = ContentTable.communityComment.seedShape
    static let communityToken = ContentTable.apiToken.seedShape
}
