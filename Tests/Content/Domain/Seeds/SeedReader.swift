import MockPostlyWorld

@testable import MockPostlyDomain

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
        let recording = Recording(domain)
        var counts = SeedCounts()
        try domain.reset(with: recording) { recording in
            var check = SeedCheck(limit: 1, into: recording, smallSeed: smallSeed)
            check.run(source)
            counts = check.validator.counts
            return check.validator.faults.first
        }
        self.counts = counts
        (users, posts, community) = (recording.users, recording.posts, recording.community)
    }

    /// A filling that remembers what goes in.
    private final class Recording: SeedFilling {
        var users: [SeedUser] = []
        var posts: [ReadPost] = []
        var community = ReadCommunity()

        override func add(_ user: SeedUser) {
            users.append(user)
            super.add(user)
        }

        override func add(_ post: SeedPost) -> Int64 {
            var read = post
            read.author -= 1
            read.likes = post.likes.map { $0 - 1 }
            posts.append(ReadPost(post: read))
            return super.add(post)
        }

        override func add(_ comment: SeedComment, to post: Int64) {
            var read = comment
            read.author -= 1
            posts[posts.count - 1].comments.append(read)
            super.add(comment, to: post)
        }

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

        override func addFeed() {
            community.posts = feedPosts.map { post in
                var read = post
                read.author -= 1
                read.likes = post.likes.map { $0 - 1 }
                for index in read.comments.indices { read.comments[index].author -= 1 }
                return read
            }
            super.addFeed()
        }
    }
}
