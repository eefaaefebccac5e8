import MockPostlyContent
import MockPostlyDialect
import MockPostlyHTTP
import MockPostlyLog
import MockPostlyTestKit
import MockPostlyWorlds
import Testing

@testable import MockPostlyControl

@Suite
struct PhoneTests {
    private let server: TestServer
    private static let iPhone =
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) AppleWebKit/605.1.15"

    private let log: CapturedLog

    init() throws {
        log = try CapturedLog()
        server = try Self.server(log.log)
    }

    private static func server(
        _ log: Log = .thrownAway,
        _ configure: (inout HostConfiguration) -> Void = { _ in }
    ) throws -> TestServer {
        try TestServer(adminToken: "open sesame", log: log) { configuration in
            configuration.registry = DialectRegistry([Shop.self, Feed.self, Nothing.self])
            configuration.dialects = configuration.registry.names
            configuration.seed = .empty
            configuration.isLocal = false
            configure(&configuration)
        }
    }

    /// The answer to a request for the page, from somebody without the admin token.
    private func answer(
        _ method: String = "GET",
        _ path: String = "/__mockpostly/phone",
        _ fields: [(String, String)] = [],
        host: String? = "192.168.1.20:8080",
        world: String = "default",
        peer: String = "192.168.1.34",
        from server: TestServer? = nil
    ) throws -> Response {
        var request = try Request.asking(method, path, fields, host: host)
        request.peer = peer
        return try (server ?? self.server).answer(to: request, world: world)
    }

    // MARK: Who gets it

    @Test
    func `it needs no token, has no script and allows nothing foreign`() throws {
        let page = try answer()
        #expect(page.status == 200)
        #expect(page["Content-Type"] == "text/html; charset=utf-8")
        #expect(!page.text.contains("<script") && !page.text.contains(" style="))
        let policy = try #require(page["Content-Security-Policy"])
        for rule in ["default-src 'none'", "style-src 'self'", "frame-ancestors 'none'"] {
            #expect(policy.contains(rule))
        }
        #expect(!policy.contains("unsafe") && !policy.contains("script-src"))
        #expect(page["X-Content-Type-Options"] == "nosniff")
        #expect(page["Cache-Control"] == "no-store")
        #expect(page["Access-Control-Allow-Origin"] == nil)
        #expect(page["Set-Cookie"] == nil)
        #expect(server.isUntouched)
    }

    @Test(arguments: ["office-mac.local:8080", "pc", "evil.example", "[fd00::7]:8080", "LOCALHOST"])
    func `any name of the machine is good, for the page alone`(host: String) throws {
        #expect(try answer(host: host).status == 200)
        #expect(try answer("GET", "/__mockpostly/phone.css", host: host).status == 200)
        let status = try answer("GET", "/__mockpostly/v1/worlds", host: host).status
        #expect(status == 401 || status == 403)
    }

    @Test(arguments: ["1.2.3.4:99999", "[::1", "a..b", "[x]"])
    func `what is no host gets no page`(host: String) throws {
        try expectProblem(answer(host: host), 400, "Bad value", naming: "Host")
    }

    @Test(arguments: ["POST", "PUT", "DELETE", "OPTIONS"])
    func `it is only read`(method: String) throws {
        for path in ["/__mockpostly/phone", "/__mockpostly/phone.css"] {
            let refusal = try answer(method, path)
            #expect(refusal.status == 405 && refusal["Allow"] == "GET, HEAD")
        }
        #expect(try answer("HEAD").status == 200)
    }

    @Test(arguments: ["/__mockpostly/phone/", "/__mockpostly/phones", "/__mockpostly/phone/x"])
    func `what is beside it is not open`(path: String) throws {
        #expect(try answer("GET", path).status == 401)
    }

    @Test
    func `a link from another site opens it, with any query`() throws {
        let fields = [("Sec-Fetch-Site", "cross-site"), ("Origin", "https://evil.example")]
        let page = try answer("GET", "/__mockpostly/phone?utm_source=qr", fields)
        #expect(page.status == 200 && page["Access-Control-Allow-Origin"] == nil)
    }

    @Test
    func `before the content is loaded there is no page`() throws {
        let unready = try TestServer(isLoaded: false)
        try expectProblem(answer(from: unready), 503, "Not ready")
    }

    // MARK: What the computer is told

    @Test
    func `the person at the computer is told who has opened it`() throws {
        _ = try answer("GET", "/__mockpostly/phone", [("User-Agent", Self.iPhone)])
        _ = try answer("HEAD")
        _ = try answer("GET", "/__mockpostly/phone.css")
        _ = try answer(peer: "")
        let told = try log.text().split(separator: "\n").filter { $0.contains("has opened") }
        #expect(told.count == 2)
        let words = "iPhone, iOS 17.2 at 192.168.1.34 has opened /__mockpostly/phone"
        #expect(told.first?.hasSuffix(words) == true)
        #expect(told.last?.contains("an unknown device at a Unix socket") == true)
    }

    // MARK: What it has

    @Test
    func `addresses are those by which the device has come`() throws {
        let text = try answer().text
        #expect(text.contains("<strong>192.168.1.20:8080</strong>"))
        #expect(text.contains(">http://192.168.1.20:8080/shop/</code>"))
        #expect(text.contains("with the slash"))
        // What the lines do not have, and nothing twice.
        #expect(text.contains(">http://192.168.1.20:8080/old</code>"))
        #expect(!text.contains(">http://192.168.1.20:8080/shop</code>"))
        #expect(text.contains(">ws://192.168.1.20:8080/feed</code>"))
        #expect(!text.contains("Android emulator") && !text.contains("Nothing"))
        #expect(!text.contains("class=\"note\""))
        let six = try answer(host: "[fd00::7]:8080").text
        #expect(six.contains(">http://[fd00::7]:8080/shop/</code>"))
    }

    @Test
    func `another world has its own addresses`() throws {
        let text = try answer(world: "w1").text
        #expect(text.contains(">http://192.168.1.20:8080/w/w1/shop/</code>"))
        #expect(text.contains("world <strong>w1</strong>"))
        try expectProblem(answer(world: "w9"), 404, "Unknown world", naming: "w9")
    }

    @Test
    func `log-ins are there, and markup in them is none`() throws {
        let text = try answer().text
        #expect(text.contains("<h3>Shop &amp; Co</h3>"))
        #expect(text.contains(">mira@example.com</code>"))
        #expect(text.contains(">mira&#39;s &lt;secret&gt;</code>"))
        #expect(text.contains(">feed-token</code>"))
        #expect(!text.contains("<secret>"))
        let other = try Self.server { $0.dialects = ["nothing"] }
        #expect(try !answer(from: other).text.contains("Log-ins"))
    }

    @Test(arguments: [
        (Self.iPhone, "iOS"),
        ("Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36", "Android"),
        ("Mozilla/5.0 (X11; Linux x86_64)", "Web"),
    ])
    func `the section of the device's system is open and first`(
        agent: String,
        title: String
    ) throws {
        let text = try answer("GET", "/__mockpostly/phone", [("User-Agent", agent)]).text
        #expect(text.contains("<details open>\n<summary>\(title)</summary>"))
        #expect(text.components(of: "<details").count == 4)
        #expect(text.components(of: "<details open>").count == 2)
        let sections = ["iOS", "Android", "Web"].compactMap { text.place(of: "<summary>\($0)") }
        #expect(sections.min() == text.place(of: "<summary>\(title)"))
    }

    @Test(arguments: [
        ("192.168.1.20:8080", true), ("10.0.0.5", true), ("office-mac.local", true),
        ("pc:8080", true), ("localhost", true), ("[fd00::7]:80", true),
        ("100.101.2.3:8080", false), ("203.0.113.7", false), ("mock.example.com", false),
        ("[2001:db8::7]:8080", false),
    ])
    func `the exception for iOS is one that covers the address`(
        host: String,
        isLocal: Bool
    ) throws {
        let text = try answer(host: host).text
        #expect(text.contains("&lt;key&gt;NSAllowsLocalNetworking&lt;/key&gt;") == isLocal)
        #expect(text.contains("&lt;key&gt;NSExceptionDomains&lt;/key&gt;") == !isLocal)
        let name = try #require(Place(host)).host
        #expect(text.contains("&lt;key&gt;\(name)&lt;/key&gt;") == !isLocal)
    }

    @Test
    func `the configuration for Android has the address and the emulator's`() throws {
        let domain = { (host: String) in
            "&lt;domain includeSubdomains=&quot;false&quot;&gt;\(host)&lt;/domain&gt;"
        }
        let text = try answer().text
        #expect(text.contains(domain("192.168.1.20")) && text.contains(domain("10.0.2.2")))
        let inside = try answer(host: "10.0.2.2:8080").text
        #expect(inside.components(of: domain("10.0.2.2")).count == 2)
    }

    @Test(arguments: [
        ("localhost:8080", true, "mockpostly serve --lan"),
        ("127.0.0.1:8080", false, "the address that the server"),
        ("[::1]:8080", true, "mockpostly serve --lan"),
    ])
    func `on the computer itself it says what to do for a phone`(
        host: String,
        isLocal: Bool,
        words: String
    ) throws {
        let server = try Self.server { $0.isLocal = isLocal }
        let text = try answer(host: host, from: server).text
        #expect(text.contains("class=\"note\"") && text.contains(words))
    }

    @Test
    func `the style is one that old browsers read`() throws {
        let style = try answer("GET", "/__mockpostly/phone.css")
        #expect(style["Content-Type"] == "text/css; charset=utf-8")
        #expect(style.text.contains("prefers-color-scheme: dark"))
        for word in ["var(", "light-dark", "grid", "@import", "url("] {
            #expect(!style.text.contains(word))
        }
    }
}

extension String {
    fileprivate func components(of separator: String) -> [Substring] {
        split(separator: separator, omittingEmptySubsequences: false)
    }

    fileprivate func place(of text: String) -> Index? { firstRange(of: text)?.lowerBound }
}
