internal import MockPostlyOptions

/// The source of an option's value.
enum Origin: Sendable, Equatable {
    case standard
    /// A member of a configuration file.
    case file(String)
    /// An environment variable.
    case variable(String)
    /// A flag as it was written.
    case flag(String)

    var words: String {
        switch self {
        case .standard: "default"
        case .file(let path): "file \(path)"
        case .variable(let name): "environment variable \(name)"
        case .flag(let flag): "flag \(flag)"
        }
    }
}

/// The settings, resolved from flags, environment, configuration file and defaults, in this order.
struct Resolution {
    var settings: Settings
    /// The origins by option name; an option that is missing here has its default.
    private(set) var origins: [String: Origin] = [:]

    func origin(of option: Option) -> Origin {
        origin(ofOption: option.name)
    }

    func origin(ofOption name: String) -> Origin {
        origins[name] ?? .standard
    }

    private let helpHint: String

    /// Resolves `options`; every given value is checked, even when another one overrides it.
    ///
    /// `helpHint` is the hint in failures: it names the help that lists the options. `settings` are
    /// the defaults.
    init(
        _ options: [Option],
        _ uses: [ParsedArguments.Use],
        environment: Environment,
        helpHint: String,
        settings: Settings = Settings()
    ) throws(Failure) {
        self.helpHint = helpHint
        self.settings = settings
        let byFlag = uses.last { $0.option.name == "config" }?.text
        let hasFile = options.contains { $0.name == "config" }
        if hasFile, let path = byFlag ?? environment["MOCKPOSTLY_CONFIG"], !path.isEmpty {
            try apply(try ConfigurationFile(path: path))
        }
        for option in options { try apply(option, environment) }
        try apply(uses)
    }

    private mutating func apply(_ file: ConfigurationFile) throws(Failure) {
        for entry in file.entries {
            for (index, text) in entry.texts.enumerated() {
                guard apply(text, to: entry.option, isFirst: index == 0, from: .file(file.path))
                else {
                    throw Failure(
                        "\(entry.place): \(wrong(entry.name, entry.option, text: text))",
                        hint: ConfigurationFile.hint,
                        .configuration
                    )
                }
            }
        }
    }

    private mutating func apply(_ option: Option, _ environment: Environment) throws(Failure) {
        guard let own = option.variable else { return }
        var found = environment[own].map { (own, $0) }
        if let former = option.formerVariable, let text = environment[former] {
            guard found == nil else {
                throw .bothNames("environment variables \(former) and \(own) are", former, own)
            }
            found = (former, text)
        }
        // Kubernetes puts tcp://… into MOCKPOSTLY_PORT for a service called mockpostly.
        if let text = found?.1, option.name == "port", text.hasPrefix("tcp://") { found = nil }
        if option.kind == .boolean, found == nil {
            let contrary = "MOCKPOSTLY_NO_" + own.dropFirst("MOCKPOSTLY_".count)
            if let text = environment[contrary] {
                guard let value = parseBoolean(text) else {
                    throw wrongVariable(contrary, option, text: text)
                }
                _ = apply(String(!value), to: option, isFirst: true, from: .variable(contrary))
                return
            }
        }
        if found == nil, let fallback = option.fallback, let text = environment[fallback],
            !option.ignoresVariable(text)
        {
            found = (fallback, text)
        }
        guard let (variable, text) = found else { return }
        let texts = option.isList ? text.split(separator: ",").map(String.init) : [text]
        for (index, text) in texts.enumerated() {
            guard apply(text, to: option, isFirst: index == 0, from: .variable(variable)) else {
                throw wrongVariable(variable, option, text: text)
            }
        }
    }

    private mutating func apply(_ uses: [ParsedArguments.Use]) throws(Failure) {
        var seen: Set<String> = []
        for former in uses where former.flag == former.option.formerFlag {
            guard let use = uses.first(where: { $0.flag == "--\(former.option.name)" }) else {
                continue
            }
            throw .bothNames("\(former.flag) and \(use.flag) are", former.flag, use.flag)
        }
        for use in uses {
            let isFirst = seen.insert(use.option.name).inserted
            guard apply(use.text, to: use.option, isFirst: isFirst, from: .flag(use.flag)) else {
                throw .usage(
                    wrong(use.flag, use.option, text: use.text),
                    hint: helpHint
                )
            }
        }
    }

    private mutating func apply(
        _ text: String,
        to option: Option,
        isFirst: Bool,
        from origin: Origin
    ) -> Bool {
        guard option.take(text, isFirst, &settings) else { return false }
        origins[option.name] = origin
        if let opposite = option.opposite, option.show(settings) == .boolean(true) {
            origins[opposite] = origin
        }
        return true
    }

    // MARK: Messages

    private func wrong(_ name: String, _ option: Option, text: String) -> String {
        if let reason = option.reason(text) { return "\(name): \(reason)" }
        let found = option.isSecret ? "" : ", found \(quoted(text))"
        return "\(name): expected \(option.expected)\(found)"
    }

    private func wrongVariable(_ variable: String, _ option: Option, text: String) -> Failure {
        .usage(
            "environment variable \(wrong(variable, option, text: text))",
            hint: "change \(variable) or unset it, or override it with --\(option.name)"
        )
    }
}

extension Failure {
    /// The failure of an option that is given by its `former` name and by the present one, `name`;
    /// `both` are the two in a sentence.
    fileprivate static func bothNames(_ both: String, _ former: String, _ name: String) -> Failure {
        .usage("\(both) the same option", hint: "\(former) is the former name of \(name)")
    }
}
