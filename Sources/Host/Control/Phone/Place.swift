internal import MockPostlyHTTP
internal import MockPostlyNetwork

/// The host and port by which a device has reached the server.
struct Place: Equatable {
    /// As in the Host field: `192.168.1.20:8080`.
    let authority: String
    /// Without port and brackets, in lower case.
    let host: String

    /// Nil when `authority` is no valid Host field (RFC 9110, section 7.2).
    init?(_ authority: String) {
        guard let name = HostName(authority) else { return nil }
        self.authority = authority
        switch name {
        case .name(let name): host = name
        case .address:
            let text = authority.lowercased()
            host =
                text.hasPrefix("[")
                ? String(text.dropFirst().prefix { $0 != "]" })
                : String(text.prefix { $0 != ":" })
        }
    }

    /// The host and port that `request` asks for.
    ///
    /// Throws a ``Problem`` with status 400 when they are no name and no address.
    init(of request: Request) throws(Problem) {
        guard let place = Place(request.authority) else {
            throw .badValue(
                "The Host of the request is no name and no address.",
                "Open the page by the address that the server has shown at its start."
            )
        }
        self = place
    }

    private var address: NetworkAddress? { NetworkAddress(host) }

    /// Whether the host means the device that asks, so that no other device can use it.
    var isLoopback: Bool {
        address?.scope == .loopback || host == "localhost" || host.hasSuffix(".localhost")
    }

    /// Whether it is 127.0.0.1 of the computer, as Android's emulator calls it.
    var isEmulator: Bool { host == "10.0.2.2" }

    /// Whether iOS takes it for local networking: then `NSAllowsLocalNetworking` is enough.
    var isLocalOnIOS: Bool {
        guard let address else {
            return isLoopback || host.hasSuffix(".local") || !host.contains(where: { $0 == "." })
        }
        return [.loopback, .link, .own].contains(address.scope)
    }
}
