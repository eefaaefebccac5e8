import Testing

@testable import APIDialect

/// Paths found by a word are those that a search through all would find, in the same order.
struct PathShelfTests {
    private static let texts = [
        "/v2/{all}/{id}", "/v2/droplets/{id}", "/v2/droplets/me", "/v2/{all}/me",
        "/v2/images/{id}.json",
        "/{v}/droplets/{id}", "/v2/images/{a}-{b}", "/v2/images/{id}", "/{x}/{y}/{z}",
    ]

    @Test(arguments: [
        "/v2/droplets/1", "/v2/droplets/me", "/v2/images/a-b", "/v2/images/7.json",
        "/v1/droplets/1",
        "/v1/x/me", "/v2/x/me", "/v2/x/y",
    ])
    func `a path is found as by a search`(path: String) {
        let paths = Self.texts.map { PathTemplate($0) }.sorted { $0.precedes($1) }
        let shelf = PathShelf(paths) { $0 }
        let segments = path.split(separator: "/").map(String.init)[...]
        func matching(_ paths: [PathTemplate]) -> [String] {
            paths.filter { $0.values(in: segments) != nil }.map(\.text)
        }
        #expect(matching(shelf.paths(for: segments)) == matching(paths))
    }

    @Test func `few paths are tried of many that differ in one word`() {
        let paths = (0..<100).map { PathTemplate("/v2/things\($0)/{id}") }
        let shelf = PathShelf(paths) { $0 }
        #expect(shelf.paths(for: ["v2", "things7", "1"]).count == 1)
        #expect(shelf.paths(for: ["v2", "other", "1"]).isEmpty)
        #expect(PathShelf([PathTemplate("/")]) { $0 }.paths(for: []).count == 1)
    }

    @Test func `paths without the word are kept once`() {
        let words = (0..<5000).map { PathTemplate("/things\($0)/{id}") }
        let shelf = PathShelf(words + (0..<4000).map { PathTemplate("/{all}/word\($0)") }) { $0 }
        #expect(shelf.paths(for: ["things7", "word8"]).count == 4001)
    }
}
