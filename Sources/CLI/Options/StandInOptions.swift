internal import APIDialect
internal import MockPostlyCertificates
internal import MockPostlyDialect
internal import MockPostlyOptions
internal import MockPostlyServer
internal import MockPostlyWorlds

/// What is said of the proxy, as it was said.
struct ProxyWords: Sendable, Equatable {
    var port: UInt16?
    var isOffline = false
}

extension ServerOptions {
    static let proxyPort = Option.value(
        "proxy-port",
        "PORT",
        \.proxy.port,
        ValueType.port.optional,
        "be an HTTP proxy too, for apps that call the names of --as",
        """
        Set as the proxy of a simulator, a phone or a browser. What is for a name of --as is answered \
        here, and all else is passed through untouched. 0 chooses a free port. It is for this \
        machine, and with --lan for the network, by the password that is shown at the start.
        """
    )

    /// The options for apps that cannot be told the address of the server.
    static let standIn = [
        Option.list(
            "as",
            "NAME",
            \.tls.mockedNames,
            .mockedName,
            "answer for this name too, such as dummyjson.com; repeatable",
            """
            What is asked for by the name is the system's whose original has it, whatever the path. For \
            a name that no original has, say the system: `--as api.example.com=postly`. By https as well, with a certificate for the name: turns --tls on, unless --tls-cert gives \
            one. Clients come by --proxy-port, or because the name leads to this machine. \
            `*.dev.example` is a.dev.example and b.dev.example, but not dev.example itself. In the \
            variable, separate names by commas.
            """
        ),
        proxyPort,
        Option.boolean(
            "proxy-offline",
            "let the proxy refuse what is for no name of --as",
            "The log tells each refused name: a list of what an app calls.",
            set: { $1.proxy.isOffline = $0 },
            get: { $0.proxy.isOffline }
        ),
    ]
}

extension ValueType where Value == String {
    fileprivate static let mockedName = {
        var type = ValueType(
            expected: "a host name alone, such as dummyjson.com, or NAME=SYSTEM",
            read: { text in
                let (text, system) = MockedName.parts(of: text)
                guard let name = try? CertificateName(text), !name.isAddress, system != "" else {
                    return nil
                }
                return name.description + (system.map { "=" + $0 } ?? "")
            },
            show: { .text($0) }
        )
        type.reason = { certificateName.reason(MockedName.parts(of: $0).name) }
        return type
    }()
}

/// A value of `--as`.
enum MockedName {
    /// The name, and the system that is said with it; nil when none is.
    static func parts(of text: String) -> (name: String, system: String?) {
        guard let mark = text.firstIndex(of: "=") else { return (text, nil) }
        return (String(text[..<mark]), String(text[text.index(after: mark)...]))
    }
}

extension Command.Call {
    /// Reads the names of `--as`, each of which must be that of a system.
    private func nameSystems(_ configuration: inout Configuration) throws(Failure) {
        let values = settings.tls.mockedNames.map { MockedName.parts(of: $0) }
        configuration.mockedNames = try certificateNames(values.map(\.name), of: "--as")
        let systems = configuration.registry.served(configuration.dialects).map { $0.name }
        let known = configuration.registry.hosts(configuration.dialects)
        let recorded = configuration.upstream.flatMap { $0.isRecorded ? $0 : nil }
        for (name, value) in zip(configuration.mockedNames, values) {
            if let system = value.system {
                guard systems.contains(system) else {
                    throw .usage(
                        "--as \(name)=\(system): \(quoted(system)) is not served",
                        hint: "the systems are \(systems.joined(separator: ", "))"
                    )
                }
                configuration.hosts[name.description] = system
            } else if !known.contains(where: name.covers) {
                if let recorded {
                    // Whose it is makes no difference: its real server is asked.
                    let system = systems.first { recorded.origin(of: $0) != nil }
                    configuration.hosts[name.description] = system
                    continue
                }
                if systems.contains(API.name), configuration.settings[API.self].claimsPaths {
                    // A name that nobody else has is that of the user's own server.
                    configuration.hosts[name.description] = API.name
                    continue
                }
                throw .usage(
                    "--as \(name): no system has this name",
                    hint: "the names are \(known.joined(separator: ", ")); for another one say the"
                        + " system, such as --as \(name)=\(systems.first ?? "postly")"
                )
            }
        }
    }

    /// Lets `configuration` answer for other servers; to be called when all else is in it.
    func standIn(_ configuration: inout Configuration) throws(Failure) {
        try nameSystems(&configuration)
        let words = settings.proxy
        guard let port = words.port else {
            if words.isOffline {
                throw .usage(
                    "--proxy-offline needs --proxy-port",
                    hint: "add --as NAME --proxy-port 8888"
                )
            }
            return
        }
        guard !configuration.mockedNames.isEmpty else {
            throw .usage(
                "--proxy-port needs --as",
                hint: "name the servers that the proxy answers for, such as --as dummyjson.com"
            )
        }
        if port != 0, port == configuration.port {
            throw .usage(
                "--proxy-port and --port are both \(port)",
                hint: "give the proxy a port of its own, or 0 for a free one"
            )
        }
        guard configuration.isLoopbackOnly || configuration.adminToken != nil else {
            throw .usage(
                "--proxy-port on \(configuration.host) needs an admin token",
                hint:
                    "--admin-token sets one, of which the proxy's password is made; --lan makes one"
            )
        }
        if !configuration.isLoopbackOnly { try requireLongToken(configuration) }
        configuration.proxy = ProxySettings(port: port, isOffline: words.isOffline)
    }
}
