package import MockPostlyContent
package import MockPostlyWorld

/// A post of the community's feed.
package enum FeedPost {
    /// Ids are given in ascending order; the id of a deleted post is not used again.
    ///
    /// From 1; at most 2^53 - 1, as JSON parsers need it.
    package typealias ID = Int64

    /// The values of a new post that its author chooses.
    package struct Draft: Sendable, Equatable {
        /// Not blank, with at most as many characters as the dialect allows; the store does not
        /// check it.
        package var content: String
        /// Not checked; nil for a post without an image.
        package var imageURL: String?

        package init(content: String, imageURL: String? = nil) {
            self.content = content
            self.imageURL = imageURL
        }
    }

    /// An edit of a post; nil leaves a value as it is.
    package struct Changes: Sendable, Equatable {
        /// Nil for an edit of the image alone.
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
    package let id: CommunityMember.ID
    /// As it is now, in contrast to Postly, which keeps the name of the time of writing.
    package let name: LentText
    /// The URL; nil without a picture.
    package let picture: LentText?
}

/// One post as read from the database; its texts are valid only inside the closure that gets it.
package struct FeedPostRecord {
    package let id: FeedPost.ID
    package let author: FeedAuthorRecord
    /// In UTF-8, as it was written.
    package let content: LentText
    package let imageURL: LentText?
    /// The number of elements of ``likedBy``.
    package let likes: Int64
    /// The ids of the people who like it, in the order of their likes, as a JSON array.
    ///
    /// Such as `[3,17]`, which responses have unchanged.
    package let likedBy: LentText
    /// All of them, whatever page is read.
    package let comments: Int64
    package let createdAt: Instant
    /// By the world's clock; equal to ``createdAt`` before the first edit.
    package let updatedAt: Instant
}

/// One comment as read from the database; its texts are valid only inside the closure that gets it.
package struct FeedCommentRecord {
    /// From 1, in a sequence of its own.
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
    package var users: [CommunityMember.ID]
    /// Whether the person of the request likes it now.
    ///
    /// After the request, not before it.
    package var isLiked: Bool
    /// Whether the request has changed that.
    ///
    /// False for a repeated request, which sends no event to sockets.
    package var hasChanged: Bool
}

/// Why an operation on the feed fails.
package enum FeedError: Error, Equatable {
    /// No post or no comment has this id.
    ///
    /// Answered 404.
    case notThere
    /// The post or comment belongs to somebody else.
    ///
    /// Answered 403.
    case notYours
}
