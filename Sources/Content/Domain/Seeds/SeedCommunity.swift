package import MockPostlyWorld

/// What a seed says about the community; people are named by their place among the seed's users.
package struct SeedCommunity: Sendable, Equatable {
    package struct Membership: Sendable, Equatable {
        package var user: Int
        package var joinedAt: Instant
    }

    package struct Comment: Sendable, Equatable {
        package var author: Int
        package var content: String
        package var createdAt: Instant
        /// Nil for the next one.
        package var id: Int64?
    }

    package struct Post: Sendable, Equatable {
        package var author: Int
        package var content: String
        package var imageURL: String?
        package var createdAt: Instant
        package var updatedAt: Instant
        /// In the order of liking, each at most once.
        package var likes: [Int]
        /// Oldest first.
        package var comments: [Comment]
        /// Nil for the next one.
        package var id: Int64?
    }

    package struct Token: Sendable, Equatable {
        package var user: Int
        /// As ``APIToken/hash(of:)``.
        package var hash: String
        /// Nil for the time of seeding.
        package var createdAt: Instant?
        package var revokedAt: Instant?

        package init(
            user: Int,
            hash: String,
            createdAt: Instant? = nil,
            revokedAt: Instant? = nil
        ) {
            (self.user, self.hash) = (user, hash)
            (self.createdAt, self.revokedAt) = (createdAt, revokedAt)
        }

        package init(user: Int, text: String) {
            self.init(user: user, hash: APIToken.hash(of: text))
        }
    }

    package var members: [Membership] = []
    /// In the order of the files.
    package var posts: [Post] = []
    package var tokens: [Token] = []
    /// The least ids that are given next.
    package var nextPostID: Int64?
    package var nextCommentID: Int64?
}
