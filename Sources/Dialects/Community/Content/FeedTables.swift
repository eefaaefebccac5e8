package import MockPostlyContent
internal import MockPostlyNouns
internal import MockPostlySQLite

extension ContentTable {
    static let communityMember = ContentTable(
        "community_member",
        columns: [.init("user", .person), .init("joined_at", .date)]
    )

    static let apiToken = ContentTable(
        "api_token",
        columns: [
            .init("hash", .hash), .init("user", .person), .init("created_at", .date),
            .init("revoked_at", .date, isOptional: true),
        ]
    )

    static var communityPost: ContentTable {
        var table = ContentTable(
            "community_post",
            columns: [
                .init("id", .id), .init("user", .person), .init("content", .text),
                .init("image_url", .text, isOptional: true), .init("created_at", .date),
                .init("updated_at", .date), .init("likes", .counted, isCompared: false),
                .init("liked_by", .people), .init("comments", .counted),
            ]
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
    }

    static var communityComment: ContentTable {
        var table = ContentTable(
            "community_comment",
            columns: [
                .init("id", .id), .init("post", .key(of: "community_post")),
                .init("user", .person), .init("content", .text), .init("created_at", .date),
            ]
        )
        table.hasSequence = true
        return table
    }
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
