import MockPostlyWorld

@testable import CommunityContent
@testable import MockPostlyNouns

extension Domain {
    /// A registered person as the community knows them.
    func somebody(_ name: String) throws -> CommunityMember {
        guard let member = try members.find(person(name).id) else { throw UserError.noSuchUser }
        return member
    }

    @discardableResult
    func feedPost(_ content: String, by author: CommunityMember) throws -> FeedPost.ID {
        try feed.create(FeedPost.Draft(content: content), by: author.id)
    }
}

/// A copy of a ``FeedPostRecord``, which is only lent.
struct SeenFeedPost: Equatable {
    var id: FeedPost.ID
    var author: String
    var content: String
    var imageURL: String?
    var likes: Int64
    var likedBy: String
    var comments: Int64
    var createdAt: Int64
    var updatedAt: Int64

    init(_ post: FeedPostRecord) {
        id = post.id
        author = SeenPost.text(post.author.name)
        content = SeenPost.text(post.content)
        imageURL = post.imageURL.map(SeenPost.text)
        likes = post.likes
        likedBy = SeenPost.text(post.likedBy)
        comments = post.comments
        createdAt = post.createdAt.seconds
        updatedAt = post.updatedAt.seconds
    }
}

extension FeedStore {
    func seen(_ id: FeedPost.ID) throws -> SeenFeedPost { try read(id, SeenFeedPost.init) }

    func page(before: FeedPost.ID? = nil, _ limit: Int64, _ offset: Int64) throws -> [String] {
        var contents: [String] = []
        try readPage(before: before, limit: limit, offset: offset) {
            contents.append(SeenPost.text($0.content))
        }
        return contents
    }

    func comments(_ id: FeedPost.ID, _ limit: Int64 = 100, _ offset: Int64 = 0) throws -> [String] {
        var contents: [String] = []
        try readComments(of: id, limit: limit, offset: offset) {
            contents.append(SeenPost.text($0.content))
        }
        return contents
    }

    /// Adds a comment and returns its id and how many there are.
    @discardableResult
    func comment(
        _ content: String,
        to id: FeedPost.ID,
        by author: CommunityMember
    ) throws -> (id: Int64, count: Int64) {
        var comment: Int64 = 0
        let count = try addComment(to: id, content: content, by: author.id) { comment = $0.id }
        return (comment, count)
    }
}
