import GuestbookDialect
import MockPostlyDialect
import MockPostlyServer
import Testing

@testable import MockPostlyCLI

@Suite struct DialectPathsTests {
    @Test func `the paths of every dialect are told`() {
        let registry = DialectRegistry(DialectRegistry.standard.all + [Guestbook.self])
        let standard = """
            postly has /api, /postly and all the rest, dummyjson /posts, /users, /products, /auth and its \
            other paths, community /api/community and /community, pexels /v1, /photos and /photo
            """
        #expect(registry.pathsInWords.hasPrefix(standard))
        #expect(registry.pathsInWords.hasSuffix(", guestbook /guestbook"))
        let help = run("serve", "--help").output.split(separator: "\n")
            .map { $0.drop { $0 == " " } }.joined(separator: " ")
        #expect(help.contains(DialectRegistry.standard.pathsInWords))
    }
}
