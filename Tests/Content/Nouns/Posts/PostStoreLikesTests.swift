import MockPostlyWorld
import Testing

@testable import MockPostlyNouns

@Suite
struct PostStoreLikesTests {
    private let domain: Domain
    private let mira: User
    private let bo: User
    private let post: SeenPost
    private var posts: PostStore { domain.posts }

    init() throws {
        domain = try Domain.fresh()
        mira = try domain.person("Mira")
        bo = try domain.person("Bo")
        post = try domain.post("Liked", by: mira)
    }

    @Test
    func `the first like counts, the second does not`() throws {
        #expect(try posts.like(post.id, by: mira.id))
        #expect(try !posts.like(post.id, by: mira.id))
        #expect(try posts.like(post.id, by: bo.id))
        #expect(try posts.seen(post.id).likes == 2)
        #expect(try posts.isLiked(post.id, by: bo.id))
    }

    @Test
    func `an unlike takes one like back, and without a like nothing`() throws {
        _ = try posts.like(post.id, by: mira.id)
        #expect(try !posts.unlike(post.id, by: bo.id))
        #expect(try posts.unlike(post.id, by: mira.id))
        #expect(try !posts.unlike(post.id, by: mira.id))
        #expect(try posts.seen(post.id).likes == 0)
        #expect(try !posts.isLiked(post.id, by: mira.id))
    }

    @Test
    func `of an unknown post only a like is refused`() throws {
        let unknown = domain.world.newObjectID()
        #expect(throws: PostError.noSuchPost) { try posts.like(unknown, by: mira.id) }
        #expect(try !posts.unlike(unknown, by: mira.id))
        #expect(try !posts.isLiked(unknown, by: mira.id))
    }

    @Test
    func `likes change neither time nor views, and drafts can be liked`() throws {
        let draft = try domain.post("Draft", status: "draft", by: mira)
        domain.world.clock.advance(by: .seconds(1))
        #expect(try posts.like(draft.id, by: bo.id))
        var expected = draft
        expected.likes = 1
        #expect(try posts.seen(draft.id) == expected)
    }

    @Test
    func `an id in upper case is the same post`() throws {
        let upper = try #require(Post.ID(hex: post.id.hex.uppercased()))
        #expect(try posts.like(upper, by: mira.id))
        #expect(try !posts.like(post.id, by: mira.id))
        #expect(try posts.seen(post.id).likes == 1)
    }
}
