package import MockPostlyWorld

/// A post of a seed, with its likes.
package struct SeedPost: Sendable, Equatable {
    package var id: ObjectID
    /// The author's number; below zero for one who is no user.
    package var author: Int
    package var title: String
    package var content: String
    /// Nil for the slug that the title gives.
    package var slug: String?
    package var status: String
    package var coverImage: String?
    package var createdAt: Instant
    package var updatedAt: Instant
    package var views: Int64
    /// Numbers as ``author`` is one, each at most once.
    package var likes: [Int]
    package var byline: SeedByline?
}

/// A comment of a seed, under its post.
package struct SeedComment: Sendable, Equatable {
    package var id: ObjectID
    /// The author's number; below zero for one who is no user.
    package var author: Int
    package var content: String
    package var createdAt: Instant
    package var byline: SeedByline?
}

/// An author as a post or comment shows them, where that is not as they are now.
package struct SeedByline: Sendable, Equatable {
    package var name: String?
    package var email: String?
    /// `.some(nil)` for no picture.
    package var picture: String??
}
