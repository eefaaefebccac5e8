import MockPostlySQLite
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import CommunityContent
@testable import MockPostlyContent
@testable import MockPostlyNouns

@Suite
struct FeedStoreTests {
    private let domain: Domain
    private let mira: CommunityMember
    private let theo: CommunityMember
    private var feed: FeedStore { domain.feed }

    init() throws {
        domain = try Domain.fresh()
        mira = try domain.somebody("Mira")
        theo = try domain.somebody("Theo")
    }

    @Test
    func `a post is as it was given, without likes and comments`() throws {
        let id = try feed.create(.init(content: "Hi", imageURL: "https://x/1.jpg"), by: mira.id)
        let post = try feed.seen(id)
        #expect(post.id == 1 && post.author == "Mira" && post.content == "Hi")
        #expect(post.imageURL == "https://x/1.jpg" && post.likes == 0 && post.likedBy == "[]")
        #expect(post.comments == 0 && post.createdAt == Instant.frozen.seconds)
        #expect(post.updatedAt == post.createdAt)
    }

    @Test
    func `pages are newest first, of all or of what is before an id`() throws {
        for number in 1...5 { try domain.feedPost("\(number)", by: mira) }
        #expect(try feed.count() == 5)
        #expect(try feed.page(2, 0) == ["5", "4"])
        #expect(try feed.page(2, 4) == ["1"])
        #expect(try feed.page(2, 6) == [])
        #expect(try feed.page(2, .max) == [])
        #expect(try feed.page(before: 4, 2, 0) == ["3", "2"])
        #expect(try feed.count(before: 4) == 3)
        #expect(try feed.page(before: 1, 9, 0) == [] && feed.count(before: 1) == 0)
    }

    @Test
    func `an edit renews the time of change even when it says nothing`() throws {
        let id = try feed.create(.init(content: "A", imageURL: "https://x/1.jpg"), by: mira.id)
        domain.world.clock.advance(by: .seconds(5))
        try feed.update(id, .init())
        var post = try feed.seen(id)
        #expect(post.content == "A" && post.imageURL == "https://x/1.jpg")
        #expect(post.updatedAt == post.createdAt + 5)
        try feed.update(id, .init(content: "B"))
        post = try feed.seen(id)
        #expect(post.content == "B" && post.imageURL == "https://x/1.jpg")
        try feed.update(id, .init(imageURL: .some(nil)))
        post = try feed.seen(id)
        #expect(post.content == "B" && post.imageURL == nil)
    }

    @Test
    func `only the author may delete, and what is gone is not there`() throws {
        let id = try domain.feedPost("A", by: mira)
        try feed.comment("C", to: id, by: theo)
        #expect(throws: FeedError.notYours) { try feed.delete(id, by: theo.id) }
        #expect(throws: FeedError.notYours) { try feed.checkAuthor(of: id, is: theo.id) }
        try feed.delete(id, by: mira.id)
        #expect(throws: FeedError.notThere) { try feed.delete(id, by: mira.id) }
        #expect(throws: FeedError.notThere) { try feed.seen(id) }
        #expect(throws: FeedError.notThere) { try feed.checkAuthor(of: id, is: mira.id) }
        #expect(try domain.number("SELECT count(*) FROM community_comment") == 0)
    }

    @Test
    func `an id is never given twice`() throws {
        let first = try domain.feedPost("A", by: mira)
        try feed.delete(first, by: mira.id)
        #expect(try domain.feedPost("B", by: mira) == first + 1)
    }

    @Test
    func `an author is shown as they are now`() throws {
        let id = try domain.feedPost("A", by: mira)
        try domain.work.connection.run("UPDATE user SET name = 'Mira Sol' WHERE name = 'Mira'")
        #expect(try feed.seen(id).author == "Mira Sol")
    }

    @Test
    func `likes are in the order of liking`() throws {
        let id = try domain.feedPost("A", by: mira)
        let first = try feed.express(.toggle, on: id, by: theo.id)
        #expect(
            first
                == FeedLikes(post: id, users: [theo.id], isLiked: true, hasChanged: true)
        )
        let second = try feed.express(.like, on: id, by: mira.id)
        #expect(second.users == [theo.id, mira.id] && second.hasChanged)
        let again = try feed.express(.like, on: id, by: theo.id)
        #expect(again.users == [theo.id, mira.id] && again.isLiked && !again.hasChanged)
        #expect(try feed.seen(id).likedBy == "[\(theo.id),\(mira.id)]")
        let third = try feed.express(.toggle, on: id, by: theo.id)
        #expect(third.users == [mira.id] && !third.isLiked && third.hasChanged)
        let fourth = try feed.express(.unlike, on: id, by: theo.id)
        #expect(fourth.users == [mira.id] && !fourth.isLiked && !fourth.hasChanged)
        #expect(try feed.seen(id).likes == 1)
        _ = try feed.express(.unlike, on: id, by: mira.id)
        #expect(try feed.seen(id).likedBy == "[]")
        #expect(throws: FeedError.notThere) { try feed.express(.like, on: 99, by: mira.id) }
    }

    @Test
    func `comments are oldest first and counted`() throws {
        let id = try domain.feedPost("A", by: mira)
        let other = try domain.feedPost("B", by: mira)
        #expect(try feed.comment("1", to: id, by: theo) == (1, 1))
        #expect(try feed.comment("x", to: other, by: theo) == (2, 1))
        #expect(try feed.comment("2", to: id, by: mira) == (3, 2))
        #expect(try feed.comments(id) == ["1", "2"])
        #expect(try feed.comments(id, 1, 1) == ["2"])
        #expect(try feed.countComments(of: id) == 2 && feed.seen(id).comments == 2)
        #expect(throws: FeedError.notThere) { try feed.comment("y", to: 99, by: theo) }
        #expect(throws: FeedError.notThere) { try feed.countComments(of: 99) }
        #expect(try domain.number("SELECT count(*) FROM community_comment") == 3)
    }

    @Test
    func `a comment's author and the post's author may delete it`() throws {
        let kofi = try domain.somebody("Kofi")
        let id = try domain.feedPost("A", by: mira)
        let other = try domain.feedPost("B", by: mira)
        let (first, _) = try feed.comment("1", to: id, by: theo)
        let (second, _) = try feed.comment("2", to: id, by: theo)
        #expect(throws: FeedError.notYours) {
            try feed.deleteComment(first, of: id, by: kofi.id)
        }
        #expect(throws: FeedError.notThere) {
            try feed.deleteComment(first, of: other, by: theo.id)
        }
        #expect(try feed.deleteComment(first, of: id, by: theo.id) == 1)
        #expect(try feed.deleteComment(second, of: id, by: mira.id) == 0)
        #expect(throws: FeedError.notThere) {
            try feed.deleteComment(second, of: id, by: mira.id)
        }
        #expect(try feed.seen(id).comments == 0)
    }

    @Test
    func `what is undone is gone`() throws {
        let id = try domain.feedPost("A", by: mira)
        try domain.work.commit()
        _ = try feed.express(.like, on: id, by: theo.id)
        try feed.comment("C", to: id, by: theo)
        try domain.work.rollback()
        let post = try feed.seen(id)
        #expect(post.likes == 0 && post.comments == 0 && post.likedBy == "[]")
    }
}
