import MockPostlyDialect
import MockPostlyNetwork
import MockPostlyServer
import MockPostlyWorlds
import Testing

@testable import MockPostlyCLI

@Suite
struct InvitationTests {
    private static let page = "http://192.168.1.20:8080/__mockpostly/phone"

    private func ranked(_ interfaces: [(String, [String])]) -> [RankedAddress] {
        [RankedAddress](
            ranking: interfaces.map { name, texts in
                NetworkInterface(name, texts.compactMap { NetworkAddress($0) })
            },
            sources: []
        ).filter(\.isOffered)
    }

    private func banner(
        width: Int? = 80,
        lines: Int? = 60,
        usesColour: Bool = false,
        interfaces: [(String, [String])] = [("wlan0", ["192.168.1.20"])],
        in hostEnvironment: HostEnvironment? = nil,
        _ change: (inout Configuration) -> Void = { _ in }
    ) -> String {
        var configuration = Configuration()
        configuration.host = Configuration.everywhere
        configuration.adminToken = "hunter2-hunter2-"
        configuration.isAdminTokenMade = true
        change(&configuration)
        var introduction = Introduction()
        introduction.lines = [
            .init("iOS", .address(scheme: "http", path: "/api/")),
            .init("Android emulator", .emulatorAddress(scheme: "http", path: "/api")),
        ]
        let invitation = Invitation(
            to: ranked(interfaces),
            port: 8080,
            configuration,
            in: hostEnvironment
        )
        let banner = Banner(
            port: 8080,
            url: "http://localhost:8080",
            [(name: "postly", title: "Postly", introduction)],
            configuration,
            invitation
        )
        var console = Capture().console(isTerminal: true, usesColour: usesColour)
        (console.errorColumns, console.errorLines) = (width, lines)
        return banner.text(on: console)
    }

    private func hasCode(_ text: String) -> Bool { text.contains { "█▀▄".contains($0) } }

    @Test
    func `the code comes last, below the phone's address, the systems and the token`() throws {
        let text = banner()
        let parts = [
            "#?token=hunter2-hunter2-", "192.168.1.20:8080/api/", "Ctrl-C", Self.page, "▀",
        ]
        let places = try parts.map { try #require(text.firstRange(of: $0)?.lowerBound) }
        #expect(places == places.sorted())
        let last = try #require(text.lastIndex { $0 == "▀" })
        #expect(text[last...].allSatisfy { !$0.isLetter })
        #expect(text.contains("On a phone   \(Self.page)  wireless, wlan0\n"))
        #expect(text.contains("Postly       http://192.168.1.20:8080/api/  iOS\n"))
        #expect(text.contains("             http://10.0.2.2:8080/api       Android emulator\n"))
        #expect(
            text.contains(
                "Dashboard    http://localhost:8080/__mockpostly/#?token=hunter2-hunter2-\n"
            )
        )
        #expect(
            text.contains(
                "Admin token  hunter2-hunter2-  made for this run; your commands find it"
            )
        )
        #expect(text.contains("The iOS simulator reaches this computer as localhost.\n"))
        for line in text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    }

    @Test
    func `a token of the user's own is not shown`() {
        let text = banner { $0.isAdminTokenMade = false }
        #expect(!text.contains("hunter2") && !text.contains("#?token"))
        #expect(text.contains("  asks for your token\n"))
    }

    @Test
    func `other networks are shown beside the best`() {
        let text = banner(
            interfaces: [("wlan0", ["192.168.1.20", "fd00::5"]), ("eth0", ["10.1.2.3"])]
        )
        #expect(text.contains("or           http://10.1.2.3:8080/__mockpostly/phone"))
        #expect(text.contains("or           http://[fd00::5]:8080/__mockpostly/phone"))
        let many = banner(interfaces: (1...9).map { ("eth\($0)", ["10.0.0.\($0)"]) })
        #expect(many.contains("10.0.0.4:8080/__mockpostly") && !many.contains("10.0.0.5:8080"))
    }

    @Test
    func `what is less than a network is said`() {
        let vpn = banner(interfaces: [("tailscale0", ["100.101.1.2"])])
        let words = vpn.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("only devices of the same VPN reach it"))
        #expect(!banner().contains("container"))
        #expect(banner(in: .container).contains("publish its port"))
        #expect(banner(in: .wsl).contains("networkingMode=mirrored"))
    }

    @Test(arguments: [
        (nil, nil, true), (80, 24, true), (43, 40, true), (42, 40, false), (80, 21, false),
        (80, 22, true), (20, 60, false),
    ])
    func `a code is shown where it fits`(width: Int?, lines: Int?, isShown: Bool) {
        let text = banner(width: width, lines: lines)
        #expect(hasCode(text) == isShown)
        #expect(text.split(whereSeparator: \.isWhitespace).contains { $0 == Self.page })
        for line in text.split(separator: "\n") where hasCode(String(line)) {
            #expect(line.count <= width ?? 80)
        }
    }

    @Test
    func `without the page for phones there is no code`() {
        let text = banner { configuration in
            (configuration.hasControl, configuration.adminToken) = (false, nil)
        }
        #expect(!hasCode(text) && !text.contains("__mockpostly"))
        #expect(text.contains("On a phone   http://192.168.1.20:8080 "))
    }

    @Test
    func `a log has the address and no token`() {
        var configuration = Configuration()
        configuration.isAdminTokenMade = true
        configuration.adminToken = "hunter2"
        let invitation = Invitation(
            to: ranked([("eth0", ["192.168.1.20"]), ("eth1", ["10.0.0.1"])]),
            port: 8080,
            configuration,
            in: .wsl
        )
        let notices = invitation.notices
        #expect(notices.count == 3)
        #expect(notices[0] == "on a phone in the same network: \(Self.page)")
        #expect(notices[2].contains("--admin-token"))
        #expect(notices.allSatisfy { !$0.contains("hunter2") })
    }
}
