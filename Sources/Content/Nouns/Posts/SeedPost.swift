package import MockPostlyWorld

/// A post in a seed, with its likes.
package struct SeedPost: Sendable, Equatable {
    /// Given in the seed or made from it by ``SeedIDs``.
    package var id: ObjectID
    /// The author's number; below zero for an author without an account.
    package var author: Int
    package var title: String
    package var content: String
    /// Nil for a slug made from the title.
    package var slug: String?
    /// `published` unless the seed says otherwise.
    package var status: String
    package var coverImage: String?
    package var createdAt: Instant
    /// Not before ``createdAt``, unless the seed is exact.
    package var updatedAt: Instant
    /// From 0 to ``Post/mostViews``.
    package var views: Int64
    /// The numbers of the people who like it, each at most once; see ``author``.
    package var likes: [Int]
    /// What the post shows of its author, where that differs from the account.
    package var byline: SeedByline?
}

/// A comment in a seed, under its post.
package struct SeedComment: Sendable, Equatable {
    package var id: ObjectID
    /// The author's number; below zero for an author without an account.
    package var author: Int
    package var content: String
    package var createdAt: Instant
    package var byline: SeedByline?
}

/// The author's data that a post or comment shows, where it differs from the account.
///
/// Nil where there is no difference.
package struct SeedByline: Sendable, Equatable {
    package var name: String?
    package var email: String?
    /// `.some(nil)` for no picture.
    package var picture: String??
}
