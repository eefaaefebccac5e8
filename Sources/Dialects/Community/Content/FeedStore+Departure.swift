package import MockPostlyContent
internal import MockPostlySQLite
internal import MockPostlyWorld

/// What the feed lost with an account.
package struct FeedDeparture: Sendable, Equatable {
    /// The number, by which clients know the person.
    package var account: CommunityMember.ID
    /// Its posts, which are gone.
    ///
    /// In ascending order; their comments and likes are gone too.
    package var posts: [FeedPost.ID] = []
    /// The posts of others where its comments are gone.
    ///
    /// In ascending order, each once; their counters are right again.
    package var commented: [FeedPost.ID] = []
    /// The likes that are left of posts of others that it liked.
    ///
    /// In the order of the posts.
    package var likes: [FeedLikes] = []

    /// A departure from which nothing was lost yet.
    init(_ account: CommunityMember.ID) { self.account = account }
}

extension FeedStore {
    /// Deletes all that an account has in the community, within an open unit of work.
    @Sendable static func forget(
        _ account: Int64,
        _ work: UnitOfWork,
        _ world: TimeAndChance
    ) throws {
        _ = try FeedStore(work: work, world: world).remove(allOf: account)
        try work.connection.run("DELETE FROM api_token WHERE user = ?1", [.integer(account)])
        _ = try MembershipStore(work: work, world: world).leave(account)
    }

    /// Deletes the posts, comments and likes of an account, within an open unit of work.
    package func remove(allOf user: CommunityMember.ID) throws -> FeedDeparture {
        var departure = FeedDeparture(user)
        let own: [Value] = [.integer(user)]
        departure.posts = try db.all(
            "SELECT id FROM community_post WHERE user = ?1 ORDER BY id",
            own
        ) { $0.int(0) }
        try db.run("DELETE FROM community_post WHERE user = ?1", own)
        departure.commented = try db.all(
            "SELECT DISTINCT post FROM community_comment WHERE user = ?1 ORDER BY post",
            own
        ) { $0.int(0) }
        try db.run("DELETE FROM community_comment WHERE user = ?1", own)
        for post in departure.commented {
            try db.run(
                """
                UPDATE community_post
                SET comments = (SELECT count(*) FROM community_comment WHERE post = ?1)
                WHERE id = ?1
                """,
                [.integer(post)]
            )
        }
        let liked = try db.all(
            "SELECT id, liked_by FROM community_post WHERE instr(liked_by, ?1) > 0 ORDER BY id",
            [.text("\(user)")]
        ) { (post: $0.int(0), users: NumberList.numbers(in: $0.textBytes(1))) }
        for (post, users) in liked where users.contains(user) {
            let left = users.filter { $0 != user }
            try setLikes(of: post, left)
            departure.likes.append(
                FeedLikes(post: post, users: left, isLiked: false, hasChanged: true)
            )
        }
        return departure
    }
}

extension RecordTable {
    private static let bySomebody = """
        t.user IN (SELECT id FROM user WHERE (name || char(10) || email) LIKE ?1 ESCAPE '\\')
        """
    private static let author = RecordField(
        "author",
        .text,
        .required,
        sql: "(SELECT user_id FROM user WHERE id = t.user)",
        of: "people"
    )
    private static let authorName = RecordField(
        "authorName",
        .text,
        sql: "(SELECT name FROM user WHERE id = t.user)"
    )

    /// The posts of the community's feed.
    package static let communityPosts = RecordTable(
        "community_post",
        find: "t.id = ?1",
        order: "-id",
        search: has(["t.content"]) + " OR " + bySomebody,
        [
            .init("id", .number, .sortable, sql: "t.id"), author, authorName,
            .init("content", .longText, [.required, .edited], sql: "t.content"),
            .init("imageUrl", .text, [.written, .optional], sql: "t.image_url"),
            .init("likes", .number, .sortable, sql: "t.likes"),
            .init("comments", .number, .sortable, sql: "t.comments"),
            .init("created", .date, .sortable, sql: "t.created_at"),
            .init("updated", .date, .sortable, sql: "t.updated_at"),
        ]
    )

    /// The comments on these posts.
    package static let communityComments = RecordTable(
        "community_comment",
        find: "t.id = ?1",
        order: "-id",
        search: has(["t.content"]) + " OR " + bySomebody,
        [
            .init("id", .number, .sortable, sql: "t.id"),
            .init("post", .number, [.required, .sortable], sql: "t.post", of: "community-posts"),
            author, authorName,
            .init("content", .longText, .required, sql: "t.content"),
            .init("created", .date, .sortable, sql: "t.created_at"),
        ]
    )

    /// Who is in the community.
    package static let communityMembers = RecordTable(
        "community_member",
        key: ["t.user"],
        find: "t.user = ?1",
        order: "-joined",
        search: bySomebody,
        [
            .init("id", .number, .sortable, sql: "t.user"),
            .init(
                "person",
                .text,
                .required,
                sql: "(SELECT user_id FROM user WHERE id = t.user)",
                of: "people"
            ),
            .init("name", .text, sql: "(SELECT name FROM user WHERE id = t.user)"),
            .init("joined", .date, .sortable, sql: "t.joined_at"),
        ]
    )
}
