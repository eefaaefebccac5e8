package import MockPostlyWorld

/// Where the content of a fresh world comes from.
package enum SeedSource: Sendable, Equatable {
    /// The people and posts that ship inside the binary.
    case standard
    /// Nothing at all.
    case empty
    /// Seed files, and directories of seed files, read together.
    case paths([String])
    /// One seed file that is in memory, under the name that faults give it.
    case bytes([UInt8], name: String)
}

/// A person of a seed.
package struct SeedUser: Sendable, Equatable {
    /// 24 lower-case hexadecimal digits, or the decimal digits of a Google account.
    package var userID: String
    package var name: String
    /// Unique in its seed.
    package var email: String
    package var picture: String?
    /// Nil for an account that signs in with Google only.
    package var password: String?
    package var createdAt: Instant
    /// What is kept of a password that the seed does not tell.
    package var passwordHash: String?
    package var lastLogin: Instant?
    /// The number by which the community knows the person; nil for the next one.
    package var number: Int64?
}

/// An author as a post or comment shows them, where that is not as they are now.
package struct SeedByline: Sendable, Equatable {
    package var name: String?
    package var email: String?
    /// `.some(nil)` for no picture.
    package var picture: String??
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

/// What is wrong with a seed, and where.
package struct SeedFault: Error, Sendable, Equatable {
    package var file: String
    /// Counted from 1; 0 when the fault is not at a place in the text, as with a missing file.
    package var line: Int
    package var column: Int
    /// Which member, such as `posts[3].likes[0]`; empty for the document itself.
    package var field: String
    /// What was expected and what was found, as one sentence.
    package var words: String

    /// `file:line:column: field: words`, without the parts that are empty.
    package var description: String {
        var text = file
        if line > 0 { text += ":\(line):\(column)" }
        if !field.isEmpty { text += ": \(field)" }
        return text + ": " + words
    }
}
