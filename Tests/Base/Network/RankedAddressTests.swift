import Testing

@testable import MockPostlyNetwork

@Suite
struct RankedAddressTests {
    private func interface(
        _ name: String,
        isUp: Bool = true,
        _ addresses: String...
    ) -> NetworkInterface {
        NetworkInterface(name, isUp: isUp, addresses.compactMap { NetworkAddress($0) })
    }

    private func ranked(
        _ interfaces: [NetworkInterface],
        sources: String...
    ) -> [RankedAddress] {
        [RankedAddress](
            ranking: interfaces,
            sources: sources.compactMap { NetworkAddress($0) }
        )
    }

    private func offered(_ ranked: [RankedAddress]) -> [String] {
        ranked.filter(\.isOffered).map(\.address.text)
    }

    private func reason(_ text: String, _ ranked: [RankedAddress]) -> RankedAddress.Reason? {
        ranked.first { $0.address.text == text }?.reason
    }

    private var loopback: NetworkInterface { interface("lo", "127.0.0.1", "::1") }

    @Test
    func `Linux with Docker and Wi-Fi`() {
        let ranked = ranked(
            [
                loopback, interface("docker0", isUp: false, "172.17.0.1"),
                interface("br-5f2c6d1e9a3b", "172.18.0.1"),
                interface("veth1", "fe80::1"),
                interface("wlan0", "192.168.178.20", "fd00::20", "fe80::20"),
            ],
            sources: "192.168.178.20"
        )
        #expect(offered(ranked) == ["192.168.178.20", "fd00::20"])
        #expect(ranked[0].reason == .defaultRoute && ranked[0].interface == "wlan0")
        #expect(reason("172.17.0.1", ranked) == .down)
        #expect(reason("172.18.0.1", ranked) == .behindBetter)
        #expect(reason("fe80::20", ranked) == .linkLocal)
        #expect(reason("127.0.0.1", ranked) == .loopback)
        #expect(ranked.count == 8)
    }

    @Test
    func `a Mac with a VPN that takes everything, Docker and AirDrop`() {
        let ranked = ranked(
            [
                interface("lo0", "127.0.0.1", "::1", "fe80::1"),
                interface("awdl0", "fe80::aaaa"), interface("llw0", "fe80::bbbb"),
                interface("utun3", "10.8.0.6"),
                interface("en0", "fe80::cccc", "192.168.1.5"),
                interface("bridge100", "192.168.64.1"),
            ],
            sources: "10.8.0.6"
        )
        #expect(offered(ranked) == ["192.168.1.5"])
        #expect(ranked[0].reason == .network)
        #expect(reason("10.8.0.6", ranked) == .behindBetter)
        #expect(reason("192.168.64.1", ranked) == .behindBetter)
        #expect(reason("fe80::aaaa", ranked) == .direct)
        #expect(reason("fe80::1", ranked) == .loopback)
    }

    @Test
    func `WSL2, and a container: one network is the network`() {
        let inWindows = ranked(
            [loopback, interface("eth0", "172.29.80.1")],
            sources: "172.29.80.1"
        )
        #expect(offered(inWindows) == ["172.29.80.1"])
        let mirrored = ranked(
            [loopback, interface("loopback0", "127.0.0.2"), interface("eth1", "192.168.1.9")],
            sources: "192.168.1.9"
        )
        #expect(offered(mirrored) == ["192.168.1.9"])
    }

    @Test
    func `of two networks the one with the default route comes first`() {
        let both = [interface("eth0", "10.1.2.3"), interface("wlan0", "192.168.1.7")]
        #expect(offered(ranked(both, sources: "10.1.2.3")) == ["10.1.2.3", "192.168.1.7"])
        #expect(offered(ranked(both, sources: "192.168.1.7")) == ["192.168.1.7", "10.1.2.3"])
        // Without any default route, phones are rather in a wireless one.
        #expect(offered(ranked(both)) == ["192.168.1.7", "10.1.2.3"])
    }

    @Test
    func `a second address of the interface comes after that of the route`() {
        let ranked = ranked(
            [interface("eth0", "10.9.9.9", "192.168.1.7", "2001:db8::8", "2001:db8::7")],
            sources: "192.168.1.7",
            "2001:db8::7"
        )
        #expect(offered(ranked) == ["192.168.1.7", "2001:db8::7", "10.9.9.9", "2001:db8::8"])
    }

    @Test
    func `IPv6 only`() {
        let ranked = ranked(
            [loopback, interface("wlan0", "fe80::2", "2001:db8::5", "fd00::5")],
            sources: "2001:db8::5"
        )
        #expect(offered(ranked) == ["2001:db8::5", "fd00::5"])
        #expect(ranked[0].address.host == "[2001:db8::5]")
    }

    @Test
    func `a bridge that carries the default route is the network`() {
        let server = ranked(
            [
                loopback, interface("br0", "192.168.1.2"), interface("virbr0", "192.168.122.1"),
                interface("tun0", "10.8.0.1"),
            ],
            sources: "192.168.1.2"
        )
        #expect(offered(server) == ["192.168.1.2"])
        #expect(server[0].reason == .defaultRoute)
        let beside = ranked(
            [interface("br0", "192.168.1.2"), interface("wlan0", "192.168.7.2")],
            sources: "192.168.7.2"
        )
        #expect(offered(beside) == ["192.168.7.2"])
    }

    @Test
    func `what is worse is offered only when nothing better is there`() {
        let vpn = [interface("tailscale0", "100.101.1.2"), interface("docker0", "172.17.0.1")]
        #expect(offered(ranked(vpn, sources: "100.101.1.2")) == ["100.101.1.2"])
        #expect(ranked(vpn)[0].reason == .lastResort)
        #expect(offered(ranked([interface("docker0", "172.17.0.1")])) == ["172.17.0.1"])
        let cable = [interface("en5", "169.254.10.9"), interface("utun0", "10.8.0.2")]
        #expect(offered(ranked(cable)) == ["10.8.0.2"])
        #expect(offered(ranked([interface("en5", "169.254.10.9")])) == ["169.254.10.9"])
    }

    @Test
    func `without a network nothing is offered`() {
        #expect(ranked([]).isEmpty)
        #expect(offered(ranked([loopback])).isEmpty)
        let cut = [loopback, interface("wlan0", isUp: false, "192.168.1.5")]
        #expect(offered(ranked(cut)).isEmpty)
        #expect(offered(ranked([loopback, interface("eth0", "fe80::5")])).isEmpty)
        #expect(offered(ranked([interface("eth0", "0.0.0.0", "ff02::1")])).isEmpty)
    }

    @Test
    func `one can be chosen by interface or by address`() throws {
        let all = ranked(
            [
                loopback, interface("eth0", "10.1.2.3"),
                interface("wlan0", "192.168.1.7", "fd00::7"), interface("tun0", "10.8.0.2"),
                interface("eth1", isUp: false, "10.5.5.5"),
            ],
            sources: "10.1.2.3"
        )
        let wireless = try #require(all.choosing("wlan0"))
        #expect(offered(wireless) == ["192.168.1.7", "fd00::7", "10.1.2.3"])
        #expect(wireless[0].reason == .chosen)
        #expect(try offered(#require(all.choosing("10.8.0.2")))[0] == "10.8.0.2")
        #expect(try offered(#require(all.choosing("[fd00::7]")))[0] == "fd00::7")
        #expect(try offered(#require(all.choosing("fd00::7")))[0] == "fd00::7")
        for name in ["nonsense", "", "lo", "127.0.0.1", "10.5.5.5", "eth1", "wlan"] {
            #expect(all.choosing(name) == nil)
        }
    }

    @Test(arguments: 0..<40)
    func `whatever the order, the best comes first and nothing is lost`(turn: Int) {
        let interfaces = [
            loopback, interface("docker0", "172.17.0.1"), interface("utun2", "10.8.0.2"),
            interface("wlan0", "192.168.1.7", "fe80::7", "fd00::7"),
            interface("eth0", "10.1.2.3"), interface("bridge0", "169.254.1.1"),
        ]
        var generator = Steps(state: UInt64(turn))
        let ranked = ranked(
            interfaces.shuffled(using: &generator),
            sources: ["10.1.2.3", "fd00::7"].randomElement(using: &generator) ?? "",
            "10.8.0.2"
        )
        #expect(ranked[0].reason == .defaultRoute)
        #expect(ranked.count == interfaces.flatMap(\.addresses).count)
        let places = ranked.map(\.isOffered)
        #expect(places == places.sorted { $0 && !$1 })
        #expect(Set(offered(ranked)) == ["192.168.1.7", "10.1.2.3", "fd00::7"])
    }
}

/// Random numbers that repeat.
private struct Steps: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 31)
    }
}
