package import MockPostlyContent
internal import MockPostlyNouns
internal import MockPostlySQLite

extension SeedMember {
    fileprivate static func user(_ name: String, _ words: String) -> SeedMember {
        .required(name, .own(.person), words)
    }

    fileprivate static let likes = SeedMember(
        "likes",
        .list(.person),
        "Users in the order of liking, each once."
    )
}

extension ContentTable {
    static let communityMember = ContentTable(
        "community_member",
        columns: [
            .init("user", .person, seed: .user("user", "The account.")),
            .init(
                "joined_at",
                .date,
                seed: .init("joinedAt", .date, "Else when the account was made.")
            ),
        ],
        seed: SeedRows("communityMember", "member of the community")
    )

    static let apiToken: ContentTable = {
        var table = ContentTable(
            "api_token",
            columns: [
                .init(
                    "hash",
                    .hash,
                    seed: .init("hash", .tokenHash, "SHA-256 of the token, in place of it.")
                ),
                .init("user", .person, seed: .user("user", "Whose it is.")),
                .init(
                    "created_at",
                    .date,
                    seed: .init("createdAt", .date, "Else when the account was made.")
                ),
                .init(
                    "revoked_at",
                    .date,
                    isOptional: true,
                    seed: .init("revokedAt", .date, "From when it is not valid any more.")
                ),
            ],
            seed: SeedRows("communityToken", "token") {
                [.init("token", .token, "The token; unique.")]
            }
        )
        table.seed?.alternatives = [["token"], ["hash"]]
        return table
    }()

    static let communityPost: ContentTable = {
        let picture = SeedKind.address(["https://", "http://"])
        var table = ContentTable(
            "community_post",
            columns: [
                .init("id", .id),
                .init("user", .person, seed: .user("author", "A user, member or not.")),
                .init(
                    "content",
                    .text,
                    seed: .required("content", .postText, "At most 5000 characters.")
                ),
                .init(
                    "image_url",
                    .text,
                    isOptional: true,
                    seed: .init("imageUrl", picture, "A picture.")
                ),
                .init("created_at", .date, seed: .required("createdAt", .date, "When.")),
                .init("updated_at", .date, seed: .updatedAt),
                .init("likes", .counted, isCompared: false),
                .init("liked_by", .people, seed: .likes),
                .init("comments", .counted),
            ],
            seed: SeedRows("communityPost", "post of the feed", next: "nextPostId") {
                [.rows("comments", .communityComment, "The oldest first.")]
            }
        )
        table.hasSequence = true
        let (likes, likedBy) = (table.position(of: "likes"), table.position(of: "liked_by"))
        table.makeCheck = {
            { (row: inout [Value]) throws(ValueRefusal) -> Void in
                guard case .text(let text) = row[likedBy] else { return }
                var list = text
                row[likes] = .integer(list.withUTF8 { NumberList.numbers(in: $0) }.count)
            }
        }
        return table
    }()

    static let communityComment: ContentTable = {
        var table = ContentTable(
            "community_comment",
            columns: [
                .init("id", .id), .init("post", .key(of: "community_post")),
                .init("user", .person, seed: .user("author", "A user.")),
                .init(
                    "content",
                    .text,
                    seed: .required("content", .commentText, "At most 2000 characters.")
                ),
                .init(
                    "created_at",
                    .date,
                    seed: .required("createdAt", .date, "Not before that of the comment above.")
                ),
            ],
            seed: SeedRows(
                "communityComment",
                "comment on a post of the feed",
                parent: "post",
                next: "nextCommentId"
            )
        )
        table.hasSequence = true
        return table
    }()
}

extension ContentScope {
    /// The community: its members, API tokens and feed.
    ///
    /// Resetting it alone leaves the accounts as they are.
    package static let community = ContentScope("community")
}

extension ContentPart {
    /// The community: its members, API tokens and feed; the accounts belong to another part.
    ///
    /// It comes after the accounts, which its tables refer to.
    package static let feed = ContentPart(
        "feed",
        .community,
        migrations: [.community, .references],
        tables: [.communityMember, .apiToken, .communityPost, .communityComment],
        seed: FeedSeed.self,
        recount: FeedStore.recount,
        forget: FeedStore.forget,
        counts: FeedStore.counts
    )
}
