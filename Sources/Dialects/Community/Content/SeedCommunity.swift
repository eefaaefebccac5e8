internal import MockPostlyNouns
package import MockPostlyWorld

/// The rows of the community in a seed; `user` and `author` are the numbers of accounts.
package enum SeedCommunity {
    /// A member and when the person joined.
    package struct Membership: Sendable, Equatable {
        /// The number of an account, from 1.
        package var user: Int
        package var joinedAt: Instant
    }

    /// A comment under its post.
    package struct Comment: Sendable, Equatable {
        package var author: Int
        /// Not blank; an exact seed may have any text.
        package var content: String
        package var createdAt: Instant
        /// Nil for the next free id.
        package var id: Int64?
    }

    /// A post of the feed.
    package struct Post: Sendable, Equatable {
        /// As the API would accept it.
        package var author: Int
        package var content: String
        /// Not checked; nil for none.
        package var imageURL: String?
        package var createdAt: Instant
        /// Not before ``createdAt``, unless the seed is exact.
        package var updatedAt: Instant
        /// The numbers of the people who like it, in the order of their likes, each at most once.
        package var likes: [Int]
        /// Oldest first.
        package var comments: [Comment]
        /// Nil for the next free id.
        package var id: Int64?
    }

    /// An API token, by its hash.
    package struct Token: Sendable, Equatable {
        package var user: Int
        /// As ``APIToken/hash(of:)``.
        package var hash: String
        /// Nil for the time when the account was made.
        package var createdAt: Instant?
        /// Nil for a token that is valid.
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

        /// A token given as its text, of which only the hash is kept.
        package init(user: Int, text: String) {
            self.init(user: user, hash: APIToken.hash(of: text))
        }
    }
}
