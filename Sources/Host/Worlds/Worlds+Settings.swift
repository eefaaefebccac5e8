internal import MockPostlyDialect

/// Settings of dialects that each world can have for itself.
extension Worlds {
    func apply(
        _ changes: [WorldSetting],
        to settings: inout SettingsByDialect
    ) throws(HostError) {
        let options = configuration.registry.worldOptions
        for change in changes {
            guard let option = options.first(where: { $0.name == change.name }) else {
                throw .noSuchSetting(change.name, known: options.map(\.name))
            }
            guard option.take(change.value, &settings) else {
                throw .badSetting(change, expected: option.expected)
            }
        }
        let upstream = configuration.upstream
        for name in settings.forwarded.sorted() where upstream?.origin(of: name) == nil {
            throw .badSetting(
                WorldSetting(ForwardWords.optionName, name),
                expected: "a system that --upstream has a server for"
            )
        }
    }

    /// The settings of `world` that it can have for itself, with their values; only those of its
    /// served dialects, and secrets hidden.
    func settings(of world: World) -> [WorldSetting] {
        configuration.registry.worldOptions.compactMap { option in
            let text = option.text(world.plan.settings) { world.dialect(named: $0) != nil }
            return text.map { WorldSetting(option.name, option.isSecret ? "…" : $0) }
        }
    }
}
