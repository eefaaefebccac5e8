/// What an option takes.
package enum OptionKind: Sendable, Equatable {
    /// Nothing: `--name`, and `--no-name` for the contrary.
    case boolean
    /// Nothing, and there is no contrary: `--json`.
    case request
    /// A value, whose place is called so in help.
    case value(String)
    /// A value, and the option may be given again for one more.
    case list(String)
}

/// Where an option may stand.
package enum OptionReach: Sendable {
    /// Command line, environment and configuration file.
    case everywhere
    /// Command line and environment.
    case commandLineAndEnvironment
    case commandLine
}

/// One option of settings `Root`: all that parsing, help, completion, `config` and the README know
/// of it.
package struct Option<Root: Sendable>: Sendable {
    /// Without dashes, in kebab case.
    package let name: String
    package var short: Character?
    package let kind: OptionKind
    package var reach = OptionReach.everywhere
    /// A variable without our prefix that counts when the one with it is not set.
    package var fallback: String?
    /// Whether a variable's text is somebody else's and not meant for us.
    package var ignoresVariable: @Sendable (_ text: String) -> Bool = { _ in false }
    /// Never shown in output or messages.
    package var isSecret = false
    /// Without it the command makes no sense.
    package var isRequired = false
    /// Left out of help and completion.
    package var isHidden = false
    /// The option that this one undoes where both could hold.
    package var opposite: String?
    /// One line, without a capital and without a full stop.
    package var summary: String
    /// Whole sentences, for the long help.
    package var details = ""
    package let expected: String
    package var completion: Completion
    /// Takes a text; false when it is none that the option can take.
    ///
    /// `isFirst` is false when the option has been given before in the same place.
    package let take: @Sendable (_ text: String, _ isFirst: Bool, _ settings: inout Root) -> Bool
    package let show: @Sendable (Root) -> ShownValue

    /// The variable that stands for the option: `MOCKPOSTLY_MAX_BODY`.
    package var variable: String? {
        if case .commandLine = reach { return nil }
        return "MOCKPOSTLY_" + name.uppercased().map { $0 == "-" ? "_" : String($0) }.joined()
    }

    package var takesValue: Bool { placeholder != nil }

    package var placeholder: String? {
        switch kind {
        case .boolean, .request: nil
        case .value(let placeholder), .list(let placeholder): placeholder
        }
    }

    package var isList: Bool {
        if case .list = kind { true } else { false }
    }

    /// All long flags that mean this option.
    package var flags: [String] {
        kind == .boolean ? ["--\(name)", "--no-\(name)"] : ["--\(name)"]
    }

    /// An option with everything said; ``value(_:short:_:_:_:_:_:)`` and its neighbours say less.
    package init(
        name: String,
        short: Character? = nil,
        kind: OptionKind,
        reach: OptionReach = .everywhere,
        summary: String,
        details: String = "",
        expected: String,
        completion: Completion,
        take: @escaping @Sendable (String, Bool, inout Root) -> Bool,
        show: @escaping @Sendable (Root) -> ShownValue
    ) {
        (self.name, self.short, self.kind, self.reach) = (name, short, kind, reach)
        (self.summary, self.details, self.expected) = (summary, details, expected)
        (self.completion, self.take, self.show) = (completion, take, show)
    }

    /// The same option of settings that have `Root` in them, where `get` and `set` find it.
    package func lifted<Outer>(
        get: @escaping @Sendable (Outer) -> Root,
        set: @escaping @Sendable (Root, inout Outer) -> Void
    ) -> Option<Outer> {
        var outer = Option<Outer>(
            name: name,
            short: short,
            kind: kind,
            reach: reach,
            summary: summary,
            details: details,
            expected: expected,
            completion: completion,
            take: { [take] text, isFirst, outer in
                var inner = get(outer)
                guard take(text, isFirst, &inner) else { return false }
                set(inner, &outer)
                return true
            },
            show: { [show] in show(get($0)) }
        )
        outer.fallback = fallback
        outer.ignoresVariable = ignoresVariable
        outer.isSecret = isSecret
        outer.isRequired = isRequired
        outer.isHidden = isHidden
        outer.opposite = opposite
        return outer
    }
}

extension Option where Root: SettingsWithDefaults {
    /// What the option comes to when nobody says anything.
    package var standard: ShownValue { show(Root()) }

    /// The flag as help shows it: the form that changes the default.
    package var flag: String {
        kind == .boolean && standard == .boolean(true) ? "--no-\(name)" : "--\(name)"
    }
}

/// Settings that say how things are when nobody says anything.
package protocol SettingsWithDefaults: Sendable {
    init()
}

// MARK: Making options

extension Option {
    /// A setting's place.
    package typealias Place<Value> = WritableKeyPath<Root, Value> & Sendable

    /// An option with one value; given again, the last one counts.
    package static func value<Value>(
        _ name: String,
        short: Character? = nil,
        _ placeholder: String,
        _ place: any Place<Value>,
        _ type: ValueType<Value>,
        _ summary: String,
        _ details: String = ""
    ) -> Option {
        Option(
            name: name,
            short: short,
            kind: .value(placeholder),
            summary: summary,
            details: details,
            expected: type.expected,
            completion: type.completion,
            take: { text, _, settings in
                guard let value = type.read(text) else { return false }
                settings[keyPath: place] = value
                return true
            },
            show: { type.show($0[keyPath: place]) }
        )
    }

    /// An option that may be given again for one more value.
    package static func list<Value>(
        _ name: String,
        _ placeholder: String,
        _ place: any Place<[Value]>,
        _ type: ValueType<Value>,
        _ summary: String,
        _ details: String = ""
    ) -> Option {
        Option(
            name: name,
            kind: .list(placeholder),
            summary: summary,
            details: details,
            expected: type.expected,
            completion: type.completion,
            take: { text, isFirst, settings in
                guard let value = type.read(text) else { return false }
                if isFirst { settings[keyPath: place] = [] }
                settings[keyPath: place].append(value)
                return true
            },
            show: { .list($0[keyPath: place].compactMap { type.show($0).text }) }
        )
    }

    /// An option that is on or off.
    package static func boolean(
        _ name: String,
        short: Character? = nil,
        _ summary: String,
        _ details: String = "",
        set: @escaping @Sendable (Bool, inout Root) -> Void,
        get: @escaping @Sendable (Root) -> Bool
    ) -> Option {
        Option(
            name: name,
            short: short,
            kind: .boolean,
            summary: summary,
            details: details,
            expected: "true or false",
            completion: .none,
            take: { text, _, settings in
                guard let value = parseBoolean(text) else { return false }
                set(value, &settings)
                return true
            },
            show: { .boolean(get($0)) }
        )
    }

    /// A flag for one command line, such as `--json`.
    package static func request(
        _ name: String,
        _ place: any Place<Bool>,
        _ summary: String
    ) -> Option {
        Option(
            name: name,
            kind: .request,
            reach: .commandLine,
            summary: summary,
            expected: "nothing",
            completion: .none,
            take: { _, _, settings in
                settings[keyPath: place] = true
                return true
            },
            show: { .boolean($0[keyPath: place]) }
        )
    }

    /// The same option with something changed.
    package func with(_ change: (inout Option) -> Void) -> Option {
        var option = self
        change(&option)
        return option
    }
}
