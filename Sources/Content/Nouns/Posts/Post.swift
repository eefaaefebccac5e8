package import MockPostlyContent
package import MockPostlyWorld

/// A blog post of Postly.
package enum Post {
    /// The `_id` that clients see.
    ///
    /// 24 hexadecimal digits in JSON, whose first eight are the second of creation.
    package typealias ID = ObjectID

    /// The values of a new post that its author chooses.
    package struct Draft: Sendable, Equatable {
        /// Not checked here: the dialect has refused a blank one.
        package var title: String
        /// Any text; Postly's clients write HTML.
        package var content: String
        /// `published` or `draft`; other words are kept as they are.
        package var status = "published"
        /// A URL that is not checked; nil for none.
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

    /// An edit of a post; nil leaves a value as it is.
    package struct Changes: Sendable, Equatable {
        package var title: String?
        package var content: String?
        package var status: String?
        /// The URL of an image; `.some(nil)` removes it.
        package var coverImage: String??

        /// An edit that changes nothing but the date of change.
        package init() {}
    }

    /// Which posts a list contains; lists are newest first.
    package enum Filter: Sendable, Hashable {
        /// The posts of all authors with one status.
        ///
        /// `published` is what every feed asks for, and has an index of its own.
        case status(String)
        /// One author's posts with one status.
        ///
        /// For the posts of a profile.
        case author(User.ID, status: String)
        /// One author's posts with any status.
        ///
        /// For the list of one's own posts, drafts included.
        case allOf(User.ID)
    }
}

/// One post as read from the database; its texts are valid only inside the closure that gets it.
package struct PostRecord {
    /// The number of its row, which stores and caches use; clients do not see it.
    package let key: Int64
    /// 24 hexadecimal digits in lower case.
    package let id: LentText
    package let authorID: LentText
    /// The author's name when the post was made; a later change of the account does not change it.
    package let authorName: LentText
    package let authorEmail: LentText
    package let authorPicture: LentText?
    /// In UTF-8, as it was written; not escaped.
    package let title: LentText
    package let content: LentText
    /// The part of the post's URL that is made from its title.
    ///
    /// Unique, but for posts of a seed.
    package let slug: LentText
    package let status: LentText
    package let coverImage: LentText?
    /// Minutes, as ``readTime(of:)`` gives them.
    package let readTime: Int64
    /// By the world's clock, in UTC.
    package let createdAt: Instant
    /// The date of the last edit; ``createdAt`` for a post that was never edited.
    package let updatedAt: Instant
    /// From 0 to ``Post/mostViews``.
    package let views: Int64
    /// The number of people, not of requests.
    package let likes: Int64
    /// The number of comments; ``PostStore/forEachComment(ofPost:_:)`` reads them.
    package let comments: Int64
}

/// One comment as read from the database; its texts are valid only inside the closure that gets it.
package struct CommentRecord {
    /// 24 hexadecimal digits in lower case; another comment of another post may have the same.
    package let id: LentText
    package let authorID: LentText
    /// The author's name when the comment was made.
    package let authorName: LentText
    package let authorPicture: LentText?
    package let content: LentText
    package let createdAt: Instant
}

/// Why an operation on posts fails.
package enum PostError: Error, Equatable {
    /// Answered 404.
    case noSuchPost
    /// Answered 404.
    case noSuchComment
    /// Only its author may edit a post.
    case notYoursToEdit
    /// Only its author may delete a post.
    case notYoursToDelete
    /// Only its author and the author of the post may delete a comment.
    case notYourComment
}

extension Post {
    /// The number of views at which counting stops.
    ///
    /// 2^53 - 1: the largest number that every JSON parser keeps exactly.
    package static let mostViews = Int64.largestInContent
}
