import Testing

@testable import MockPostlyNetwork

@Suite
struct NetworkAddressTests {
    @Test(
        arguments: [
            ("127.0.0.1", .loopback), ("127.255.0.9", .loopback), ("169.254.7.7", .link),
            ("10.0.2.15", .own), ("172.16.0.1", .own), ("172.31.255.255", .own),
            ("172.15.0.1", .global), ("172.32.0.1", .global), ("192.168.178.20", .own),
            ("192.169.0.1", .global), ("100.64.0.1", .carrier), ("100.127.9.9", .carrier),
            ("100.128.0.1", .global), ("0.0.0.0", .none), ("224.0.0.251", .none),
            ("255.255.255.255", .none), ("203.0.113.9", .global),
            ("::1", .loopback), ("::", .none), ("fe80::1", .link), ("febf::1", .link),
            ("fc00::1", .own), ("fd12:3456::1", .own), ("ff02::fb", .none),
            ("2001:db8::1", .global),
        ] as [(String, NetworkAddress.Scope)]
    )
    func `who can be reached by an address`(
        text: String,
        scope: NetworkAddress.Scope
    ) throws {
        let address = try #require(NetworkAddress(text))
        #expect(address.scope == scope)
        #expect(address.text == text)
        #expect(address.host == (text.contains(":") ? "[\(text)]" : text))
    }

    @Test(arguments: ["", "1.2.3", "01.2.3.4", "256.1.1.1", "[::1]", "fe80::1%en0", "host", "1 "])
    func `other texts are no addresses`(text: String) {
        #expect(NetworkAddress(text) == nil)
    }

    @Test(arguments: [0, 3, 5, 15, 17])
    func `there are addresses of 4 and of 16 bytes`(count: Int) {
        #expect(NetworkAddress(bytes: Array(repeating: 1, count: count)) == nil)
    }

    @Test
    func `this machine has loopback, and one address for each default route at most`() {
        let interfaces = NetworkInterface.all()
        #expect(interfaces.contains { $0.kind == .loopback })
        #expect(Set(interfaces.map(\.name)).count == interfaces.count)
        #expect(interfaces.allSatisfy { !$0.addresses.isEmpty })
        let sources = NetworkInterface.defaultSources()
        #expect(sources.count <= 2)
        let all = interfaces.flatMap(\.addresses)
        #expect(sources.allSatisfy { all.contains($0) })
    }

    @Test(arguments: [
        ("5.15.153.1-microsoft-standard-WSL2", HostEnvironment.wsl),
        ("4.4.0-19041-Microsoft", .wsl), ("6.1.0-26-amd64", nil), ("23.6.0", nil), ("", nil),
    ])
    func `Linux inside Windows is known by its kernel`(
        release: String,
        hostEnvironment: HostEnvironment?
    ) {
        #expect(HostEnvironment(release: release) == hostEnvironment)
    }
}
