internal import MockPostlyDialect
internal import MockPostlyOptions
internal import MockPostlyServer
internal import MockPostlyWorlds

extension ServerOptions {
    static let links = Option(
        name: LinkWords.optionName,
        kind: .list("WHERE"),
        summary: LinkWords.summary,
        details: """
            local: to this server, by the host name of the request, so that nothing is loaded from the \
            internet. upstream: to the hosts of the originals. `--links postly=local` is for one \
            system: \(linking.joined(separator: ", ")). The default is upstream, as \
            the originals answer, for \(systems(linkingTo: .upstream).joined(separator: ", ")); it is \
            local for the others and, with --lan and in exec, for all.
            """,
        expected: LinkWords.expected,
        completion: .words(
            LinkTarget.allCases.map(\.rawValue)
                + linking.flatMap { name in LinkTarget.allCases.map { "\(name)=\($0.rawValue)" } }
        ),
        take: { text, isFirst, settings in
            if isFirst { settings.links = LinkWords() }
            return settings.links.add(text, linking)
        },
        show: { .list($0.links.words) }
    ).with { $0.isPerWorld = true }

    /// The systems whose answers have links to pictures.
    private static let linking = systems(linkingTo: nil)

    /// Those whose links lead there where no option says more; nil for all.
    private static func systems(linkingTo target: LinkTarget?) -> [String] {
        DialectRegistry.standard.all.filter {
            let usual = $0.links(in: SettingsByDialect())
            return target == nil ? usual != nil : usual == target
        }.map { $0.name }
    }
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
