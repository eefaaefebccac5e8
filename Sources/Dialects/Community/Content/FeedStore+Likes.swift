internal import MockPostlyContent
internal import MockPostlySQLite

extension FeedStore {
    /// What a request says about a post.
    ///
    /// Each of them can be repeated: the answer is the same but for ``FeedLikes/hasChanged``.
    package enum Opinion: Sendable {
        case like
        case unlike
        /// Like it if it is not liked, and the reverse.
        case toggle
    }

    /// Adds or removes the like of `user` for the post with `id`; a repeated request changes
    /// nothing.
    ///
    /// Throws ``FeedError/notThere``.
    ///
    /// Costs O(n) in the number of likes, which stand in one row.
    ///
    /// - Parameters:
    ///   - opinion: what is wanted.
    ///   - id: of the post.
    ///   - user: the number of an account, which need not be a member.
    /// - Returns: the likes after the request.
    /// - Throws: also SQLite's errors.
    package func express(
        _ opinion: Opinion,
        on id: FeedPost.ID,
        by user: CommunityMember.ID
    ) throws -> FeedLikes {
        var users = try likes(of: id)
        let place = users.firstIndex(of: user)
        let wantsLike =
            switch opinion {
            case .like: true
            case .unlike: false
            case .toggle: place == nil
            }
        let hasChanged = wantsLike != (place != nil)
        if hasChanged {
            if let place { users.remove(at: place) } else { users.append(user) }
            try work.writeOnce { try setLikes(of: id, users) }
        }
        return FeedLikes(post: id, users: users, isLiked: wantsLike, hasChanged: hasChanged)
    }

    private func likes(of id: FeedPost.ID) throws -> [CommunityMember.ID] {
        let users = try db.first(
            "SELECT liked_by FROM community_post WHERE id = ?1",
            [.integer(id)]
        ) { NumberList.numbers(in: $0.textBytes(0)) }
        guard let users else { throw FeedError.notThere }
        return users
    }

    /// Replaces the likes of the post with `id` by `users`, in this order.
    func setLikes(of id: FeedPost.ID, _ users: [CommunityMember.ID]) throws {
        try db.run(
            "UPDATE community_post SET likes = ?2, liked_by = ?3 WHERE id = ?1",
            [.integer(id), .integer(users.count), .text(NumberList.text(of: users))]
        )
    }
}
