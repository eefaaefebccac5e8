/// What a network interface leads to.
package enum InterfaceKind: String, Sendable, CaseIterable {
    case wireless = "wireless"
    case wired = "wired"
    /// A network of unknown kind; on macOS names do not tell Ethernet from Wi-Fi.
    case network = "network"
    /// Joins other interfaces; it may be the machine's own network, or one of virtual machines.
    case bridge = "bridge"
    case tunnel = "VPN"
    case container = "containers"
    case machine = "virtual machines"
    /// Apple's direct links between devices (AirDrop), and Wi-Fi Direct.
    case direct = "direct link"
    case loopback = "loopback"

    /// The kind of an interface, from what the system says of it, else from its name.
    package init(
        name: String,
        isLoopback: Bool = false,
        isPointToPoint: Bool = false,
        isWireless: Bool = false,
        isBridge: Bool = false
    ) {
        let named = Self.kinds.first { $0.names.contains { name.isLike($0) } }?.kind
        self =
            if isLoopback {
                .loopback
            } else if let named, !Self.general.contains(named) {
                named
            } else if isPointToPoint {
                .tunnel
            } else if isWireless {
                .wireless
            } else if isBridge {
                .bridge
            } else {
                named ?? .network
            }
    }

    /// Kinds that what the system says wins over.
    private static let general: [InterfaceKind] = [.wired, .wireless, .bridge]

    /// Names, by their beginnings; a `#` stands for digits up to the end.
    ///
    /// Those of Docker, Podman, Kubernetes and LXC; of libvirt, VMware, VirtualBox and Multipass; of
    /// OpenVPN, WireGuard, Tailscale, ZeroTier and dial-up; of macOS.
    private static let kinds: [(kind: InterfaceKind, names: [String])] = [
        (.loopback, ["lo#"]),
        (
            .container,
            [
                "docker", "br-", "veth", "podman", "cni", "flannel", "cali", "cilium", "weave",
                "kube-", "nerdctl", "lxcbr", "lxdbr", "incusbr",
            ]
        ),
        (.machine, ["virbr", "vmnet", "vboxnet", "vnet", "mpqemubr", "hvint", "feth"]),
        (
            .tunnel,
            [
                "tun", "tap", "wg", "utun", "tailscale", "zt", "ppp", "ipsec", "nordlynx", "proton",
                "mullvad", "gif#", "stf#", "sit#", "gre", "vti", "CloudflareWARP",
            ]
        ),
        (.direct, ["awdl", "llw", "ap#", "p2p", "anpi"]),
        (.bridge, ["bridge", "br#", "vmbr"]),
        (.wireless, ["wl"]),
        (.wired, ["eth", "enp", "eno", "ens", "enx", "em#", "usb#"]),
    ]
}

extension String {
    /// Whether this name begins with `pattern`, or is `pattern` with digits in place of `#`.
    fileprivate func isLike(_ pattern: String) -> Bool {
        guard pattern.hasSuffix("#") else { return hasPrefix(pattern) }
        let start = pattern.dropLast()
        return hasPrefix(start) && dropFirst(start.count).allSatisfy(\.isNumber)
    }
}
