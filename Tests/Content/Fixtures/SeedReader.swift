import MockPostlyWorld

@testable import CommunityContent
@testable import MockPostlyContent
@testable import MockPostlyNouns
@testable import MockPostlySeeds
@testable import RealWorldContent
@testable import WreelyContent

/// What a seed says, read as a content is filled from it; people are named by their places among the
/// seed's users.
struct SeedReader {
    /// A post with the comments that follow it.
    @dynamicMemberLookup
    struct ReadPost: Equatable {
        var post: SeedPost
        var comments: [SeedComment] = []

        subscript<Value>(dynamicMember member: KeyPath<SeedPost, Value>) -> Value {
            post[keyPath: member]
        }
    }

    struct ReadCommunity: Equatable {
        var members: [SeedCommunity.Membership] = []
        var posts: [SeedCommunity.Post] = []
        var tokens: [SeedCommunity.Token] = []
    }

    let users: [SeedUser]
    let posts: [ReadPost]
    let community: ReadCommunity
    let counts: SeedCounts

    /// Throws the seed's first fault.
    init(_ source: SeedSource, smallSeed: Int = 4 << 20) throws {
        let domain = try Domain.scratch()
        let parts = try domain.fill(
            from: source,
            by: [
                RecordedPeople.self, RecordedPosts.self, RecordedFeed.self, WreelySeed.self,
                RealWorldSeed.self, DocumentsSeed.self,
            ],
            smallSeed: smallSeed
        )
        counts = SeedCounts(parts.all.compactMap(\.tally))
        users = parts.part(RecordedPeople.self).users
        posts = parts.part(RecordedPosts.self).read
        community = parts.part(RecordedFeed.self).community
    }
}

// Parts that remember what goes in.

private final class RecordedPeople: PeopleSeed {
    var users: [SeedUser] = []

    override func add(_ user: SeedUser) {
        users.append(user)
        super.add(user)
    }
}

private final class RecordedPosts: PostsSeed {
    var read: [SeedReader.ReadPost] = []

    override func add(_ post: SeedPost) -> Int64 {
        var read = post
        read.author -= 1
        read.likes = post.likes.map { $0 - 1 }
        self.read.append(SeedReader.ReadPost(post: read))
        return super.add(post)
    }

    override func add(_ comment: SeedComment, to post: Int64) {
        var read = comment
        read.author -= 1
        self.read[self.read.count - 1].comments.append(read)
        super.add(comment, to: post)
    }
}

private final class RecordedFeed: FeedSeed {
    var community = SeedReader.ReadCommunity()

    override func add(_ member: SeedCommunity.Membership) {
        community.members.append(.init(user: member.user - 1, joinedAt: member.joinedAt))
        super.add(member)
    }

    override func add(_ token: SeedCommunity.Token) {
        var read = token
        read.user -= 1
        community.tokens.append(read)
        super.add(token)
    }

    override func endReading() {
        community.posts = posts.map { post in
            var read = post
            read.author -= 1
            read.likes = post.likes.map { $0 - 1 }
            for index in read.comments.indices { read.comments[index].author -= 1 }
            return read
        }
        super.endReading()
    }
}
