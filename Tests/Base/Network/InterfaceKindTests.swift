import Testing

@testable import MockPostlyNetwork

@Suite
struct InterfaceKindTests {
    @Test(
        arguments: [
            ("lo", .loopback), ("lo0", .loopback), ("eth0", .wired), ("enp3s0", .wired),
            ("eno1", .wired), ("en0", .network), ("wlan0", .wireless), ("wlp2s0", .wireless),
            ("wlx00c0caaabbcc", .wireless), ("docker0", .container),
            ("br-5f2c6d1e9a3b", .container),
            ("veth12ab", .container), ("podman1", .container), ("cni0", .container),
            ("virbr0", .machine), ("vmnet8", .machine), ("vboxnet0", .machine), ("tun0", .tunnel),
            ("tap0", .tunnel), ("wg0", .tunnel), ("utun4", .tunnel), ("tailscale0", .tunnel),
            ("ztabcdef12", .tunnel), ("ppp0", .tunnel), ("gif0", .tunnel), ("awdl0", .direct),
            ("llw0", .direct), ("ap1", .direct), ("bridge0", .bridge), ("bridge100", .bridge),
            ("br0", .bridge), ("vmbr0", .bridge), ("lowpan0", .network), ("apple0", .network),
            ("rmnet_data0", .network), ("x", .network),
        ] as [(String, InterfaceKind)]
    )
    func `a name tells the kind`(name: String, kind: InterfaceKind) {
        #expect(InterfaceKind(name: name) == kind)
    }

    @Test
    func `what the system says wins over a general name`() {
        #expect(InterfaceKind(name: "eth0", isWireless: true) == .wireless)
        #expect(InterfaceKind(name: "eth1", isBridge: true) == .bridge)
        #expect(InterfaceKind(name: "office", isBridge: true) == .bridge)
        #expect(InterfaceKind(name: "company", isPointToPoint: true) == .tunnel)
        #expect(InterfaceKind(name: "dummy", isLoopback: true) == .loopback)
    }

    @Test
    func `a name that tells more wins over what the system says`() {
        #expect(InterfaceKind(name: "docker0", isBridge: true) == .container)
        #expect(InterfaceKind(name: "virbr0", isBridge: true) == .machine)
        #expect(InterfaceKind(name: "awdl0", isWireless: true) == .direct)
        #expect(InterfaceKind(name: "wg0", isPointToPoint: false) == .tunnel)
    }
}
