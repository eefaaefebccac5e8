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
    }

    package struct Token: Sendable, Equatable {
        package var user: Int
        package var text: String
    }

    package var members: [Membership] = []
    /// In the order of the files.
    package var posts: [Post] = []
    package var tokens: [Token] = []
}
