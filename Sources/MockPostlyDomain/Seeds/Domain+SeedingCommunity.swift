internal import MockPostlySQLite
internal import MockPostlyWorld

extension Domain {
    /// Adds the community of a seed, whose people have these numbers.
    ///
    /// Posts and comments get their ids in the order of their dates.
    func add(_ community: SeedCommunity, _ keys: [Member.ID]) throws {
        for member in community.members {
            try members.insert(keys[member.user], joinedAt: member.joinedAt)
        }
        for token in community.tokens {
            try apiTokens.insert(token.text, of: keys[token.user], at: world.now)
        }
        var comments: [(post: FeedPost.ID, comment: SeedCommunity.Comment)] = []
        for post in inOrder(community.posts, by: \.createdAt) {
            let draft = FeedPost.Draft(content: post.content, imageURL: post.imageURL)
            let author = keys[post.author]
            let id = try feed.insert(draft, by: author, post.createdAt, post.updatedAt)
            if !post.likes.isEmpty { try feed.setLikes(of: id, post.likes.map { keys[$0] }) }
            for comment in post.comments { comments.append((id, comment)) }
        }
        for (post, comment) in inOrder(comments, by: \.comment.createdAt) {
            let author = keys[comment.author]
            try feed.insertComment(to: post, comment.content, by: author, comment.createdAt)
        }
    }

    /// The elements by their dates; those of one date stay as they stood.
    private func inOrder<Element>(
        _ elements: [Element],
        by date: KeyPath<Element, Instant>
    ) -> [Element] {
        elements.enumerated()
            .sorted { left, right in
                (left.element[keyPath: date], left.offset)
                    < (right.element[keyPath: date], right.offset)
            }
            .map(\.element)
    }
}
