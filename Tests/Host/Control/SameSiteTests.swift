import MockPostlyHTTP
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
            try sameSite.check(request)
            return nil
        } catch {
            #expect(error.status == 403)
            return error.title
        }
    }

    // MARK: Host

    @Test(arguments: [
        "localhost", "localhost:8080", "LocalHost:1", "blog.localhost:8080", "127.0.0.1",
        "127.0.0.1:8080", "127.9.9.9", "[::1]", "[::1]:8080",
    ])
    func `loopback has these names`(host: String) throws {
        #expect(try title(host: host) == nil)
        #expect(try title(host: host, isLoopbackOnly: false) == nil)
    }

    @Test(arguments: [
        "example.com", "evil.example:8080", "localhost.evil.example", "xlocalhost", "10.0.0.5:8080",
        "127.0.0.1.evil.example", "127.0.0.256", "mockpostly", "[fe80::1]:8080", "[::2]",
    ])
    func `another name is not ours on loopback`(host: String) throws {
        #expect(try title(host: host) == "Foreign host")
    }

    @Test(arguments: [
        ("10.0.0.5:8080", true), ("192.168.1.2", true), ("[fe80::1]:8080", true),
        ("mockpostly", true), ("mockpostly:8080", true), ("host.docker.internal:8080", true),
        ("example.com", false), ("mock.local", false), ("10.0.0.5.evil.example", false),
        ("1.2.3", false), ("1.2.3.4.5", false), ("10.0.0.", false),
    ])
    func `beyond loopback, what no page can be called is ours as well`(
        host: String,
        isOurs: Bool
    ) throws {
        let title = try title(host: host, isLoopbackOnly: false)
        #expect(title == (isOurs ? nil : "Foreign host"))
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

    @Test(arguments: [
        ("LocalHost:80", "localhost"), ("[::1]:80", "[::1]"), ("[::1]", "[::1]"),
        ("a:b:c", "a"), ("", ""), ("[::1", "[::1"),
    ])
    func `a host without its port`(host: String, expected: String) {
        #expect(SameSite.name(host) == expected)
    }
}
