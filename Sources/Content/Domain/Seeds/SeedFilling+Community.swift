internal import MockPostlySQLite
import MockPostlyWorld

/// The community of a seed.
extension SeedFilling {
    /// Whether somebody is a member.
    func hasMember(_ user: Int) -> Bool {
        attempt { try domain.members.isMember(Int64(user)) } ?? false
    }

    /// Whether there is a token with this hash.
    func hasToken(hash: String) -> Bool {
        attempt { try domain.apiTokens.standing(ofHash: hash) != .unknown } ?? false
    }

    /// Adds ``feedPosts``.
    func insertFeed() {
        attempt {
            var ids = [FeedPost.ID](repeating: 0, count: feedPosts.count)
            for place in order(feedPosts.count, { (feedPosts[$0].id, feedPosts[$0].createdAt) }) {
                let post = feedPosts[place]
                ids[place] = try domain.feed.insert(
                    FeedPost.Draft(content: post.content, imageURL: post.imageURL),
                    by: Int64(post.author),
                    post.createdAt,
                    post.updatedAt,
                    id: post.id
                )
                if !post.likes.isEmpty {
                    try domain.feed.setLikes(of: ids[place], post.likes.map { Int64($0) })
                }
            }
            let comments = feedPosts.indices.flatMap { post in
                feedPosts[post].comments.indices.map { (post: post, comment: $0) }
            }
            let comment = { (place: Int) in
                self.feedPosts[comments[place].post].comments[comments[place].comment]
            }
            for place in order(comments.count, { (comment($0).id, comment($0).createdAt) }) {
                let comment = comment(place)
                try domain.feed.insertComment(
                    to: ids[comments[place].post],
                    comment.content,
                    by: Int64(comment.author),
                    comment.createdAt,
                    id: comment.id
                )
            }
            try domain.feed.keepFree(post: nextFeedPost, comment: nextFeedComment)
        }
        feedPosts = []
    }

    /// The places of elements: those with ids, then the others by their dates; those of one date
    /// stay as they stood.
    private func order(
        _ count: Int,
        _ key: (Int) -> (id: Int64?, date: Instant)
    ) -> [Int] {
        let others = (0..<count).filter { key($0).id == nil }
        return (0..<count).filter { key($0).id != nil }
            + others.sorted { (key($0).date, $0) < (key($1).date, $1) }
    }
}
