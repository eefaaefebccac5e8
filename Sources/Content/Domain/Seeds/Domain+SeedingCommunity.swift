internal import MockPostlySQLite
internal import MockPostlyWorld

extension Domain {
    /// Adds the community of a seed, whose people have these numbers.
    ///
    /// Posts and comments without ids get theirs in the order of their dates, after the others.
    func add(_ community: SeedCommunity, _ keys: [Member.ID], of people: [SeedUser]) throws {
        for member in community.members {
            try members.insert(keys[member.user], joinedAt: member.joinedAt)
        }
        for token in community.tokens {
            try apiTokens.insert(
                hash: token.hash,
                of: keys[token.user],
                at: token.createdAt ?? people[token.user].createdAt,
                revokedAt: token.revokedAt
            )
        }
        var comments: [(post: FeedPost.ID, comment: SeedCommunity.Comment)] = []
        for post in inOrder(community.posts, \.id, \.createdAt) {
            let draft = FeedPost.Draft(content: post.content, imageURL: post.imageURL)
            let author = keys[post.author]
            let id = try feed.insert(
                draft,
                by: author,
                post.createdAt,
                post.updatedAt,
                id: post.id
            )
            if !post.likes.isEmpty { try feed.setLikes(of: id, post.likes.map { keys[$0] }) }
            for comment in post.comments { comments.append((id, comment)) }
        }
        for (post, comment) in inOrder(comments, \.comment.id, \.comment.createdAt) {
            let author = keys[comment.author]
            try feed.insertComment(
                to: post,
                comment.content,
                by: author,
                comment.createdAt,
                id: comment.id
            )
        }
        try feed.keepFree(post: community.nextPostID, comment: community.nextCommentID)
    }

    /// The elements with ids, then the others by their dates; those of one date stay as they stood.
    private func inOrder<Element>(
        _ elements: [Element],
        _ id: KeyPath<Element, Int64?>,
        _ date: KeyPath<Element, Instant>
    ) -> [Element] {
        let others = elements.filter { $0[keyPath: id] == nil }
        return elements.filter { $0[keyPath: id] != nil }
            + others.enumerated()
            .sorted { left, right in
                (left.element[keyPath: date], left.offset)
                    < (right.element[keyPath: date], right.offset)
            }
            .map(\.element)
    }
}
