import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import MockPostlyNouns

@Suite
struct PostStoreCommentsTests {
    private struct Stop: Error {}

    private let domain: Domain
    private let mira: User
    private let bo: User
    private let post: SeenPost
    private var posts: PostStore { domain.posts }

    init() throws {
        domain = try Domain.fresh()
        mira = try domain.person("Mira")
        bo = try domain.person("Bo")
        post = try domain.post("Talk", by: mira)
    }

    @Test
    func `a comment is lent as it was made`() throws {
        let author = try domain.users.signInWithGoogle(
            id: User.ID("1"),
            email: "g@example.com",
            name: "Gré",
            picture: ""
        )
        let before = domain.world.ids
        let seen = try posts.addComment(to: post.id, content: "Fir\u{0}st!", by: author) {
            [
                SeenPost.text($0.id), SeenPost.text($0.authorID), SeenPost.text($0.authorName),
                $0.authorPicture.map(SeenPost.text), SeenPost.text($0.content),
                $0.createdAt.rfc3339Micros,
            ]
        }
        var ids = before
        let id = ids.next(at: .frozen).hex
        #expect(
            seen == [id, "1", "Gré", "", "Fir\u{0}st!", "2026-02-14T12:34:56.123456+00:00"]
        )
        #expect(try posts.seen(post.id).comments == 1)
        #expect(try posts.seen(post.id).updatedAt == post.updatedAt)
    }

    @Test
    func `comments are in the order in which they came, at the same moment too`() throws {
        for number in 0..<5 { try posts.comment("\(number)", to: post.id, by: bo) }
        #expect(try posts.comments(post.id) == ["0", "1", "2", "3", "4"])
        // Also when the clock was set back.
        domain.world.clock.advance(by: .seconds(-60))
        try posts.comment("5", to: post.id, by: mira)
        #expect(try posts.comments(post.id).last == "5")
    }

    @Test
    func `a comment is deleted by its author and by the post's author`() throws {
        let byBo = try posts.comment("Bo's", to: post.id, by: bo)
        let another = try posts.comment("Bo's other", to: post.id, by: bo)
        let byMira = try posts.comment("Mira's", to: post.id, by: mira)
        #expect(throws: PostError.notYourComment) {
            try posts.deleteComment(byMira, of: post.id, by: bo.id)
        }
        try posts.deleteComment(byBo, of: post.id, by: bo.id)
        try posts.deleteComment(another, of: post.id, by: mira.id)
        #expect(try posts.comments(post.id) == ["Mira's"])
        #expect(try posts.seen(post.id).comments == 1)
    }

    @Test
    func `a comment's id is text, of that post only`() throws {
        let other = try domain.post("Other", by: mira)
        let id = try posts.comment("Here", to: post.id, by: mira)
        #expect(throws: PostError.noSuchComment) {
            try posts.deleteComment(id, of: other.id, by: mira.id)
        }
        for wrong in [id.uppercased(), "", "zzz", id + "\u{0}"] where wrong != id {
            #expect(throws: PostError.noSuchComment) {
                try posts.deleteComment(wrong, of: post.id, by: mira.id)
            }
        }
        #expect(throws: PostError.noSuchPost) {
            try posts.deleteComment(id, of: domain.world.newObjectID(), by: mira.id)
        }
        #expect(throws: PostError.noSuchPost) {
            try posts.comment("Nowhere", to: domain.world.newObjectID(), by: mira)
        }
        #expect(try posts.comments(post.id) == ["Here"])
    }

    @Test
    func `a comment that cannot be told of is not made`() throws {
        #expect(throws: Stop.self) {
            try posts.addComment(to: post.id, content: "Lost", by: bo) { _ in throw Stop() }
        }
        #expect(try posts.comments(post.id) == [])
        #expect(try posts.seen(post.id).comments == 0)
    }
}
