/// What follows an option on the command line.
package enum OptionKind: Sendable, Equatable {
    /// No value: `--name` turns it on, `--no-name` off.
    case boolean
    /// No value and no opposite: `--json`.
    case request
    /// A value, shown in help with this placeholder.
    case value(String)
    /// A value, shown with this placeholder; the option may be repeated to add more.
    case list(String)
}

/// The places where an option may be given.
package enum OptionReach: Sendable {
    /// On the command line, in the environment and in the configuration file.
    case everywhere
    /// On the command line and in the environment.
    case commandLineAndEnvironment
    /// For what makes sense once, such as `--json`.
    case commandLine
    /// In the environment and in the configuration file: for what only few set.
    case environmentAndFile

    /// Whether the configuration file may have it.
    package var includesFile: Bool {
        switch self {
        case .everywhere, .environmentAndFile: true
        case .commandLine, .commandLineAndEnvironment: false
        }
    }
}

/// An option of the settings `Root`.
///
/// The only definition of the option: parsing, help, completion, `config` and `docs/settings.md` use it.
///
/// ```swift
/// Option.value(
///     "max-body", "SIZE", \.limits.body, .size(from: 1024),
///     "largest request body"
/// ).with { $0.details = "A larger body is answered 413." }
/// ```
///
/// The type is generic over the settings, so commands with settings of their own can share it.
package struct Option<Root: Sendable>: Sendable {
    /// The name without dashes, in kebab case.
    ///
    /// Unique within a command; part of the interface that users see.
    package let name: String
    /// The letter of the short flag `-x`; nil for none.
    package var short: Character?
    /// Decides how the command line is read: whether a value follows, and what repeating means.
    package let kind: OptionKind
    /// Where the option may be given.
    package var reach = OptionReach.everywhere
    /// The name that it had in the version before, and may still have; nil for none.
    package var formerName: String?
    /// Another variable, without the prefix `MOCKPOSTLY_`, that is read when ``variable`` is not
    /// set.
    package var fallback: String?
    /// Whether to ignore a text of the variable because it was meant for another program.
    package var ignoresVariable: @Sendable (_ text: String) -> Bool = { _ in false }
    /// Whether the value is never shown in output or messages.
    package var isSecret = false
    /// Whether the command fails without the option.
    package var isRequired = false
    /// Whether help and completion leave it out.
    package var isHidden = false
    /// Whether an option that is on or off has other values too: `--name=WORD`.
    package var takesWords = false
    /// Whether each world can have a value of its own; other options are of the server.
    package var isPerWorld = false
    /// The option that is undone by this one when both are given.
    package var opposite: String?
    /// One line for help, without a capital letter and without a full stop.
    package var summary: String
    /// Whole sentences for the long help.
    package var details = ""
    /// The allowed values, in words that follow "expected".
    ///
    /// Such as `a port from 0 to 65535`, without a full stop.
    package let expected: String
    /// Why a text is not allowed, in a part of a sentence; nil when ``expected`` says it all.
    package var reason: @Sendable (_ text: String) -> String? = { _ in nil }
    /// What a shell completes in place of the value.
    package var completion: Completion
    /// Sets the value in `settings` from a text; returns false when the text is not allowed.
    ///
    /// `isFirst` is false when the option was already given in the same place, such as twice on the
    /// command line.
    ///
    /// When it returns false, `settings` are as they were.
    package let take: @Sendable (_ text: String, _ isFirst: Bool, _ settings: inout Root) -> Bool
    /// Reads the value from settings, in the form for help and `config`.
    ///
    /// Called with the defaults for help, and with the settings in force for `config`.
    package let show: @Sendable (Root) -> ShownValue

    /// The option's environment variable, such as `MOCKPOSTLY_MAX_BODY`; nil when it has none.
    package var variable: String? { variable(of: name) }

    /// On the command line: `--name VALUE` or `--name=VALUE`.
    package var takesValue: Bool { placeholder != nil }

    /// The word for the value in help; nil when the option takes no value.
    package var placeholder: String? {
        switch kind {
        case .boolean, .request: nil
        case .value(let placeholder), .list(let placeholder): placeholder
        }
    }

    /// Whether repeating the option adds values instead of replacing them.
    package var isList: Bool {
        if case .list = kind { true } else { false }
    }

    /// Whether it can be given on the command line.
    package var hasFlag: Bool {
        if case .environmentAndFile = reach { false } else { true }
    }

    /// The members of a configuration file that set it.
    package var members: [String] { kind == .boolean ? [name, "no-\(name)"] : [name] }

    /// All long flags of this option, with their dashes; none without a flag.
    package var flags: [String] { hasFlag ? members.map { "--\($0)" } : [] }

    /// An option from all its parts; ``value(_:short:_:_:_:_:_:)`` and its neighbours need fewer.
    ///
    /// - Parameters:
    ///   - name: in kebab case, without dashes.
    ///   - short: for `-x`; nil for none.
    ///   - kind: whether and how it has a value.
    ///   - reach: where it may be given.
    ///   - summary: one line for help.
    ///   - details: whole sentences for the long help; empty for none.
    ///   - expected: the allowed values, in words that follow "expected".
    ///   - completion: what a shell completes.
    ///   - take: as ``take``.
    ///   - show: as ``show``.
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

    /// An option whose text `type` reads; `set` stores the value.
    private init<Value>(
        name: String,
        short: Character? = nil,
        kind: OptionKind,
        summary: String,
        details: String,
        type: ValueType<Value>,
        set: @escaping @Sendable (Value, _ isFirst: Bool, inout Root) -> Void,
        show: @escaping @Sendable (Root) -> ShownValue
    ) {
        self.init(
            name: name,
            short: short,
            kind: kind,
            summary: summary,
            details: details,
            expected: type.expected,
            completion: type.completion,
            take: { text, isFirst, settings in
                guard let value = type.read(text) else { return false }
                set(value, isFirst, &settings)
                return true
            },
            show: show
        )
        reason = type.reason
    }

    /// The same option for larger settings that contain `Root`, accessed by `get` and `set`.
    ///
    /// - Parameters:
    ///   - get: the inner settings.
    ///   - set: stores changed inner settings.
    /// - Returns: an option with the same name, flags and texts.
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
        outer.formerName = formerName
        outer.fallback = fallback
        outer.reason = reason
        outer.ignoresVariable = ignoresVariable
        outer.isSecret = isSecret
        outer.isRequired = isRequired
        outer.takesWords = takesWords
        outer.isPerWorld = isPerWorld
        outer.isHidden = isHidden
        outer.opposite = opposite
        return outer
    }
}

extension Option where Root: SettingsWithDefaults {
    /// The default value.
    ///
    /// Made from fresh settings on each call.
    package var standard: ShownValue { show(Root()) }

    /// The name in the form that changes the default: `no-cache`.
    package var changingName: String {
        kind == .boolean && standard == .boolean(true) ? "no-\(name)" : name
    }

    /// What help shows: the flag that changes the default, or the name of an option without a flag.
    package var flag: String { hasFlag ? "--\(changingName)" : changingName }
}

/// Settings whose empty initialiser gives the defaults.
package protocol SettingsWithDefaults: Sendable {
    init()
}

// MARK: Making options

extension Option {
    /// The property of the settings that holds an option's value.
    ///
    /// A closure gives it where an option is made, because most options of a command line stay at
    /// their defaults: making sixty key paths would take a start of the server 0.5 ms.
    package typealias Place<Value> = WritableKeyPath<Root, Value> & Sendable

    /// An option with one value; if repeated, the last one counts.
    ///
    /// - Parameters:
    ///   - name: in kebab case, without dashes.
    ///   - short: the letter of the short flag; nil for none.
    ///   - placeholder: the word for the value in help, in capitals.
    ///   - place: the property that gets the value.
    ///   - type: reads and shows the value.
    ///   - summary: one line for help.
    ///   - details: whole sentences for the long help.
    /// - Returns: an option that may be given everywhere.
    package static func value<Value>(
        _ name: String,
        short: Character? = nil,
        _ placeholder: String,
        _ place: @escaping @Sendable @autoclosure () -> any Place<Value>,
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
            type: type,
            set: { value, _, settings in settings[keyPath: place()] = value },
            show: { type.show($0[keyPath: place()]) }
        )
    }

    /// An option that may be repeated to add values.
    ///
    /// The first value in a place replaces those of places with lower precedence.
    ///
    /// - Parameters:
    ///   - name: in kebab case, without dashes.
    ///   - placeholder: the word for one value in help, in capitals.
    ///   - place: the property that gets the values, in the order given.
    ///   - type: reads and shows one value.
    ///   - summary: one line for help.
    ///   - details: whole sentences for the long help.
    /// - Returns: an option that may be given everywhere.
    package static func list<Value>(
        _ name: String,
        _ placeholder: String,
        _ place: @escaping @Sendable @autoclosure () -> any Place<[Value]>,
        _ type: ValueType<Value>,
        _ summary: String,
        _ details: String = ""
    ) -> Option {
        Option(
            name: name,
            kind: .list(placeholder),
            summary: summary,
            details: details,
            type: type,
            set: { value, isFirst, settings in
                if isFirst { settings[keyPath: place()] = [] }
                settings[keyPath: place()].append(value)
            },
            show: { .list($0[keyPath: place()].compactMap { type.show($0).text }) }
        )
    }

    /// An option that is on or off.
    ///
    /// - Parameters:
    ///   - name: in kebab case, without dashes and without `no-`.
    ///   - short: the letter that turns it on; nil for none.
    ///   - summary: one line for help, of the state that the flag makes.
    ///   - details: whole sentences for the long help.
    ///   - set: stores whether it is on.
    ///   - get: reads whether it is on.
    /// - Returns: an option that reads the words of ``parseBoolean(_:)``.
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

    /// A flag for the command line only, such as `--json`.
    ///
    /// - Parameters:
    ///   - name: in kebab case, without dashes.
    ///   - place: gets true.
    ///   - summary: one line for help.
    /// - Returns: an option without variable and opposite.
    package static func request(
        _ name: String,
        _ place: @escaping @Sendable @autoclosure () -> any Place<Bool>,
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
                settings[keyPath: place()] = true
                return true
            },
            show: { .boolean($0[keyPath: place()]) }
        )
    }

    /// A copy of the option after `change`.
    ///
    /// For properties that the makers above have no parameter for.
    package func with(_ change: (inout Option) -> Void) -> Option {
        var option = self
        change(&option)
        return option
    }
}
