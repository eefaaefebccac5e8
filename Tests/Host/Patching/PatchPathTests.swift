import MockPostlyJSON
import Testing

@testable import MockPostlyPatching

@Suite
struct PatchPathTests {
    @Test(
        arguments: [
            ("$", []),
            ("$.posts[1].author", [.name("posts"), .index(1), .name("author")]),
            ("$.posts[*].likes", [.name("posts"), .all, .name("likes")]),
            ("$['a b'][\"c.d\"][-1]", [.name("a b"), .name("c.d"), .index(-1)]),
            ("$.*.x", [.all, .name("x")]),
            ("$[0]", [.index(0)]),
            ("$.größe", [.name("größe")]),
        ] as [(String, [PatchPath.Step])]
    )
    func `a path has names, indexes and wildcards`(text: String, steps: [PatchPath.Step]) throws {
        #expect(try PatchPath(text).steps == steps)
    }

    @Test(arguments: [
        ("posts", "does not begin with '$'"),
        ("", "does not begin with '$'"),
        ("$posts", "has something else than '.' or '[' after a step"),
        ("$.", "has a '.' without a name after it"),
        ("$..a", "has a '.' without a name after it"),
        ("$.posts[", "has no ']' for its '['"),
        ("$.posts[]", "has brackets without a whole number, a quoted name or '*'"),
        ("$.posts[?(@.id == 1)]", "has brackets without a whole number, a quoted name or '*'"),
        ("$.posts[1:2]", "has brackets without a whole number, a quoted name or '*'"),
        ("$['a", "has a name in brackets that does not end"),
        ("$.a b", "has a name that must stand in brackets and quotes: ['a name']"),
        ("$.posts.length()", "has a name that must stand in brackets and quotes: ['a name']"),
    ])
    func `what is no path is refused with its reason`(text: String, words: String) {
        #expect(throws: PatchPath.Fault(words: words)) { try PatchPath(text) }
    }

    @Test
    func `a path of more than a thousand bytes is refused`() {
        let text = "$" + String(repeating: ".a", count: 512)
        #expect(throws: PatchPath.Fault(words: "is longer than 1024 bytes")) {
            try PatchPath(text)
        }
    }
}
