package import MockPostlyContent
package import MockPostlyWorld

/// A post of the community's feed.
package enum FeedPost {
    /// Ids are given in ascending order; the id of a deleted post is not used again.
    package typealias ID = Int64

    /// The values of a new post that its author chooses.
    package struct Draft: Sendable, Equatable {
        package var content: String
        package var imageURL: String?

        package init(content: String, imageURL: String? = nil) {
            self.content = content
            self.imageURL = imageURL
        }
    }

    /// An edit of a post; nil leaves a value as it is.
    package struct Changes: Sendable, Equatable {
        package var content: String?
        /// `.some(nil)` removes the image.
        package var imageURL: String??

        package init(content: String? = nil, imageURL: String?? = nil) {
            self.content = content
            self.imageURL = imageURL
        }
    }
}

/// The author of a post or comment, with the present name and picture of the account.
///
/// Its texts are valid only inside the closure that gets it.
package struct FeedAuthorRecord {
    package let id: Member.ID
    package let name: LentText
    package let picture: LentText?
}

/// One post as read from the database; its texts are valid only inside the closure that gets it.
package struct FeedPostRecord {
    package let id: FeedPost.ID
    package let author: FeedAuthorRecord
    package let content: LentText
    package let imageURL: LentText?
    package let likes: Int64
    /// The ids of the people who like it, in the order of their likes, as a JSON array.
    package let likedBy: LentText
    package let comments: Int64
    package let createdAt: Instant
    package let updatedAt: Instant
}

/// One comment as read from the database; its texts are valid only inside the closure that gets it.
package struct FeedCommentRecord {
    package let id: Int64
    package let post: FeedPost.ID
    package let author: FeedAuthorRecord
    package let content: LentText
    package let createdAt: Instant
}

/// The likes of a post after a request to like or unlike it.
package struct FeedLikes: Sendable, Equatable {
    package var post: FeedPost.ID
    /// The people who like it, in the order of their likes.
    package var users: [Member.ID]
    /// Whether the person of the request likes it now.
    package var isLiked: Bool
    /// Whether the request has changed that.
    package var hasChanged: Bool
}

/// Why an operation on the feed fails.
package enum FeedError: Error, Equatable {
    /// No post or no comment has this id.
    case notThere
    /// The post or comment belongs to somebody else.
    case notYours
}
