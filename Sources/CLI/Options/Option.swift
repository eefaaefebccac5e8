/// One option: all that parsing, help, completion, `config` and the README know of it.
struct Option: Sendable {
    /// What an option takes.
    enum Kind: Sendable, Equatable {
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
    enum Reach: Sendable {
        /// Command line, environment and configuration file.
        case everywhere
        /// Command line and environment.
        case commandLineAndEnvironment
        case commandLine
    }

    /// Without dashes, in kebab case.
    let name: String
    var short: Character?
    let kind: Kind
    var reach = Reach.everywhere
    /// A variable without our prefix that counts when the one with it is not set.
    var fallback: String?
    /// Whether a variable's text is somebody else's and not meant for us.
    var ignoresVariable: @Sendable (_ text: String) -> Bool = { _ in false }
    /// Never shown in output or messages.
    var isSecret = false
    /// Without it the command makes no sense.
    var isRequired = false
    /// Left out of help and completion.
    var isHidden = false
    /// The option that this one undoes where both could hold.
    var opposite: String?
    /// One line, without a capital and without a full stop.
    var summary: String
    /// Whole sentences, for the long help.
    var details = ""
    let expected: String
    var completion: Completion
    /// Takes a text; false when it is none that the option can take.
    ///
    /// `isFirst` is false when the option has been given before in the same place.
    let take: @Sendable (_ text: String, _ isFirst: Bool, _ settings: inout Settings) -> Bool
    let show: @Sendable (Settings) -> ShownValue

    /// The variable that stands for the option: `MOCKPOSTLY_MAX_BODY`.
    var variable: String? {
        if case .commandLine = reach { return nil }
        return "MOCKPOSTLY_" + name.uppercased().map { $0 == "-" ? "_" : String($0) }.joined()
    }

    var takesValue: Bool { placeholder != nil }

    var placeholder: String? {
        switch kind {
        case .boolean, .request: nil
        case .value(let placeholder), .list(let placeholder): placeholder
        }
    }

    var isList: Bool {
        if case .list = kind { true } else { false }
    }

    /// What the option comes to when nobody says anything.
    var standard: ShownValue { show(Settings()) }

    /// The flag as help shows it: the form that changes the default.
    var flag: String {
        kind == .boolean && standard == .boolean(true) ? "--no-\(name)" : "--\(name)"
    }

    /// All long flags that mean this option.
    var flags: [String] {
        kind == .boolean ? ["--\(name)", "--no-\(name)"] : ["--\(name)"]
    }
}

// MARK: Making options

extension Option {
    /// A setting's place in ``Settings``.
    typealias Place<Value> = WritableKeyPath<Settings, Value> & Sendable

    /// An option with one value; given again, the last one counts.
    static func value<Value>(
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
    static func list<Value>(
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
    static func boolean(
        _ name: String,
        short: Character? = nil,
        _ summary: String,
        _ details: String = "",
        set: @escaping @Sendable (Bool, inout Settings) -> Void,
        get: @escaping @Sendable (Settings) -> Bool
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
    static func request(
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
    func with(_ change: (inout Option) -> Void) -> Option {
        var option = self
        change(&option)
        return option
    }
}
