package import MockPostlyContent
package import MockPostlyWorld

/// A post of the community's feed.
package enum FeedPost {
    package typealias ID = Int64

    /// What an author gives to make a post.
    package struct Draft: Sendable, Equatable {
        package var content: String
        package var imageURL: String?

        package init(content: String, imageURL: String? = nil) {
            self.content = content
            self.imageURL = imageURL
        }
    }

    /// What an author changes; nil leaves a value as it is.
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

/// Who wrote something, as they are now; lent to a closure.
package struct FeedAuthorRecord {
    package let id: Member.ID
    package let name: LentText
    package let picture: LentText?
}

/// One post of the feed as it stands in the database, lent to a closure.
package struct FeedPostRecord {
    package let id: FeedPost.ID
    package let author: FeedAuthorRecord
    package let content: LentText
    package let imageURL: LentText?
    package let likes: Int64
    /// The ids of those who like it, in the order of liking, as a JSON array.
    package let likedBy: LentText
    package let comments: Int64
    package let createdAt: Instant
    package let updatedAt: Instant
}

/// One comment of the feed as it stands in the database, lent to a closure.
package struct FeedCommentRecord {
    package let id: Int64
    package let post: FeedPost.ID
    package let author: FeedAuthorRecord
    package let content: LentText
    package let createdAt: Instant
}

/// Who likes a post, after somebody has liked it or thought better of it.
package struct FeedLikes: Sendable, Equatable {
    package var post: FeedPost.ID
    /// In the order of liking.
    package var users: [Member.ID]
    /// Whether the one who asked is among them.
    package var isLiked: Bool
    /// Whether it was otherwise before.
    package var hasChanged: Bool
}

/// Why something about the feed cannot be done.
package enum FeedError: Error, Equatable {
    /// No post or no comment has this id.
    case notThere
    /// Somebody else's.
    case notYours
}
