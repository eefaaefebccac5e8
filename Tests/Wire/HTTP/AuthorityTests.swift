import Testing

@testable import MockPostlyHTTP

@Suite struct AuthorityTests {
    @Test(arguments: [
        ("example.com:443", "example.com", 443), ("A.Example.:1", "a.example", 1),
        ("192.168.1.7:65535", "192.168.1.7", 65535), ("[::1]:80", "::1", 80),
        ("[2001:DB8::7.8.9.10]:8080", "2001:db8::7.8.9.10", 8080), ("a_b-c:080", "a_b-c", 80),
    ])
    func `a host and a port are read`(_ text: String, _ host: String, _ port: UInt16) throws {
        let authority = try #require(Authority(text.utf8))
        #expect(authority.host == host && authority.port == port)
    }

    @Test(arguments: [
        "", ":", ":80", "a", "a:", "a:0", "a:65536", "a:-1", "a:+1", "a:1x", "a:000080", "a:80:80",
        "[::1]", "[::1", "[]:80", "[::1]80", "[a]:80", "[1.2.3.4]:80", "[fe80::1%25en0]:80",
        "a b:80",
        "a/b:80", "user@a:80", "a%2e:80", "\u{e9}:80", ".:80",
    ])
    func `anything else is none`(_ text: String) {
        #expect(Authority(text.utf8) == nil)
    }

    @Test func `a name has at most 253 bytes`() {
        let name = String(repeating: "a", count: 253)
        #expect(Authority((name + ":80").utf8) != nil)
        #expect(Authority((name + "a:80").utf8) == nil)
    }

    @Test func `a port may be left out where there is a usual one`() {
        #expect(Authority("a".utf8, defaultPort: 80)?.port == 80)
        #expect(Authority("[::1]".utf8, defaultPort: 80)?.host == "::1")
        #expect(Authority("a:8080".utf8, defaultPort: 80)?.port == 8080)
        #expect(Authority("a:".utf8, defaultPort: 80) == nil)
    }

    @Test func `it is written as it is read`() {
        for text in ["a.example:443", "[2001:db8::1]:80"] {
            #expect(Authority(text.utf8)?.description == text)
        }
    }
}
