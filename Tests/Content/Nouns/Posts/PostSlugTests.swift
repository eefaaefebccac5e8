import MockPostlyWorld
import Testing

@testable import MockPostlyNouns

/// Which slug a post gets, beside what ``slug(of:)`` makes of its title.
@Suite
struct PostSlugTests {
    private let domain: Domain
    private let mira: User
    private var posts: PostStore { domain.posts }

    init() throws {
        domain = try Domain.fresh()
        mira = try domain.person("Mira")
    }

    private func retitle(_ post: SeenPost, _ title: String) throws -> String {
        var changes = Post.Changes()
        changes.title = title
        _ = try posts.update(post.id, changes, by: mira.id)
        return try posts.seen(post.id).slug
    }

    /// Whether `slug` is `bare` with a hyphen and six lower-case hexadecimal digits.
    private func isSuffixed(_ slug: String, _ bare: String) -> Bool {
        guard slug.hasPrefix(bare + "-") else { return false }
        let suffix = slug.dropFirst(bare.count + 1)
        return suffix.count == 6 && suffix.allSatisfy { "0123456789abcdef".contains($0) }
    }

    @Test
    func `a taken slug gets a suffix, whosever and whatever the other post is`() throws {
        let bo = try domain.person("Bo")
        try domain.post("Same Title", status: "draft", by: bo)
        let second = try domain.post("same title!", by: mira)
        let third = try domain.post("Same title", by: mira)
        #expect(isSuffixed(second.slug, "same-title"))
        #expect(isSuffixed(third.slug, "same-title"))
        #expect(second.slug != third.slug)
    }

    @Test
    func `an empty slug follows the same rule`() throws {
        #expect(try domain.post("猫", by: mira).slug == "")
        #expect(try isSuffixed(domain.post("!!!", by: mira).slug, ""))
    }

    @Test
    func `the title set again keeps the slug`() throws {
        let post = try domain.post("Same", by: mira)
        #expect(try retitle(post, "SAME") == "same")
        #expect(try retitle(post, "Other") == "other")
        #expect(try retitle(post, "Same") == "same")
    }

    @Test
    func `a suffix is new at every edit until the other post is gone`() throws {
        let first = try domain.post("Same", by: mira)
        let second = try domain.post("Same", by: mira)
        var seen: Set = [second.slug]
        for _ in 0..<3 {
            let slug = try retitle(second, "Same")
            #expect(isSuffixed(slug, "same"))
            #expect(seen.insert(slug).inserted)
        }
        try posts.delete(first.id, by: mira.id)
        #expect(try retitle(second, "Same") == "same")
        #expect(try retitle(second, "Same") == "same")
    }

    @Test
    func `without a title an update keeps the slug`() throws {
        try domain.post("Same", by: mira)
        let second = try domain.post("Same", by: mira)
        var changes = Post.Changes()
        changes.content = "New"
        _ = try posts.update(second.id, changes, by: mira.id)
        #expect(try posts.seen(second.id).slug == second.slug)
    }

    @Test
    func `a deleted post's slug is free at once`() throws {
        let first = try domain.post("Same", by: mira)
        try posts.delete(first.id, by: mira.id)
        #expect(try domain.post("Same", by: mira).slug == "same")
    }
}
