internal import MockPostlyNetwork

/// Prints the addresses of this machine, and says so when none is for phones.
func listAddresses(_ addresses: [RankedAddress], on console: Console) throws(Failure) {
    try console.write(addressTable(addresses, width: console.columns))
    guard !addresses.contains(where: \.isOffered) else { return }
    console.tell("mockpostly: no network: none of these is an address that a phone could reach\n")
}

/// The addresses of this machine as a table for people, the best first.
func addressTable(_ addresses: [RankedAddress], width: Int?) -> String {
    let head = ["INTERFACE", "ADDRESS", "KIND", "FOR PHONES"]
    let rows = addresses.map { one in
        [one.interface, one.address.text, one.kind.rawValue, one.verdict]
    }
    return table([head] + rows, width: width, hasHead: true)
}

extension RankedAddress {
    /// Whether the address is offered, and why.
    fileprivate var verdict: String {
        switch reason {
        case .chosen: "yes: it was chosen"
        case .defaultRoute: "yes: the way to the internet leads through it"
        case .network: "yes"
        case .lastResort: "if nothing else: " + kindInWords
        case .behindBetter: "no: " + kindInWords
        case .loopback: "no: only this computer reaches it"
        case .down: "no: it is not connected"
        case .linkLocal: "no: an address of one link, which needs its interface's name"
        case .direct: "no: for AirDrop and other direct links"
        case .useless: "no: it is the address of no machine"
        }
    }

    /// Who reaches an address that is no ordinary one.
    var kindInWords: String {
        switch kind {
        case .tunnel: "only devices of the same VPN reach it"
        case .container: "only containers of this computer reach it"
        case .machine: "only virtual machines of this computer reach it"
        case .bridge: "only what this computer joins to it reaches it"
        case .wireless, .wired, .network, .direct, .loopback:
            "no router has given this address, only a device on the same cable reaches it"
        }
    }
}

extension HostEnvironment {
    /// What to do when the addresses are not those that a phone can reach.
    var advice: String {
        switch self {
        case .container:
            "This runs in a container: publish its port, and use the address of the machine around it."
        case .wsl:
            "This runs in WSL: phones reach Windows' address, once networkingMode=mirrored is set in"
                + " .wslconfig or the port is forwarded."
        }
    }
}
