import Testing

@testable import MockPostlyHTTPClient

@Suite struct HTTPOriginTests {
    @Test(arguments: [
        ("http://localhost", "http://localhost", "localhost"),
        ("HTTPS://Api.Example.com/", "https://Api.Example.com", "Api.Example.com"),
        ("https://api.example.com:443/v2//", "https://api.example.com/v2", "api.example.com"),
        ("https://[::1]:8443/a/b", "https://[::1]:8443/a/b", "[::1]:8443"),
        ("http://127.0.0.1:443", "http://127.0.0.1:443", "127.0.0.1:443"),
    ])
    func `addresses of real servers are read`(url: String, whole: String, host: String) throws {
        let origin = try #require(HTTPOrigin(url: url))
        #expect(origin.description == whole && origin.authority == host)
    }

    @Test(arguments: [
        "", "localhost", "ftp://a", "unix:///a", "https://", "https://a b", "https://a/b c",
        "https://a?x=1", "https://a/b#c", "https://user@a", "https://a:99999", "http:/a",
    ])
    func `what is no address of a server is refused`(url: String) {
        #expect(HTTPOrigin(url: url) == nil)
    }
}
