import MockPostlySQLite
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import MockPostlyContent
@testable import MockPostlyNouns

@Suite
struct PostStoreTests {
    private let domain: Domain
    private let mira: User
    private var posts: PostStore { domain.posts }

    init() throws {
        domain = try Domain.fresh()
        mira = try domain.person("Mira")
    }

    @Test
    func `a post is read as it was made`() throws {
        let draft = Post.Draft(
            title: "Low Tide, High Hopes!",
            content: "Salt and café \u{0} <b>air</b>",
            status: "draft",
            coverImage: ""
        )
        let key = try posts.create(draft, by: mira)
        let post = try posts.seen(key)
        #expect(post.key == key)
        #expect(post.author == mira)
        #expect(post.title == draft.title)
        #expect(post.content == draft.content)
        #expect(post.status == "draft")
        #expect(post.coverImage == "")
        #expect(post.slug == "low-tide-high-hopes")
        #expect(post.readTime == 1)
        #expect(post.createdAt == .frozen && post.updatedAt == .frozen)
        #expect(post.views == 0 && post.likes == 0 && post.comments == 0)
        #expect(post.id.seconds == 1_771_072_496)
        #expect(try posts.key(of: post.id) == key)
        #expect(try posts.key(ofSlug: "low-tide-high-hopes") == key)
    }

    @Test
    func `what is not there is said to be so`() throws {
        let unknown = domain.world.newObjectID()
        let before = posts.version
        #expect(throws: PostError.noSuchPost) { try posts.key(of: unknown) }
        #expect(throws: PostError.noSuchPost) { try posts.key(ofSlug: "none") }
        #expect(throws: PostError.noSuchPost) { try posts.read(key: 99) { $0.key } }
        #expect(throws: PostError.noSuchPost) { try posts.countView(key: 99) }
        #expect(try posts.count(.status("published")) == 0)
        #expect(try posts.count(.author(mira.id, status: "published")) == 0)
        #expect(try posts.count(.allOf(mira.id)) == 0)
        #expect(posts.version == before)
    }

    @Test
    func `a slug is exact, and of several posts with it the oldest counts`() throws {
        let first = try domain.post("One", by: mira)
        try domain.post("Two", by: mira)
        #expect(throws: PostError.noSuchPost) { try posts.key(ofSlug: "One") }
        try domain.work.connection.script("UPDATE post SET slug = 'one'")
        #expect(try posts.key(ofSlug: "one") == first.key)
    }

    @Test
    func `an author is a snapshot`() throws {
        let google = User.ID("123456789012345678901")
        func signIn(_ name: String) throws -> User {
            try domain.users.signInWithGoogle(
                id: google,
                email: "g@example.com",
                name: name,
                picture: "https://lh3.googleusercontent.com/\(name)"
            )
        }
        let post = try domain.post("Snapshot", by: signIn("Before"))
        _ = try signIn("After")
        #expect(try posts.seen(post.id).author.name == "Before")
        #expect(try posts.seen(post.id).author.picture?.hasSuffix("Before") == true)
        _ = try posts.update(post.id, Post.Changes(), by: google)
        #expect(try posts.seen(post.id).author.name == "Before")
    }

    // MARK: Views

    @Test
    func `each view counts one, and changes no time`() throws {
        let post = try domain.post("Seen", by: mira)
        let other = try domain.post("Unseen", by: mira)
        domain.world.clock.advance(by: .seconds(5))
        let before = posts.version
        for _ in 0..<3 {
            let last = posts.version
            try posts.countView(key: post.key)
            #expect(posts.version.isOneCount(after: last))
        }
        #expect(try posts.seen(post.id).views == 3)
        #expect(try posts.seen(post.id).updatedAt == .frozen)
        #expect(try posts.seen(other.id).views == 0)
        #expect(posts.version != before && posts.version.withoutCounts == before.withoutCounts)
    }

    // MARK: Updates

    @Test
    func `an update changes what is given, and the time always`() throws {
        let post = try domain.post("Title", "Content", by: mira)
        try posts.countView(key: post.key)
        try posts.comment("First!", to: post.id, by: mira)
        _ = try posts.like(post.id, by: mira.id)
        domain.world.clock.advance(by: .seconds(5))
        var expected = try posts.seen(post.id)
        let before = posts.version

        expected.updatedAt = Instant.frozen + .seconds(5)
        #expect(try posts.update(post.id, Post.Changes(), by: mira.id) == post.key)
        #expect(try posts.seen(post.id) == expected)
        #expect(posts.version.withoutCounts != before.withoutCounts)

        var changes = Post.Changes()
        changes.title = "Another title"
        changes.content = String(repeating: "word ", count: 300)
        changes.status = "draft"
        changes.coverImage = .some("https://images.pexels.com/1.jpeg")
        _ = try posts.update(post.id, changes, by: mira.id)
        (expected.title, expected.slug) = ("Another title", "another-title")
        (expected.content, expected.readTime) = (String(repeating: "word ", count: 300), 2)
        (expected.status, expected.coverImage) = ("draft", "https://images.pexels.com/1.jpeg")
        #expect(try posts.seen(post.id) == expected)

        changes = Post.Changes()
        changes.coverImage = .some(nil)
        (changes.title, changes.content) = ("", "")
        _ = try posts.update(post.id, changes, by: mira.id)
        (expected.title, expected.slug) = ("", "")
        (expected.content, expected.readTime) = ("", 1)
        expected.coverImage = nil
        #expect(try posts.seen(post.id) == expected)
    }

    @Test
    func `only the author may edit and delete`() throws {
        let post = try domain.post("Mine", by: mira)
        let other = try domain.person("Bo")
        var changes = Post.Changes()
        changes.title = "Yours"
        let before = posts.version
        #expect(throws: PostError.notYoursToEdit) {
            try posts.update(post.id, changes, by: other.id)
        }
        #expect(throws: PostError.notYoursToDelete) { try posts.delete(post.id, by: other.id) }
        let unknown = domain.world.newObjectID()
        #expect(throws: PostError.noSuchPost) { try posts.update(unknown, changes, by: mira.id) }
        #expect(throws: PostError.noSuchPost) { try posts.delete(unknown, by: mira.id) }
        #expect(try posts.seen(post.id) == post)
        #expect(posts.version == before)
    }

    @Test
    func `a deleted post takes its likes and comments along`() throws {
        let post = try domain.post("Gone", by: mira)
        let kept = try domain.post("Kept", by: mira)
        for id in [post.id, kept.id] {
            _ = try posts.like(id, by: mira.id)
            try posts.comment("Hello", to: id, by: mira)
        }
        try posts.delete(post.id, by: mira.id)
        #expect(throws: PostError.noSuchPost) { try posts.key(of: post.id) }
        #expect(try posts.isLiked(post.id, by: mira.id) == false)
        #expect(try domain.number("SELECT count(*) FROM post_content") == 1)
        #expect(try domain.number("SELECT count(*) FROM post_like") == 1)
        #expect(try domain.number("SELECT count(*) FROM comment") == 1)
        #expect(try posts.comments(kept.id) == ["Hello"])
    }
}
