package import MockPostlyContent
package import MockPostlyWorld

/// A blog post.
package enum Post {
    /// The id that clients see.
    package typealias ID = ObjectID

    /// What an author gives to make a post.
    package struct Draft: Sendable, Equatable {
        package var title: String
        package var content: String
        package var status = "published"
        package var coverImage: String?

        package init(
            title: String,
            content: String,
            status: String = "published",
            coverImage: String? = nil
        ) {
            self.title = title
            self.content = content
            self.status = status
            self.coverImage = coverImage
        }
    }

    /// What an author changes; nil leaves a value as it is.
    package struct Changes: Sendable, Equatable {
        package var title: String?
        package var content: String?
        package var status: String?
        /// `.some(nil)` removes the image.
        package var coverImage: String??

        package init() {}
    }

    /// Which posts a list holds; newest first.
    package enum Filter: Sendable, Hashable {
        /// Everybody's, of one status.
        case status(String)
        /// One author's, of one status.
        case author(User.ID, status: String)
        /// One author's, of any status.
        case allOf(User.ID)
    }
}

/// One post as it stands in the database, lent to a closure.
package struct PostRecord {
    /// The number by which the stores and caches know the post.
    package let key: Int64
    package let id: LentText
    package let authorID: LentText
    package let authorName: LentText
    package let authorEmail: LentText
    package let authorPicture: LentText?
    package let title: LentText
    package let content: LentText
    package let slug: LentText
    package let status: LentText
    package let coverImage: LentText?
    package let readTime: Int64
    package let createdAt: Instant
    package let updatedAt: Instant
    package let views: Int64
    package let likes: Int64
    /// How many comments the post has; they are read apart.
    package let comments: Int64
}

/// One comment as it stands in the database, lent to a closure.
package struct CommentRecord {
    package let id: LentText
    package let authorID: LentText
    package let authorName: LentText
    package let authorPicture: LentText?
    package let content: LentText
    package let createdAt: Instant
}

/// Why something about posts cannot be done.
package enum PostError: Error, Equatable {
    case noSuchPost
    case noSuchComment
    /// Only the author may edit a post.
    case notYoursToEdit
    /// Only the author may delete a post.
    case notYoursToDelete
    /// Only its author and the post's author may delete a comment.
    case notYourComment
}

/// What happened to posts, for those who remember something about them.
package enum PostChange: Sendable, Equatable {
    /// One more view of the post with this key.
    case viewed(Int64)
    /// Anything else about the post with this key.
    case changed(Int64)
    /// Too much to tell apart.
    case everything
}

extension Post {
    /// The views at which counting them stops.
    package static let mostViews = Int64.largestInContent
}
