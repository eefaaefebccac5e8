import DummyJSONDialect
import MockPostlyContent
import MockPostlyDialect
import MockPostlyFaults
import MockPostlyLog
import MockPostlyNouns
import MockPostlyServer
import MockPostlyWorlds
import PexelsDialect
import Testing

@testable import MockPostlyCLI

@Suite struct BannerTests {
    /// The banner of a server with this configuration, whose default world is in memory.
    private func text(
        width: Int? = nil,
        _ change: (inout Configuration) -> Void = { _ in }
    ) throws -> String {
        var configuration = Configuration()
        change(&configuration)
        var inMemory = configuration
        inMemory.dataFile = nil
        let log = Log(format: .text, level: .quiet, usesColour: false)
        let server = try InProcessServer(inMemory, log: log)
        let introductions = try server.withWorlds { $0.introductions }
        let banner = Banner(
            port: 9000,
            url: "http://localhost:9000",
            introductions ?? [],
            configuration
        )
        var console = Capture().console()
        console.errorColumns = width
        return banner.text(on: console)
    }

    @Test(arguments: [200, 80, 40, 20])
    func `no line is wider than the terminal, and no word is broken`(width: Int) throws {
        let text = try text(width: width)
        for line in text.split(separator: "\n") where line.count > width {
            // A token or an address can be longer than a line.
            #expect(!line.drop { $0 == " " }.contains(" "), "\(line)")
            #expect(!line.hasPrefix(" "), "\(line)")
        }
        let words = { (text: String) in text.split(whereSeparator: \.isWhitespace) }
        #expect(words(text) == words(try self.text(width: 1_000)))
    }

    @Test func `the banner has an address to paste for each client`() throws {
        let text = try text()
        #expect(text.contains("http://localhost:9000/api/ "))
        #expect(text.contains("http://10.0.2.2:9000/api\n"))
        #expect(text.contains("http://localhost:9000/api\n"))
        #expect(text.contains("Dashboard         http://localhost:9000/__mockpostly/ "))
        #expect(text.contains("http://localhost:9000/__mockpostly/v1 "))
        let without = try self.text { $0.hasControl = false }
        #expect(!without.contains("__mockpostly"))
    }

    @Test func `faults of all worlds are named`() throws {
        #expect(try !text().contains("Faults"))
        let text = try text { $0.faults = [Fault(named: "slow-3g")].compactMap(\.self) }
        #expect(text.contains("Faults            slow-3g"))
    }

    @Test(arguments: [("0.0.0.0", "localhost"), ("::", "localhost"), ("192.0.2.7", "192.0.2.7")])
    func `addresses that clients cannot use are not shown`(host: String, shown: String) throws {
        let text = try text { $0.host = host }
        #expect(text.contains("http://\(shown):9000/api/"))
        // The emulator's address is 127.0.0.1 of this machine.
        #expect(text.contains("10.0.2.2") == (host == "0.0.0.0"))
    }

    @Test func `an IPv6 address is in brackets`() throws {
        #expect(try text { $0.host = "2001:db8::1" }.contains("http://[2001:db8::1]:9000/api/"))
    }

    @Test func `the logins are those that hold`() throws {
        #expect(try text().contains("mira.sol@example.com"))
        #expect(try text().contains("theo.lindqvist-postly"))
        #expect(try !text { $0.seed = .empty }.contains("-postly"))
    }

    @Test func `a data file is named, and no seed that it may not be of`() throws {
        #expect(try text().contains("seed standard, data in memory"))
        let text = try text { $0.dataFile = "blog.sqlite" }
        #expect(text.contains("data in blog.sqlite") && !text.contains("seed"))
    }

    @Test func `what there is of DummyJSON stands there, with a log-in`() throws {
        let text = try text()
        #expect(text.contains("DummyJSON         http://localhost:9000"))
        #expect(text.contains("  251 posts, 208 users, 194 products and more\n"))
        #expect(text.contains("emilys") && text.contains("emilyspass"))
        #expect(!text.contains("kminchelle"))
        let empty = try self.text { $0.settings[DummyJSON.self].source = .empty }
        #expect(!empty.contains("emilys"))
    }

    @Test func `the feed has the address of its socket and a token that holds`() throws {
        let text = try text()
        #expect(text.contains("Feed              ws://localhost:9000/community/websocket\n"))
        #expect(text.contains("topic community:feed\n"))
        #expect(text.contains("mira-sol-token-for-trying-the-feed-out-0000\n"))
        #expect(try !self.text { $0.seed = .empty }.contains("Token"))
        let alone = try self.text { $0.dialects = ["community"] }
        #expect(alone.contains("ws://10.0.2.2:9000/community/websocket\n"))
        #expect(alone.contains("seed standard, data in memory"))
    }

    @Test func `the image search says which keys are good, and keeps them`() throws {
        #expect(try text().contains("Image search      http://localhost:9000/v1/ "))
        #expect(try text().contains("  any key\n"))
        let keyed = try text { $0.settings[Pexels.self].keys = ["hunter2"] }
        #expect(keyed.contains("  with a key\n") && !keyed.contains("hunter2"))
    }

    @Test func `only what is served is shown`() throws {
        let postly = try text { $0.dialects = ["postly"] }
        #expect(!postly.contains("Feed") && !postly.contains("Image search"))
        #expect(!postly.contains("mira-sol-token"))
        #expect(!postly.contains("DummyJSON") && !postly.contains("emilys"))
        #expect(!postly.contains("ookies"))
        let dummyJSON = try text { $0.dialects = ["dummyjson"] }
        #expect(!dummyJSON.contains("/api") && !dummyJSON.contains("mira.sol"))
        #expect(dummyJSON.contains("http://10.0.2.2:9000\n"))
        #expect(dummyJSON.contains("  records standard, data in memory\n"))
    }

    @Test func `which browsers keep the cookies is said where they are Secure`() throws {
        let words = try text().split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("Chrome and Firefox keep them from localhost only, Safari from"))
        #expect(words.contains("get their cookies back from localhost, not from 127.0.0.1."))
        #expect(words.contains("MOCKPOSTLY_INSECURE_COOKIES=1 leaves Secure out."))
        #expect(
            try !text { $0.settings[DummyJSON.self].usesSecureCookies = false }.contains("ookies")
        )
    }

    @Test func `the banner keeps secrets`() throws {
        #expect(try !text { $0.jwtSecret = "hunter2" }.contains("hunter2"))
    }
}
