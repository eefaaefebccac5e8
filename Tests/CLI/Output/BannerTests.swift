import MockPostlyDomain
import MockPostlyServer
import Testing

@testable import MockPostlyCLI

@Suite struct BannerTests {
    private func text(
        logins: [Banner.Login] = Banner.knownLogins,
        documentLogins: [Banner.Login] = [Banner.knownDocumentLogins[0]],
        feedToken: Banner.Login? = Banner.knownFeedTokens[0],
        _ change: (inout Configuration) -> Void = { _ in }
    ) -> String {
        var configuration = Configuration()
        change(&configuration)
        let banner = Banner(
            port: 9000,
            controlURL: "http://127.0.0.1:9000/__mockpostly/v1",
            content: .init(
                logins: logins,
                documentLogins: documentLogins,
                documents: [
                    .init(noun: "post", count: 251), .init(noun: "user", count: 1),
                    .init(noun: "quote", count: 7), .init(noun: "product", count: 0),
                ],
                feedToken: feedToken
            ),
            configuration
        )
        return banner.text(on: Capture().console())
    }

    @Test func `the banner has an address to paste for each client`() {
        let text = text()
        #expect(text.contains("http://localhost:9000/api/ "))
        #expect(text.contains("http://10.0.2.2:9000/api\n"))
        #expect(text.contains("http://localhost:9000/api\n"))
        #expect(text.contains("http://127.0.0.1:9000/__mockpostly/v1"))
    }

    @Test(arguments: [("0.0.0.0", "localhost"), ("::", "localhost"), ("192.0.2.7", "192.0.2.7")])
    func `addresses that clients cannot use are not shown`(host: String, shown: String) {
        let text = text { $0.host = host }
        #expect(text.contains("http://\(shown):9000/api/"))
        #expect(text.contains("10.0.2.2") == (shown == "localhost"))
    }

    @Test func `an IPv6 address is in brackets`() {
        #expect(text { $0.host = "2001:db8::1" }.contains("http://[2001:db8::1]:9000/api/"))
    }

    @Test func `the logins are those that hold`() {
        #expect(text().contains("mira.sol@example.com"))
        #expect(text().contains("theo.lindqvist-postly"))
        #expect(!text(logins: []).contains("-postly"))
    }

    @Test func `a data file is named, and no seed that it may not be of`() {
        #expect(text().contains("seed standard, data in memory"))
        let text = text { $0.dataFile = "blog.sqlite" }
        #expect(text.contains("data in blog.sqlite") && !text.contains("seed"))
    }

    @Test func `what there is of DummyJSON stands there, with a log-in`() {
        let text = text()
        #expect(text.contains("DummyJSON         http://localhost:9000"))
        #expect(text.contains("  251 posts, 1 user, 0 products and more\n"))
        #expect(text.contains("emilys") && text.contains("emilyspass"))
        #expect(!text.contains("kminchelle"))
        #expect(!self.text(documentLogins: []).contains("emilys"))
    }

    @Test func `the feed has the address of its socket and a token that holds`() {
        let text = text()
        #expect(text.contains("Feed              ws://localhost:9000/community/websocket "))
        #expect(text.contains("topic community:feed\n"))
        #expect(text.contains("mira-sol-token-for-trying-the-feed-out-0000 "))
        #expect(!self.text(feedToken: nil).contains("Token"))
        let alone = self.text { $0.dialects = [.community] }
        #expect(alone.contains("ws://10.0.2.2:9000/community/websocket\n"))
        #expect(alone.contains("seed standard, data in memory"))
    }

    @Test func `the image search says which keys are good, and keeps them`() {
        #expect(text().contains("Image search      http://localhost:9000/v1/ "))
        #expect(text().contains("  any key\n"))
        let keyed = text { $0.pexels.keys = ["hunter2"] }
        #expect(keyed.contains("  with a key\n") && !keyed.contains("hunter2"))
    }

    @Test func `only what is served is shown`() {
        let postly = text { $0.dialects = [.postly] }
        #expect(!postly.contains("Feed") && !postly.contains("Image search"))
        #expect(!postly.contains("mira-sol-token"))
        #expect(!postly.contains("DummyJSON") && !postly.contains("emilys"))
        #expect(!postly.contains("ookies"))
        let dummyJSON = text { $0.dialects = [.dummyjson] }
        #expect(!dummyJSON.contains("/api") && !dummyJSON.contains("mira.sol"))
        #expect(dummyJSON.contains("http://10.0.2.2:9000\n"))
        #expect(dummyJSON.contains("  records standard, data in memory\n"))
    }

    @Test func `that cookies want https is said where it is so`() {
        #expect(text().contains("--insecure-cookies"))
        #expect(!text { $0.dummyJSON.usesSecureCookies = false }.contains("ookies"))
    }

    @Test func `the banner keeps secrets`() {
        #expect(!text { $0.jwtSecret = "hunter2" }.contains("hunter2"))
    }
}
