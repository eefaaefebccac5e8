import Testing

@testable import GoogleDialect

@Suite
struct RedirectAddressTests {
    @Test(arguments: [
        ("http://localhost:3000/cb", "localhost:3000", "http://localhost:3000"),
        ("https://app.example", "app.example", "https://app.example"),
        ("HTTPS://app.example?x=1", "app.example", "https://app.example"),
        ("http://[::1]:8080/cb", "[::1]:8080", "http:"),
        ("com.example.app:/oauth2redirect", "com.example.app", "com.example.app:"),
        ("com.googleusercontent.apps.1-x://cb", "com.googleusercontent.apps.1-x", nil),
    ])
    func `addresses of apps`(text: String, title: String, source: String?) throws {
        let address = try RedirectAddress(text)
        #expect(address.text == text && address.title == title)
        #expect(address.source == source ?? title + ":")
        #expect(address.isWeb == text.lowercased().hasPrefix("http"))
    }

    @Test(arguments: [
        "", "callback", "/callback", "//host/callback", ":x", "1a:x", "javascript:alert(1)",
        "JAVASCRIPT:alert(1)", "data:text/html,x", "vbscript:x", "file:///etc/passwd", "urn:x",
        "http:", "http:/cb", "http://", "http:///cb", "http://:80/", "http://a@b/", "http://a;b/",
        "http://a,b/", "http://a b/", "http://a/\r\nX: y", "http://a/#b", "http://a\\b/",
        "http://é.example/", "app:\"><script>",
    ])
    func `anything else gets no answer`(text: String) {
        #expect(throws: OAuthFailure.self) { try RedirectAddress(text) }
    }
}
