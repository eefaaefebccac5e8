import MockPostlyDialect
import Testing

@Suite
struct PathOwnersTests {
    private let owners = PathOwners([
        [.below("/api")],
        [.word("Posts"), .word("c")],
        [.below("/api/feed"), .below("/feed")],
        [.exactly("/keys/v1")],
    ])

    @Test(
        arguments: [
            ("/api", 0), ("/api/", 0), ("/api/posts", 0), ("/apis", nil), ("/API/posts", nil),
            ("/posts", 1), ("/POSTS/1", 1), ("/posts/", 1), ("/postss", nil), ("/post", nil),
            ("/c", 1), ("/C/x", 1), ("/api/feed", 2), ("/api/feed/x", 2), ("/api/feeds", 0),
            ("/feed/x", 2), ("/feeder", nil), ("/keys/v1", 3), ("/keys/v1/", nil),
            ("/keys/v12", nil), ("/keys", nil), ("/", nil), ("", nil), ("/x/posts", nil),
            ("/p\u{0}sts", nil), ("//", nil), ("//api", 0), ("///posts/1", 1), ("//api//feed", 0),
            ("//api/feed", 2), ("/post%73/1", 1), ("/%61pi/feed", 2), ("/post%7", nil),
            ("/posts%2f1", 1), ("/%00", nil),
        ] as [(String, Int?)]
    )
    func `of several claims the longest counts`(path: String, owner: Int?) {
        #expect(owners.owner(of: Array(path.utf8)[...]) == owner)
        // The place of the path in what was received must not matter.
        #expect(owners.owner(of: Array("GET \(path)".utf8)[4...]) == owner)
    }

    @Test(
        arguments: [
            ("/api", 0), ("/api/", 0), ("/api/x", 0), ("/api/feeds", 0), ("/api/feed/x/y", 1),
            ("/apis", nil), ("/API/x", nil), ("/keys", nil), ("/keys/x", nil),
        ] as [(String, Int?)]
    )
    func `what is below no claim belongs to the shortest claim with its first segment`(
        path: String,
        owner: Int?
    ) {
        let owners = PathOwners([
            [.below("/api/x1")], [.below("/api/feed/x")], [.exactly("/keys/1")],
        ])
        #expect(owners.owner(of: Array(path.utf8)[...]) == owner)
    }

    @Test
    func `where nobody claims anything, nobody owns anything`() {
        #expect(PathOwners([]).owner(of: Array("/api".utf8)[...]) == nil)
        #expect(PathOwners([[], []]).owner(of: Array("/".utf8)[...]) == nil)
    }
}
