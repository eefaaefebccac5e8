import Testing

@testable import MockPostlyNouns
@testable import WreelyContent

@Suite("Texts of Wreely")
struct WreelyTextTests {
    @Test(arguments: [
        "https://a.example", "HTTP://a.example:8080/b%20c?d=e#f", "http://a.example:0",
        "http://a:/b", "https://a.example/?q=x:99999",
    ])
    func `a URL that a phone opens`(text: String) {
        #expect(text.isWebAddress)
    }

    @Test(arguments: [
        "", "www.example.com", "javascript:1", "@name", "https://", "http:///a", "https://a b",
        "http://a/%zz", "http://a/%2", "http://a/%", "http://a:65536/", "http://a:99999999/",
        "http://a:b/", "https://a/ä",
    ])
    func `no URL that a phone opens`(text: String) {
        #expect(!text.isWebAddress)
    }

    @Test(
        arguments: [
            ("/wreely/pictures/a.jpg", true), ("/", true), ("https://a.example", true),
            ("//a.example/b", false), ("/a b", false), ("/%zz", false), ("/ä", false),
            ("a/b", false),
            ("", false), ("/^", false),
        ] as [(String, Bool)]
    )
    func `a path of the server is a link too`(text: String, isLink: Bool) {
        #expect(text.isLink == isLink)
    }
}
