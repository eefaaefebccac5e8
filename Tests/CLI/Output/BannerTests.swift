import DummyJSONDialect
import MockPostlyCertificates
import MockPostlyContent
import MockPostlyDialect
import MockPostlyFaults
import MockPostlyLog
import MockPostlyNetwork
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
        lines: Int? = nil,
        port: UInt16 = 9000,
        proxyPort: UInt16? = nil,
        isOnNetwork: Bool = false,
        _ change: (inout Configuration) -> Void = { _ in }
    ) throws -> String {
        var configuration = Configuration()
        if isOnNetwork {
            configuration.host = Configuration.everywhere
            configuration.adminToken = "hunter2-hunter2-"
            configuration.isAdminTokenMade = true
        }
        change(&configuration)
        var inMemory = configuration
        inMemory.dataFile = nil
        let log = Log(format: .text, level: .quiet, usesColour: false)
        let server = try InProcessServer(inMemory, log: log)
        let systems = try server.withWorlds { $0.systems } ?? []
        let banner = Banner(
            port: port,
            url: "http://localhost:\(port)",
            proxyPort: proxyPort,
            systems,
            configuration,
            isOnNetwork ? invitation(port, configuration) : nil
        )
        var console = Capture().console()
        (console.errorColumns, console.errorLines) = (width, lines)
        return banner.text(on: console)
    }

    private func invitation(_ port: UInt16, _ configuration: Configuration) -> Invitation {
        let address = [NetworkAddress("192.168.101.120")].compactMap(\.self)
        let ranked = [RankedAddress](ranking: [NetworkInterface("wlan0", address)], sources: [])
        return Invitation(to: ranked, port: port, configuration, in: nil)
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

    /// A row: the name before it, and its parts.
    private struct Row {
        let label: String
        let parts: [String]

        init(_ line: Substring) {
            label = line.dropFirst(2).prefix(13).split(separator: " ").joined(separator: " ")
            parts = line.dropFirst(15).split(separator: "  ").map { part in
                part.split(separator: " ").joined(separator: " ")
            }
        }
    }

    @Test func `the name of each system heads its rows`() throws {
        let rows = try text().split(separator: "\n").filter { $0.hasPrefix("  ") }.map(Row.init)
        for name in ["Postly", "DummyJSON", "Community", "Pexels", "Wreely", "RealWorld", "Google"]
        {
            #expect(rows.contains { $0.label == name && $0.parts.first?.contains("://") == true })
        }
        let start = try #require(rows.firstIndex { $0.label == "Postly" })
        let postly = rows[(start + 1)...].prefix { $0.label.isEmpty }
        #expect(rows[start].parts.last == "iOS, with the slash")
        #expect(postly.first?.parts.last == "Android emulator")
        #expect(postly.last?.parts.first == "theo.lindqvist@example.com")
    }

    @Test(arguments: [8080, 65_535])
    func `a terminal of 80 columns and 24 lines shows all of it`(port: UInt16) throws {
        let text = try text(width: 80, lines: 24, port: port)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        // The line that says that it is ready, and the cursor; the empty line above may go.
        #expect(lines.count + 1 <= 24, "\(text)")
        #expect(lines.allSatisfy { $0.count <= 80 })
        let all = [
            "/__mockpostly/ ", ":\(port)/api/", "password mira.sol-postly", "emilys",
            "topic community:feed", "mira-sol-token", "any key", "9876543210", "Ctrl-C",
        ]
        for words in all { #expect(text.contains(words), "\(words)") }
        #expect(!text.contains("ookies"))
        #expect(try self.text(width: 80, lines: 60).contains("ookies"))
        // What no dashboard says stays.
        #expect(try self.text(width: 80, lines: 24) { $0.hasControl = false }.contains("ookies"))
    }

    /// What a start can have besides the usual.
    private struct Extra: OptionSet, CaseIterable, Sendable, CustomTestStringConvertible {
        static let tls = Extra(rawValue: 1)
        static let names = Extra(rawValue: 2)
        static let faults = Extra(rawValue: 4)
        static let network = Extra(rawValue: 8)
        static let allCases = (0..<16).map(Extra.init(rawValue:))

        let rawValue: Int
        var testDescription: String {
            let names = ["--tls", "--as --proxy-port", "--fault", "--lan"]
            return names.indices.filter { rawValue & 1 << $0 != 0 }.map { names[$0] }
                .joined(separator: " ")
        }
    }

    @Test(arguments: Extra.allCases)
    private func `such a terminal shows what matters with any options`(extra: Extra) throws {
        let names = try ["dummyjson.com", "api.pexels.com"].map { name in try CertificateName(name)
        }
        let has = { (one: Extra) in extra.contains(one) }
        let text = try text(
            width: 80,
            lines: 24,
            port: 65_535,
            proxyPort: has(.names) ? 65_534 : nil,
            isOnNetwork: has(.network)
        ) { configuration in
            if has(.tls) || has(.names) {
                let folder = AuthorityFolder("/nowhere")
                configuration.tls = .own(in: folder, names: [], kind: .rsa)
            }
            if has(.names) {
                configuration.mockedNames = names
                configuration.proxy = ProxySettings(port: 65_534, isOffline: false)
            }
            if has(.faults) { configuration.faults = [Fault(named: "slow-3g")].compactMap(\.self) }
        }
        // The code for phones is the end of it, which nothing else is below.
        let code = text.firstIndex { $0 == "▀" || $0 == "█" }
        let upper = text[..<(code ?? text.endIndex)]
        let lines = upper.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        #expect(lines.count + 1 <= 24, "\(upper)")
        #expect(lines.allSatisfy { $0.count <= 80 })
        #expect((code != nil) == has(.network))
        var words = [
            "/__mockpostly/", "Postly", "DummyJSON", "Community", "Pexels", "Wreely", "Ctrl-C",
        ]
        if has(.tls) { words += ["TLS ", "mockpostly trust system"] }
        if has(.names) { words += ["https://dummyjson.com", "https://api.pexels.com", ":65534"] }
        if has(.faults) { words += ["slow-3g"] }
        if has(.network) { words += ["192.168.101.120:65535/__mockpostly/phone", "hunter2"] }
        for words in words { #expect(upper.contains(words), "\(words) in \(upper)") }
        let isShort = upper.contains("The dashboard has all addresses and log-ins.")
        #expect(isShort || upper.contains("Android emulator"), "\(upper)")
    }

    @Test func `where pictures are is said where it is not as usual or needs the internet`() throws
    {
        let (theirs, ours) = (
            "Pictures are on the originals' hosts", "Pictures are drawn by this server"
        )
        let local = { (configuration: inout Configuration) in
            for dialect in configuration.registry.all {
                dialect.setLinks(.local, in: &configuration.settings)
            }
        }
        #expect(try text().contains("  \(theirs); --links local needs no internet.\n"))
        #expect(try text(isOnNetwork: true).contains(theirs))
        let here = try text(isOnNetwork: true, local)
        #expect(here.contains("  \(ours); --links upstream leads to") && !here.contains(theirs))
        #expect(try !text(local).contains("Pictures"))
        let without = try text(isOnNetwork: true) { $0.dialects = ["wreely"] }
        #expect(!without.contains("Pictures"))
    }

    @Test func `the banner has an address to paste for each client`() throws {
        let text = try text()
        #expect(text.contains("http://localhost:9000/api/ "))
        #expect(text.contains("http://10.0.2.2:9000/api    "))
        #expect(text.contains("http://localhost:9000/api   "))
        #expect(text.contains("Dashboard    http://localhost:9000/__mockpostly/ "))
        #expect(text.contains("http://localhost:9000/__mockpostly/v1 "))
        let without = try self.text { $0.hasControl = false }
        #expect(!without.contains("__mockpostly"))
    }

    @Test func `faults of all worlds are named`() throws {
        #expect(try !text().contains("Faults"))
        let text = try text { $0.faults = [Fault(named: "slow-3g")].compactMap(\.self) }
        #expect(text.contains("Faults       slow-3g"))
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
        #expect(text.contains("DummyJSON    http://localhost:9000"))
        #expect(text.contains("  251 posts, 208 users, 194 products\n"))
        #expect(text.contains("emilys") && text.contains("emilyspass"))
        #expect(!text.contains("kminchelle"))
        let empty = try self.text { $0.settings[DummyJSON.self].source = .empty }
        #expect(!empty.contains("emilys"))
    }

    @Test func `the feed has the address of its socket and a token that holds`() throws {
        let text = try text()
        #expect(text.contains("Community    ws://localhost:9000/community/websocket "))
        #expect(text.contains("topic community:feed\n"))
        #expect(text.contains("mira-sol-token-for-trying-the-feed-out-0000  Token, Mira Sol\n"))
        #expect(try !self.text { $0.seed = .empty }.contains("Token"))
        let alone = try self.text { $0.dialects = ["community"] }
        #expect(alone.contains("ws://10.0.2.2:9000/community/websocket "))
        #expect(alone.contains("seed standard, data in memory"))
    }

    @Test func `the image search says which keys are good, and keeps them`() throws {
        #expect(try text().contains("Pexels       http://localhost:9000/v1/ "))
        #expect(try text().contains("  any key\n"))
        let keyed = try text { $0.settings[Pexels.self].keys = ["hunter2"] }
        #expect(keyed.contains("  with a key\n") && !keyed.contains("hunter2"))
    }

    @Test func `only what is served is shown`() throws {
        let postly = try text { $0.dialects = ["postly"] }
        #expect(!postly.contains("Community") && !postly.contains("Pexels"))
        #expect(!postly.contains("mira-sol-token"))
        #expect(!postly.contains("DummyJSON") && !postly.contains("emilys"))
        #expect(!postly.contains("ookies"))
        let dummyJSON = try text { $0.dialects = ["dummyjson"] }
        #expect(!dummyJSON.contains("/api") && !dummyJSON.contains("mira.sol"))
        #expect(dummyJSON.contains("http://10.0.2.2:9000 "))
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
