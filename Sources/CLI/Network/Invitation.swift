internal import MockPostlyNetwork
internal import MockPostlyServer
internal import MockPostlyWorlds

/// What the start of a server says to phones on the same network.
struct Invitation {
    /// The addresses that are shown beside the best one.
    private static let otherAddresses = 3

    /// The addresses for phones, the best first; never empty.
    private let addresses: [RankedAddress]
    private let port: UInt16
    /// Whether there is a page for phones.
    private let hasPage: Bool
    private let isTokenMade: Bool
    private let hostEnvironment: HostEnvironment?

    init(
        to addresses: [RankedAddress],
        port: UInt16,
        _ configuration: Configuration,
        in hostEnvironment: HostEnvironment?
    ) {
        (self.addresses, self.port, self.hostEnvironment) = (addresses, port, hostEnvironment)
        hasPage = configuration.hasControl
        isTokenMade = configuration.isAdminTokenMade && configuration.hasControl
    }

    /// The host for phones; nil without an address.
    var host: String? { addresses.first?.address.host }

    /// The URL that a phone opens.
    private func url(_ address: RankedAddress) -> String {
        let path = hasPage ? ServerAddress.phonePath : ""
        return "http://\(address.address.host):\(port)\(path)"
    }

    /// What to do when the addresses are not those that a phone can reach; nil when they are.
    var advice: String? { hostEnvironment?.advice }

    /// The lines of the banner, the best address first.
    var rows: [Banner.Row] {
        addresses.prefix(1 + Self.otherAddresses).enumerated().map { index, one in
            Banner.Row(
                label: index == 0 ? "On a phone" : "or",
                value: url(one),
                note: one.reason == .lastResort
                    ? one.kindInWords : "\(one.kind.rawValue), \(one.interface)"
            )
        }
    }

    /// The QR code of the best address between empty lines; a single empty line where it does not
    /// fit.
    func code(on console: Console, width: Int) -> String {
        let indent = 2
        guard hasPage, let best = addresses.first, let code = TerminalCode(url(best)),
            indent + code.width <= width, code.height < console.errorLines ?? .max
        else { return "\n" }
        let margin = String(repeating: " ", count: indent)
        let lines = code.lines(usesColour: console.usesColour).map { margin + $0 + "\n" }
        return "\n" + lines.joined() + "\n"
    }

    /// What is said without a banner; the token is not in it, because logs are kept.
    var notices: [String] {
        var notices = addresses.prefix(1).map { "on a phone in the same network: \(url($0))" }
        if let advice { notices.append(advice) }
        if isTokenMade {
            notices.append(
                "the control plane needs an admin token, which was made for this run and which your"
                    + " own commands find; --admin-token sets one"
            )
        }
        return notices
    }
}
