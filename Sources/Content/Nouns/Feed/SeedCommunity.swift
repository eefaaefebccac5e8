package import MockPostlyWorld

/// What a seed says about the community; people are named by their numbers.
package enum SeedCommunity {
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
}
