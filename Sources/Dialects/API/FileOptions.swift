internal import MockPostlyContent
internal import MockPostlyJSON
internal import MockPostlyNouns
internal import MockPostlyOptions

/// The member `$mockpostly` of a file: the options with which it is served, so that they need not be
/// said each time.
enum FileOptions {
    /// The members, and the options that they set.
    private static let names: [(member: String, option: String)] = [
        ("prefix", "api-prefix"), ("envelope", "api-envelope"),
        ("error", "api-error"), ("id", "api-id"), ("foreignKey", "api-foreign-key"),
        ("auth", "api-auth"), ("guards", "api-guard"), ("query", "api-query"),
        ("like", "api-like"), ("writes", "api-writes"), ("dates", "api-dates"),
    ]

    /// Sets what the member says.
    ///
    /// - Parameters:
    ///   - source: the member.
    ///   - settings: what a flag or a variable has set stays.
    ///   - isGiven: whether an option was set by one.
    /// - Throws: ``SeedFault`` with the place of an unknown member or a value that cannot be.
    static func read(
        _ source: CollectionSource.Member,
        into settings: inout API.Settings,
        isGiven: (_ option: String) -> Bool
    ) throws(SeedFault) {
        let title = CollectionSource.optionsName
        guard source.value.kind == .object else {
            throw SeedFault(
                at: source.path,
                source.value,
                title,
                "expected an object of options, found \(source.value.found)"
            )
        }
        for (name, value) in source.value.members {
            if name == CollectionSource.relativeDatesName {
                try checkFlag(source, name, value)
                continue
            }
            let known = names.first { $0.member == name }
            guard let known, let option = API.options.first(where: { $0.name == known.option })
            else {
                let all = (names.map(\.member) + [CollectionSource.relativeDatesName])
                    .joined(separator: ", ")
                throw SeedFault(
                    at: source.path,
                    value,
                    "\(title).\(name)",
                    "there is no such option; they are \(all)"
                )
            }
            if isGiven(option.name) { continue }
            let texts = texts(of: value, option, isTemplate: name == "envelope" || name == "error")
            var isTaken = !texts.isEmpty
            for (place, text) in texts.enumerated() where isTaken {
                isTaken = option.take(text, place == 0, &settings)
            }
            guard isTaken else {
                throw SeedFault(
                    at: source.path,
                    value,
                    "\(title).\(name)",
                    "expected \(option.expected)"
                )
            }
        }
    }

    private static func checkFlag(
        _ source: CollectionSource.Member,
        _ name: String,
        _ value: JSONValue
    ) throws(SeedFault) {
        guard value.kind != .bool else { return }
        let field = "\(CollectionSource.optionsName).\(name)"
        throw SeedFault(at: source.path, value, field, "expected true or false")
    }

    /// A value as the texts of a flag; none for a value that no flag can have.
    private static func texts(
        of value: JSONValue,
        _ option: Option<API.Settings>,
        isTemplate: Bool
    ) -> [String] {
        switch value.kind {
        case .string: [value.string ?? ""]
        case .bool: [value.bool == true ? "true" : "false"]
        case .array where option.isList && value.elements.allSatisfy({ $0.string != nil }):
            value.elements.compactMap(\.string)
        case .object where isTemplate: [Template.bare(value.rawText)]
        case .object where option.isList:
            value.members.map { name, value in
                let digits = value.string ?? String(decoding: value.rawText, as: UTF8.self)
                return "\(name)=\(digits)"
            }
        default: []
        }
    }
}
