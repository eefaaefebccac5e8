internal import MockPostlyOptions

/// What `--lan` asks for.
enum NetworkRequest: Sendable, Equatable {
    case off
    /// Phones on the same network may connect, by the best address.
    case on
    /// The same by another interface or address, named here.
    case by(String)
    /// The addresses are listed, and no server starts.
    case list

    /// Whether the server is to be reached from the network.
    var isOn: Bool {
        switch self {
        case .on, .by: true
        case .off, .list: false
        }
    }

    init?(_ text: String) {
        switch (text, parseBoolean(text)) {
        case (_, true?): self = .on
        case (_, false?): self = .off
        case ("list", _): self = .list
        case ("", _): return nil
        default: self = .by(text)
        }
    }
}

enum NetworkOptions {
    /// The option that lets phones on the same network connect.
    static let network = Option(
        name: "lan",
        kind: .boolean,
        summary: "let phones on the same network connect, and show how",
        details: """
            Listens on all addresses of this machine, and shows the address for phones and a QR code \
            of it. The control plane then needs a token: that of --admin-token, or one made for this \
            run. `--lan=list` lists the addresses; `--lan=wlan0` and `--lan=192.168.1.20` show another \
            one.
            """,
        expected: "true, false, list, or the name or an address of an interface",
        completion: .none,
        take: { text, _, settings in
            guard let request = NetworkRequest(text) else { return false }
            settings.network = request
            return true
        },
        show: { settings in
            switch settings.network {
            case .off: .boolean(false)
            case .on: .boolean(true)
            case .by(let name): .text(name)
            case .list: .text("list")
            }
        }
    ).with { $0.takesWords = true }
}
