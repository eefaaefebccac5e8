/// What a network interface leads to.
///
/// The raw value is the word in lists of addresses; its case is the order of ``allCases`` alone.
package enum InterfaceKind: String, Sendable, CaseIterable {
    /// By what the system says, or a name such as `wlan0`.
    case wireless = "wireless"
    /// By a name such as `eth0` or `enp3s0`.
    case wired = "wired"
    /// A network of unknown kind; on macOS names do not tell Ethernet from Wi-Fi.
    case network = "network"
    /// Joins other interfaces; it may be the machine's own network, or one of virtual machines.
    case bridge = "bridge"
    /// Point to point, or a name such as `tun0`, `wg0` or `tailscale0`.
    case tunnel = "VPN"
    /// The inner networks of Docker, Podman, Kubernetes and LXC, which no phone reaches.
    case container = "containers"
    /// The inner networks of libvirt, VMware, VirtualBox and the like.
    case machine = "virtual machines"
    /// Apple's direct links between devices (AirDrop), and Wi-Fi Direct.
    case direct = "direct link"
    case loopback = "loopback"

    /// The kind of an interface, from what the system says of it, else from its name.
    ///
    /// - Parameters:
    ///   - name: as the system has it, such as `en0`; compared with known beginnings.
    ///   - isLoopback: wins over everything.
    ///   - isPointToPoint: makes an unknown name a ``tunnel``.
    ///   - isWireless: makes an unknown or ordinary name ``wireless``.
    ///   - isBridge: makes an unknown or ordinary name a ``bridge``.
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
