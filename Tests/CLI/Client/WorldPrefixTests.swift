import Testing

@testable import MockPostlyCLI

@Suite struct WorldPrefixTests {
    @Test(
        arguments: [
            ("http://localhost:8080/w/w1", "w1"), ("http://localhost:8080/w/w1/api/posts", "w1"),
            ("http://localhost/w/w1?x", "w1"), ("http://localhost:8080", nil),
            ("http://localhost:8080/api/w/w1", nil), ("http://localhost:8080/w/", nil),
            ("unix:///run/w/w1", nil),
        ] as [(String, String?)]
    )
    func `a URL may name a world`(url: String, expected: String?) {
        #expect(worldPrefix(of: url) == expected)
    }
}
