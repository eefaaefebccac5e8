internal import MockPostlyContent
internal import MockPostlyWorld

/// Writes the community of a seed into the content.
extension FeedSeed {
    /// Whether the user with this number is a member already.
    func has(member user: Int) -> Bool {
        reading.attempt { try memberships.isMember(Int64(user)) } ?? false
    }

    /// Whether there is a token with this hash already.
    func has(token hash: String) -> Bool {
        reading.attempt { try tokens.standing(ofHash: hash) != .unknown } ?? false
    }

    /// Adds ``posts`` with their likes and comments, and empties the list.
    func insertPosts() {
        reading.attempt {
            var ids = [FeedPost.ID](repeating: 0, count: posts.count)
            for place in order(posts.count, { (posts[$0].id, posts[$0].createdAt) }) {
                let post = posts[place]
                ids[place] = try feed.insert(
                    FeedPost.Draft(content: post.content, imageURL: post.imageURL),
                    by: Int64(post.author),
                    createdAt: post.createdAt,
                    updatedAt: post.updatedAt,
                    id: post.id
                )
                if !post.likes.isEmpty {
                    try feed.setLikes(of: ids[place], post.likes.map { Int64($0) })
                }
            }
            let comments = posts.indices.flatMap { post in
                posts[post].comments.indices.map { (post: post, comment: $0) }
            }
            let comment = { (place: Int) in
                self.posts[comments[place].post].comments[comments[place].comment]
            }
            for place in order(comments.count, { (comment($0).id, comment($0).createdAt) }) {
                let comment = comment(place)
                try feed.insertComment(
                    to: ids[comments[place].post],
                    comment.content,
                    by: Int64(comment.author),
                    comment.createdAt,
                    id: comment.id
                )
            }
            try feed.keepFree(post: nextPost, comment: nextComment)
        }
        posts = []
    }

    /// The order in which elements are added: first those with ids, then the others by date.
    ///
    /// Elements with the same date stay in the order of the files.
    private func order(
        _ count: Int,
        _ key: (Int) -> (id: Int64?, date: Instant)
    ) -> [Int] {
        let others = (0..<count).filter { key($0).id == nil }
        return (0..<count).filter { key($0).id != nil }
            + others.sorted { (key($0).date, $0) < (key($1).date, $1) }
    }
}
