import MockPostlyHTTP
import MockPostlyTestKit
import Testing

@testable import MockPostlyControl

@Suite
struct SameSiteTests {
    /// The title of the refusal; nil when there is none.
    private func title(
        host: String? = "localhost:8080",
        _ fields: [(String, String)] = [],
        allowed: [String] = [],
        isLoopbackOnly: Bool = true
    ) throws -> String? {
        let sameSite = SameSite(allowedHosts: allowed, isLoopbackOnly: isLoopbackOnly)
        let request = try Request.asking("POST", "/__mockpostly/v1/reset", fields, host: host)
        do throws(Problem) {
            try sameSite.validate(request)
            return nil
        } catch {
            #expect(error.status == 403)
            return error.title
        }
    }

    // MARK: Host

    @Test(arguments: [
        "localhost", "localhost:8080", "localhost:", "LocalHost:1", "blog.localhost:8080",
        "127.0.0.1", "127.0.0.1:8080", "127.9.9.9", "[::1]", "[::1]:8080", "10.0.2.2:8080",
        "192.168.1.2:65535", "0.0.0.0", "255.255.255.255", "[::]", "[fe80::1]:8080",
        "[2001:DB8::8:800:200c:417a]", "[1:2:3:4:5:6:7:8]", "[::ffff:10.0.2.2]:80",
        "[1:2:3:4:5:6:10.0.2.2]", "[1::]",
    ])
    func `loopback and addresses are ours`(host: String) throws {
        #expect(try title(host: host) == nil)
        #expect(try title(host: host, isLoopbackOnly: false) == nil)
    }

    @Test(arguments: [("mock:8080", "--allowed-host mock."), ("[::1]x", "--allowed-host NAME.")])
    func `the refusal of a name says how to allow it`(host: String, hint: String) throws {
        let request = try Request.asking("POST", "/__mockpostly/v1/reset", [], host: host)
        let sameSite = SameSite(allowedHosts: [], isLoopbackOnly: true)
        let refusal = #expect(throws: Problem.self) { try sameSite.validate(request) }
        #expect(refusal?.hint.hasSuffix(hint) == true)
    }

    @Test(arguments: [
        "", ":8080", "ai", "mockpostly:8080", "example.com", "evil.example:8080", "mock.local",
        "localhost.evil.example", "xlocalhost", ".localhost", "a..localhost", "localhost.",
        "127.0.0.1.evil.example", "10.0.0.5.evil.example", "127.0.0.256", "127.0.0.01",
        "127.0.0.+1", "127.1", "1.2.3", "1.2.3.4.5", "10.0.0.", "2130706433", "0x7f.0.0.1",
        "[evil.test]", "[]", "[::1", "[::1]x", "[::1]8080", "::1", "[:::1]", "[1::2::3]",
        "[1:2:3:4:5:6:7]", "[1:2:3:4:5:6:7:8:9]", "[1:2:3:4:5:6:7::8]", "[12345::]", "[::g]",
        "[fe80::1%25eth0]", "[v1.a]", "[::1.2.3]", "[1.2.3.4::]", "[127.0.0.1]", "localhost:x",
        "localhost:65536", "localhost:-1", "localhost:8080:1", "evil@localhost",
        "a b.localhost", "é.localhost", "[::1]:x",
    ])
    func `another name is not ours, and neither is what names nothing`(host: String) throws {
        for isLoopbackOnly in [true, false] {
            let sameSite = SameSite(allowedHosts: [], isLoopbackOnly: isLoopbackOnly)
            // Some of these do not get through the parser.
            #expect(!sameSite.isOurs(host))
        }
    }

    @Test
    func `the host of a container is ours beyond loopback`() throws {
        let host = "host.docker.internal:8080"
        #expect(try title(host: host, isLoopbackOnly: false) == nil)
        #expect(try title(host: host) == "Foreign host")
        #expect(try title(host: "x." + host, isLoopbackOnly: false) == "Foreign host")
    }

    @Test
    func `an allowed name is ours, in any case and with any port`() throws {
        #expect(try title(host: "mock.Test:99", allowed: ["Mock.test"]) == nil)
        #expect(try title(host: "x.mock.test", allowed: ["mock.test"]) == "Foreign host")
    }

    @Test
    func `no host is foreign`() throws {
        #expect(try title(host: nil) == "Foreign host")
    }

    // MARK: Origin

    @Test(arguments: [
        ("http://localhost:8080", true), ("HTTP://LOCALHOST:8080", true),
        ("https://localhost:8080", true), ("http://localhost", false),
        ("http://localhost:3000", false), ("http://127.0.0.1:8080", false), ("null", false),
        ("https://evil.example", false), ("http://localhost:8080.evil.example", false),
        ("http://localhost:8080/", false), ("http://evil@localhost:8080", false), ("", false),
        ("file://", false),
    ])
    func `only pages of our own origin are answered`(origin: String, isOwn: Bool) throws {
        let title = try title([("Origin", origin)])
        #expect(title == (isOwn ? nil : "Foreign origin"))
    }

    @Test
    func `two origins are foreign`() throws {
        let own = ("Origin", "http://localhost:8080")
        #expect(try title([own, own]) == "Foreign origin")
    }

    // MARK: Sec-Fetch-Site

    @Test(arguments: [
        ("same-origin", true), ("none", true), ("same-site", false), ("cross-site", false),
        ("", false), ("Same-Origin", false), ("same-origin, none", false), ("anything", false),
    ])
    func `a request that another site started is refused`(site: String, isOwn: Bool) throws {
        let title = try title([("Sec-Fetch-Site", site)])
        #expect(title == (isOwn ? nil : "Foreign site"))
        let twice = [("Sec-Fetch-Site", "none"), ("Sec-Fetch-Site", site)]
        #expect(try self.title(twice) == "Foreign site")
    }

    @Test
    func `host, then origin, then site`() throws {
        let fields = [("Origin", "null"), ("Sec-Fetch-Site", "cross-site")]
        #expect(try title(host: "evil.example", fields) == "Foreign host")
        #expect(try title(fields) == "Foreign origin")
    }
}
