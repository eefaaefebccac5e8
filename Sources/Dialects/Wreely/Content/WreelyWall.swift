package import MockPostlyWorld

/// A post on the wall of a workspace.
package struct WreelyPost: Sendable, Equatable {
    package typealias ID = Int64

    package var id: ID
    package var workspace: WreelyWorkspace.ID
    package var author: WreelyPerson
    /// Empty for a post that is only a picture.
    package var text: String
    /// A URL, or a path of this server; empty for none.
    package var imageURL: String
    /// By the world's clock, in UTC.
    package var createdAt: Instant
    /// Counted when the post was read.
    package var likes: Int64
    package var comments: Int64
    /// Whether the member for whom it was read likes it.
    package var isLiked: Bool
}

/// A comment under a post.
package struct WreelyComment: Sendable, Equatable {
    /// From 1, in a sequence of its own.
    package var id: Int64
    package var post: WreelyPost.ID
    package var author: WreelyPerson
    package var text: String
    package var createdAt: Instant
}

/// A member's like of a post.
package struct WreelyLike: Sendable, Equatable {
    /// From 1, in a sequence of its own; apps delete a like by it.
    package var id: Int64
    package var post: WreelyPost.ID
    package var member: WreelyPerson
}
