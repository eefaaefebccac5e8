internal import MockPostlyDialect
internal import MockPostlyOptions
internal import MockPostlyServer
internal import MockPostlyWorlds

/// Where links to pictures lead, as it was said.
struct LinkWords: Sendable, Equatable {
    /// For all systems that are not named.
    var all: LinkTarget?
    var bySystem: [String: LinkTarget] = [:]

    /// The words of the option that say this.
    var words: [String] {
        (all.map { [$0.rawValue] } ?? [])
            + bySystem.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.rawValue)" }
    }

    /// Adds one word, `local` or `postly=local`; returns false when it is none of the `systems`.
    mutating func add(_ word: Substring, _ systems: [String]) -> Bool {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let target = parts.last.flatMap({ LinkTarget(rawValue: String($0)) }) else {
            return false
        }
        guard parts.count == 2 else {
            all = target
            return true
        }
        guard systems.contains(String(parts[0])) else { return false }
        bySystem[String(parts[0])] = target
        return true
    }
}

extension ServerOptions {
    static let links = Option(
        name: "links",
        kind: .list("WHERE"),
        summary: "where links to pictures lead: local or upstream; repeatable",
        details: """
            local: to this server, by the host name of the request, so that nothing is loaded from the \
            internet. upstream: to the hosts of the originals. `--links postly=local` is for one \
            system: \(linking.joined(separator: ", ")). The default is upstream for postly and \
            community, because the original's web client fails on pictures of other hosts, and local \
            for the others; with --lan, and in exec, it is local for all.
            """,
        expected: "local, upstream, or either of them for a system, such as postly=local",
        completion: .words(
            LinkTarget.allCases.map(\.rawValue)
                + linking.flatMap { name in LinkTarget.allCases.map { "\(name)=\($0.rawValue)" } }
        ),
        take: { text, isFirst, settings in
            if isFirst { settings.links = LinkWords() }
            return text.split(separator: ",", omittingEmptySubsequences: false).allSatisfy {
                settings.links.add($0, linking)
            }
        },
        show: { .list($0.links.words) }
    )

    /// The systems whose answers have links to pictures.
    private static let linking = DialectRegistry.standard.all
        .filter { $0.links(in: SettingsByDialect()) != nil }.map { $0.name }
}

extension Command.Call {
    /// Lets links lead where the options say; on a network they lead here unless they say otherwise.
    func setLinks(_ configuration: inout Configuration) {
        for dialect in configuration.registry.all {
            let said = settings.links.bySystem[dialect.name] ?? settings.links.all
            if let said {
                dialect.setLinks(said, in: &configuration.settings)
            } else if settings.network.isOn, !saysEarlier(dialect.name) {
                dialect.setLinks(.local, in: &configuration.settings)
            }
        }
    }

    /// Whether an option of the system's own says where its links lead.
    private func saysEarlier(_ system: String) -> Bool {
        let names = ["\(system)-links", "\(system)-images"]
        guard let option = ServerOptions.all.first(where: { names.contains($0.name) })
        else { return false }
        return resolution.origin(of: option) != .standard
    }
}
