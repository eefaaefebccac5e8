internal import MockPostlyCrypto
internal import MockPostlyNetwork
internal import MockPostlyOptions
internal import MockPostlyServer
internal import MockPostlyText
internal import MockPostlyWorld
internal import MockPostlyWorlds

extension Command.Call {
    /// Lets `configuration` listen on all addresses, with an admin token.
    ///
    /// Changes nothing when `--host` was given in a place that wins over that of `--lan`. Throws when
    /// both were given in the same place and contradict each other.
    func open(_ configuration: inout Configuration) throws(Failure) {
        let host = configuration.host
        let isEverywhere = ["0.0.0.0", "::"].contains(host)
        let origins = (
            host: resolution.origin(of: ServerOptions.host),
            network: resolution.origin(of: NetworkOptions.network)
        )
        if !isEverywhere {
            if origins.host.rank == origins.network.rank {
                throw .usage(
                    "--lan and --host \(host) contradict each other: --lan listens on all addresses",
                    hint: "leave --host out; `mockpostly serve --lan=list` shows the addresses, and"
                        + " `--lan=ADDRESS` chooses one"
                )
            }
            guard origins.host.rank < origins.network.rank else { return }
            configuration.host = Configuration.everywhere
        }
        try requireLongToken(configuration)
        // The password of the proxy is made of the token too.
        guard configuration.hasControl || settings.proxy.port != nil,
            configuration.adminToken == nil
        else { return }
        configuration.adminToken = Self.newToken()
        configuration.isAdminTokenMade = true
    }

    /// Throws when others can reach the server and its chosen token is short enough to be guessed.
    ///
    /// 16 characters, as many as the token has that the server makes itself. At the proxy a shorter one
    /// could even be found without asking: whoever reads the password, which goes over the network in
    /// plain, can try tokens against it.
    func requireLongToken(_ configuration: Configuration) throws(Failure) {
        guard let token = configuration.adminToken, token.utf8.count < Self.shortestToken else {
            return
        }
        throw Failure(
            "the admin token has \(token.utf8.count) characters, and one that others on the network"
                + " could try to guess needs \(Self.shortestToken)",
            hint: "choose a longer one, or leave it out: --lan makes one",
            .configuration
        )
    }

    private static var shortestToken: Int { 16 }

    /// 95 random bits of the system as 16 letters, digits, `-` and `_`.
    private static func newToken() -> String {
        let words = [RandomSource.entropySeed(), RandomSource.entropySeed()]
        var bytes = words.flatMap { word in
            stride(from: 0, to: 64, by: 8).map { UInt8(truncatingIfNeeded: word >> $0) }
        }
        // So that it begins with a letter: a hyphen would look like an option.
        bytes[0] &= 0x7F
        return Base64URL.encode(Array(bytes.prefix(12)))
    }

    /// The addresses of this machine for phones; nil when `configuration` is not for them.
    ///
    /// Throws when there is no such address, or not the one that was asked for.
    func phoneAddresses(
        for configuration: Configuration,
        interfaces: () -> [RankedAddress] = [RankedAddress].ofThisMachine
    ) throws(Failure) -> [RankedAddress]? {
        guard settings.network.isOn,
            [Configuration.everywhere, "0.0.0.0", "::"].contains(configuration.host)
        else { return nil }
        var ranked = interfaces()
        if case .by(let name) = settings.network {
            guard let chosen = ranked.choosing(name) else { throw .noAddress(name, ranked) }
            ranked = chosen
        }
        let offered = ranked.filter { one in
            guard one.isOffered else { return false }
            return switch configuration.host {
            case "0.0.0.0": !one.address.isIPv6
            case "::": one.address.isIPv6
            default: true
            }
        }
        guard !offered.isEmpty else {
            throw Failure(
                "no network: this machine has no address that a phone could reach",
                hint:
                    "connect it to one, or leave --lan out; `mockpostly serve --lan=list` shows what"
                    + " there is"
            )
        }
        return offered
    }
}

extension [RankedAddress] {
    /// Those of this machine.
    static func ofThisMachine() -> [RankedAddress] {
        [RankedAddress](ranking: NetworkInterface.all(), sources: NetworkInterface.defaultSources())
    }
}

extension Failure {
    /// The failure for `--lan=NAME` with a name that is none of `known`.
    fileprivate static func noAddress(_ name: String, _ known: [RankedAddress]) -> Failure {
        var names: [String] = []
        for one in known where one.isOffered && !names.contains(one.interface) {
            names.append(one.interface)
        }
        let words = names.isEmpty ? "none" : names.joined(separator: ", ")
        return .usage(
            "--lan=\(printable(name)): no interface or address of this machine that a phone could"
                + " reach has this name",
            hint: "there are: \(words); `mockpostly serve --lan=list` shows them all"
        )
    }
}
