internal import MockPostlyDialect
internal import MockPostlyHTTPClient
internal import MockPostlyOptions
internal import MockPostlyServer
internal import MockPostlyWorlds

/// What is said of real servers, as it was said.
struct UpstreamWords: Sendable, Equatable {
    /// URLs, each perhaps behind the name of a system.
    var servers: [String] = []
    var authorities: String?
    var unknown = UpstreamSettings.UnknownPaths.forward
    var timeout = UpstreamSettings().timeout
}

extension ServerOptions {
    /// The options of real servers.
    static let upstream = [
        Option.list(
            "upstream",
            "URL",
            \.upstream.servers,
            .upstream,
            "send what no system answers on to this real server; repeatable",
            """
            Requests for paths that no system and no API of your own has go to the real server, and its \
            answers come back as they are. `--upstream postly=https://api.mine.example` is the real \
            server of one system: it gets what no route of that system takes, and in a world with the \
            setting `forward` everything. In the variable, separate URLs by commas.
            """
        ),
        Option.value(
            "upstream-ca",
            "FILE",
            \.upstream.authorities,
            ValueType.path.optional,
            "trust these authorities for --upstream too, in PEM",
            "Those of the machine are trusted without it."
        ),
        Option.value(
            "unknown",
            "WHAT",
            \.upstream.unknown,
            .choice,
            "what becomes of unknown paths with --upstream: forward or refuse",
            "refuse: only worlds with the setting `forward` ask a real server."
        ),
        Option.value(
            "upstream-timeout",
            "TIME",
            \.upstream.timeout,
            .duration(days: 1),
            "longest time for a real server to answer",
            """
            Until the head of its answer has come. A body that is streamed may take longer; one that a \
            fault or a stub changes must be there too.
            """
        ).with { $0.reach = .environmentAndFile },
    ]
}

extension ValueType where Value == String {
    fileprivate static let upstream = ValueType(
        expected: "a URL such as https://api.example.com, or SYSTEM=URL",
        read: { text in HTTPOrigin(url: UpstreamServer(text).url) == nil ? nil : text },
        show: { .text($0) }
    )
}

/// A value of `--upstream`.
struct UpstreamServer {
    /// Nil for what no system has.
    var system: String?
    var url: String

    /// Reads `URL` or `SYSTEM=URL`; a URL may have the sign too.
    init(_ text: String) {
        url = text
        guard let mark = text.firstIndex(of: "="), !text[..<mark].utf8.contains(UInt8(ascii: ":"))
        else { return }
        (system, url) = (String(text[..<mark]), String(text[text.index(after: mark)...]))
    }
}

extension Command.Call {
    /// Tells `configuration` of the real servers; to be called when all else is in it.
    func forward(_ configuration: inout Configuration) throws(Failure) {
        let words = settings.upstream
        guard !words.servers.isEmpty else {
            for option in ["upstream-ca", "unknown"]
            where resolution.origin(ofOption: option) != .standard {
                throw .usage(
                    "--\(option) needs --upstream",
                    hint: "name the real server by its URL"
                )
            }
            return
        }
        var upstream = UpstreamSettings()
        let systems = configuration.registry.served(configuration.dialects).map { $0.name }
        for server in words.servers.map({ UpstreamServer($0) }) {
            guard let origin = HTTPOrigin(url: server.url) else { continue }
            if isOwn(origin, configuration) {
                throw .usage(
                    "--upstream \(server.url): that is this server itself",
                    hint: "name the real server, or give this one another --port"
                )
            }
            guard let system = server.system else {
                guard upstream.general == nil else {
                    throw .usage(
                        "--upstream names two servers for all systems",
                        hint: "say the system of one of them, such as"
                            + " --upstream \(systems.first ?? "postly")=\(server.url)"
                    )
                }
                upstream.general = origin
                continue
            }
            guard systems.contains(system) else {
                throw .usage(
                    "--upstream \(system)=\(server.url): \(quoted(system)) is not served",
                    hint: "the systems are \(systems.joined(separator: ", "))"
                )
            }
            upstream.bySystem[system] = origin
        }
        upstream.unknown = words.unknown
        upstream.authorities = words.authorities
        upstream.timeout = words.timeout
        configuration.upstream = upstream
    }

    /// Whether `origin` is the address by which this server can be called on its machine.
    private func isOwn(_ origin: HTTPOrigin, _ configuration: Configuration) -> Bool {
        let names = ["localhost", "127.0.0.1", "::1", "0.0.0.0", configuration.host]
        return configuration.port != 0 && origin.port == configuration.port
            && names.contains(origin.host.lowercased())
    }
}
