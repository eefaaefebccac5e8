import MockPostlyWorld
import Testing

@testable import MockPostlyNouns

/// The order of lists, and the windows on them.
@Suite
struct PostPagesTests {
    private let domain: Domain
    private let mira: User
    private let bo: User
    private var posts: PostStore { domain.posts }

    init() throws {
        domain = try Domain.fresh()
        mira = try domain.person("Mira")
        bo = try domain.person("Bo")
    }

    @Test
    func `the newest come first, of one moment the last made`() throws {
        let old = try domain.post("1", by: mira).key
        let twin = try domain.post("2", by: mira).key
        domain.world.clock.advance(by: .microseconds(1))
        let new = try domain.post("3", by: bo).key
        domain.world.clock.advance(by: .seconds(-10))
        let late = try domain.post("4", by: mira).key
        let all = Post.Filter.status("published")
        #expect(try posts.keys(all, limit: 10, offset: 0) == [new, twin, old, late])
        #expect(try posts.keys(.allOf(mira.id), limit: 10, offset: 0) == [twin, old, late])
        #expect(try posts.keys(all, limit: 2, offset: 1) == [twin, old])
        #expect(try posts.keys(all, limit: 2, offset: 4) == [])
        #expect(try posts.keys(all, limit: .max, offset: .max) == [])
        #expect(try posts.keys(all, limit: .max, offset: 3) == [late])
    }

    @Test
    func `a status is compared exactly`() throws {
        let draft = try domain.post("Draft", status: "draft", by: mira).key
        let odd = try domain.post("Odd", status: "Draft\u{0}é", by: mira).key
        let empty = try domain.post("Empty", status: "", by: bo).key
        for (status, keys) in [
            ("draft", [draft]), ("Draft", []), ("Draft\u{0}é", [odd]), ("Draft\u{0}e\u{301}", []),
            ("", [empty]), ("published", []),
        ] {
            #expect(try posts.keys(.status(status), limit: 10, offset: 0) == keys)
            #expect(try posts.count(.status(status)) == Int64(keys.count))
        }
        #expect(try posts.keys(.author(bo.id, status: "draft"), limit: 10, offset: 0) == [])
        #expect(try posts.keys(.author(mira.id, status: "draft"), limit: 10, offset: 0) == [draft])
    }

    /// A post as the model of the test below knows it.
    private struct Listed {
        var key: Int64
        var author: User.ID
        var status: String
        var createdAt: Instant
    }

    @Test
    func `pages of any size give every post once, in order`() throws {
        var random = RandomSource(seed: 5)
        var listed: [Listed] = []
        for number in 0..<120 {
            domain.world.clock.advance(by: .microseconds(random.below(3) - 1))
            let author = random.pick([mira, bo])
            let status = random.pick(["published", "published", "draft"])
            let key = try domain.post("\(number)", status: status, by: author).key
            listed.append(
                Listed(key: key, author: author.id, status: status, createdAt: domain.world.now)
            )
        }
        listed.sort { ($0.createdAt, $0.key) > ($1.createdAt, $1.key) }
        let filters: [(Post.Filter, (Listed) -> Bool)] = [
            (.status("published"), { $0.status == "published" }),
            (.status("draft"), { $0.status == "draft" }),
            (.allOf(mira.id), { [mira] in $0.author == mira.id }),
            (
                .author(bo.id, status: "published"),
                { [bo] in $0.author == bo.id && $0.status == "published" }
            ),
        ]
        for (filter, isListed) in filters {
            let expected = listed.filter(isListed).map(\.key)
            #expect(try posts.count(filter) == Int64(expected.count))
            for size in [1, 7, 50, 200] {
                var found: [Int64] = []
                for offset in stride(from: 0, through: expected.count, by: size) {
                    found += try posts.keys(filter, limit: Int64(size), offset: Int64(offset))
                }
                #expect(found == expected)
            }
        }
    }
}
