package import MockPostlyOptions

/// An option of a dialect that each world can have for itself.
///
/// The option without its type, for code that does not know the settings of the dialect.
package struct WorldOption: Sendable {
    /// As in ``Option/name``, and so on.
    package let name: String
    /// Never that of a request.
    package let kind: OptionKind
    package let summary: String
    package let details: String
    package let expected: String
    package let completion: Completion
    /// Whether the value is never shown.
    package let isSecret: Bool
    /// Sets the value, of a list all its parts between commas; returns false when the text is not
    /// allowed.
    ///
    /// `settings` are unchanged when it returns false.
    package let take: @Sendable (_ text: String, _ settings: inout SettingsByDialect) -> Bool
    /// The value as text, of the dialects that are served; nil when there is none.
    package let text: @Sendable (SettingsByDialect, _ isServed: (String) -> Bool) -> String?

    fileprivate init<D: Dialect>(_ option: Option<D.Settings>, of dialect: D.Type) {
        name = option.name
        kind = option.kind
        isSecret = option.isSecret
        (summary, details) = (option.summary, option.details)
        (expected, completion) = (option.expected, option.completion)
        take = { text, settings in
            guard option.isList else { return option.take(text, true, &settings[dialect]) }
            var changed = settings[dialect]
            let parts = text.split(separator: ",", omittingEmptySubsequences: false)
            for (place, part) in parts.enumerated()
            where !option.take(String(part), place == 0, &changed) { return false }
            settings[dialect] = changed
            return true
        }
        text = { settings, isServed in
            guard isServed(dialect.name) else { return nil }
            if case .list(let items) = option.show(settings[dialect]) {
                return items.isEmpty ? nil : items.joined(separator: ",")
            }
            return option.show(settings[dialect]).text
        }
    }

    /// The option `links` of several dialects: where links to pictures lead.
    fileprivate init(linksOf dialects: [any Dialect.Type]) {
        (name, kind, isSecret) = (LinkWords.optionName, .list("WHERE"), false)
        summary = LinkWords.summary
        let names = dialects.map { $0.name }
        details = "`postly=local` is for one system: \(names.joined(separator: ", "))."
        expected = LinkWords.expected
        completion = .words(LinkTarget.allCases.map(\.rawValue))
        take = { text, settings in
            var words = LinkWords()
            guard words.add(text, names) else { return false }
            for dialect in dialects {
                guard let target = words.bySystem[dialect.name] ?? words.all else { continue }
                dialect.setLinks(target, in: &settings)
            }
            return true
        }
        text = { settings, isServed in
            let served = dialects.filter { isServed($0.name) }
            let words = served.compactMap { dialect in
                dialect.links(in: settings).map { "\(dialect.name)=\($0.rawValue)" }
            }
            return words.isEmpty ? nil : words.joined(separator: ",")
        }
    }

    /// The option `forward`: the systems among `names` that the real server answers for.
    fileprivate init(forwardingAmong names: [String]) {
        (name, kind, isSecret) = (ForwardWords.optionName, .list("SYSTEM"), false)
        summary = "send all requests of a system on to its real server"
        details = "Needs --upstream. `none` is for no system."
        expected = "none, or systems, separated by commas: \(names.joined(separator: ", "))"
        completion = .words(["none"] + names)
        take = { text, settings in
            let words = text.split(separator: ",").map(String.init)
            guard words != ["none"] else {
                settings.forwarded = []
                return true
            }
            guard !words.isEmpty, words.allSatisfy(names.contains) else { return false }
            settings.forwarded = Set(words)
            return true
        }
        text = { settings, isServed in
            let served = settings.forwarded.filter(isServed).sorted()
            return served.isEmpty ? nil : served.joined(separator: ",")
        }
    }

    fileprivate static func all<D: Dialect>(of dialect: D.Type) -> [WorldOption] {
        D.options.filter { $0.isPerWorld }.map { WorldOption($0, of: dialect) }
    }
}

/// What is said of the systems that a world forwards.
package enum ForwardWords {
    /// Without dashes.
    package static let optionName = "forward"
}

extension WorldOption {
    /// The options that each world can have for itself, of all these dialects.
    static func all(among dialects: [any Dialect.Type]) -> [WorldOption] {
        let linking = dialects.filter { $0.links(in: SettingsByDialect()) != nil }
        let links = linking.isEmpty ? [] : [WorldOption(linksOf: linking)]
        return dialects.flatMap { all(of: $0) } + links
            + [WorldOption(forwardingAmong: dialects.map { $0.name })]
    }
}

extension DialectRegistry {
    /// Sets the option called `name`, without dashes, of whichever dialect has it.
    ///
    /// - Parameters:
    ///   - name: as in ``Option/name``.
    ///   - text: the value, as on the command line.
    ///   - settings: unchanged when it returns false.
    /// - Returns: false when no dialect has such an option, or it does not take the value.
    package func set(
        _ name: String,
        to text: String,
        in settings: inout SettingsByDialect
    ) -> Bool {
        for dialect in all {
            if let isTaken = Self.set(name, to: text, of: dialect, in: &settings) {
                return isTaken
            }
        }
        return false
    }

    /// Nil when the dialect has no such option.
    private static func set<D: Dialect>(
        _ name: String,
        to text: String,
        of dialect: D.Type,
        in settings: inout SettingsByDialect
    ) -> Bool? {
        D.options.first { $0.name == name }.map { $0.take(text, true, &settings[dialect]) }
    }
}
