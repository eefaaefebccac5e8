internal import MockPostlyDialect
internal import MockPostlyMatching
internal import MockPostlyOptions

/// Finds variables that look like ours and are not.
struct UnknownVariables {
    static let prefix = "MOCKPOSTLY_"

    /// The names of all variables that a program with these commands reads or sets.
    private let known: [String]
    /// Those of former names, which are still read, but never suggested.
    private let former: [String]

    init(_ commands: [Command], _ registry: DialectRegistry) {
        let options = commands.flatMap(\.withSubcommands).flatMap(\.options)
        // The last three are those of the packages for other languages.
        var known: Set<String> = [
            ExecMark.variable, Self.prefix + "WS_URL", Self.prefix + "BIN", Self.prefix + "CACHE",
            Self.prefix + "LOG",
        ]
        for option in options {
            guard let variable = option.variable else { continue }
            known.insert(variable)
            if option.kind == .boolean {
                known.insert(Self.prefix + "NO_" + variable.dropFirst(Self.prefix.count))
            }
            if let fallback = option.fallback { known.insert(fallback) }
        }
        for address in registry.all.flatMap({ $0.addresses }) {
            known.insert("\(Self.prefix)\(address.name.uppercased())_URL")
        }
        self.known = known.sorted()
        former = options.compactMap(\.formerVariable)
    }

    /// A warning for each unknown variable among `names`, with the known one that was probably
    /// meant.
    func warnings(for names: [String]) -> [String] {
        let strangers = names.filter { name in
            // Kubernetes sets some for a service called mockpostly.
            name.hasPrefix(Self.prefix) && !known.contains(name) && !former.contains(name)
                && !name.hasPrefix(Self.prefix + "SERVICE_")
                && !name.hasPrefix(Self.prefix + "PORT_")
        }
        return strangers.sorted().map { name in
            let word = name.dropFirst(Self.prefix.count).uppercased()
            let words = known.filter { $0.hasPrefix(Self.prefix) }
                .map { String($0.dropFirst(Self.prefix.count)) }
            let meant = suggestion(for: word, among: words).map {
                "; did you mean \(Self.prefix)\($0)?"
            }
            return "unknown variable \(quoted(name))" + (meant ?? "")
        }
    }
}

extension CommandLineTool {
    /// Names variables that a command would read if they were spelled right.
    func warnOfUnknownVariables(for command: Command) {
        guard command.options.contains(where: { $0.variable != nil }) else { return }
        let names = environment.names.filter { $0.hasPrefix(UnknownVariables.prefix) }
        guard !names.isEmpty else { return }
        for warning in UnknownVariables(commands, registry).warnings(for: names) {
            console.tell("mockpostly: " + console.styled("warning:", .yellow) + " \(warning)\n")
        }
    }
}
