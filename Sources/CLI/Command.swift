internal import MockPostlyDialect
internal import MockPostlyOptions
internal import MockPostlyServer

/// One command: its place in the tree, its help, its options, and what it does.
struct Command: Sendable {
    /// What a command gets when it runs.
    struct Call {
        var settings: Settings
        var operands: [String]
        var resolution: Resolution
        var console: Console
        var environment: Environment
    }

    /// The arguments of a command that are not options.
    struct Operands: Sendable {
        /// Their name in help texts: `PATH…`.
        var placeholder: String
        var count: ClosedRange<Int>
        var completion = Completion.none

        static let none = Operands(placeholder: "", count: 0...0)
    }

    /// An example command line, and what it does.
    struct Example: Sendable {
        var line: String
        var purpose: String

        /// Those that dialects bring for the help of `command`; of the program for no name.
        static func ofDialects(_ command: String) -> [Example] {
            DialectRegistry.standard.all.flatMap { $0.examples }.filter { $0.command == command }
                .map { Example(line: $0.line, purpose: $0.purpose) }
        }
    }

    typealias Body = @Sendable (Call) throws(Failure) -> ExitCode

    /// The words after `mockpostly`: `seed gen`.
    let name: String
    /// One line, without a capital and without a full stop.
    let summary: String
    /// A paragraph.
    let description: String
    var operands = Operands.none
    /// Options under headings; a heading may be empty.
    var groups: [ServerOptions.Group] = []
    /// The names of the options that `-h` shows, in this order; empty for all of them.
    var briefOptions: [String] = []
    var examples: [Example] = []
    /// Whether help and completion leave it out.
    var isHidden = false
    var subcommands: [Command] = []
    /// Changes the defaults that the options have in other commands.
    var prepare: @Sendable (inout Settings) -> Void = { _ in }
    var body: Body?

    var options: [Option] { groups.flatMap(\.options) }

    /// The options that shells complete.
    var completedOptions: [Option] { options.filter { !$0.isHidden && $0.hasFlag } }

    /// The last word of the name.
    var word: String { String(name.split(separator: " ").last ?? "") }

    /// This command and all below it.
    var withSubcommands: [Command] { [self] + subcommands.flatMap(\.withSubcommands) }
}

/// The commands, in the order of the help.
enum Commands {
    /// A command that is described when it is needed: a start of the server that described them
    /// all would take a fifth longer.
    struct Entry: Sendable {
        let word: String
        let describe: @Sendable (DialectRegistry) -> Command
    }

    /// The commands of a program with the dialects of this release.
    static let all = all(of: .standard)

    /// The commands of a program with the dialects of `registry`.
    static func all(of registry: DialectRegistry) -> [Command] {
        entries.map { $0.describe(registry) }
    }

    /// The commands that `mockpostly help` can describe.
    static let described = [
        Entry("serve") { _ in serve },
        Entry("exec") { _ in exec },
        Entry("routes") { _ in routes },
        Entry("seed") { _ in seed },
        Entry("world") { _ in world },
        Entry("snapshot") { _ in snapshot },
        Entry("fault") { _ in fault },
        Entry("socket") { _ in socket },
        Entry("reset") { _ in reset },
        Entry("undo") { _ in undo },
        Entry("clock") { _ in clock },
        Entry("stub") { _ in stub },
        Entry("requests") { _ in requests },
        Entry("token") { token(of: $0) },
        Entry("login-codes") { _ in loginCodes },
        Entry("export") { _ in export },
        Entry("import") { importing(of: $0) },
        Entry("record") { _ in record },
        Entry("drift") { _ in drift },
        Entry("scenarios") { _ in scenarios },
        Entry("mcp") { _ in mcp },
        Entry("trust") { _ in trust },
        Entry("healthcheck") { _ in healthcheck },
        Entry("config") { _ in config },
        Entry("version") { _ in version },
        Entry("completion") { _ in completion },
    ]

    static let entries =
        described + [
            Entry("help") { _ in help },
            Entry(ParentWatcher.command) { _ in execGuard },
        ]
}

extension Commands.Entry {
    fileprivate init(
        _ word: String,
        _ describe: @escaping @Sendable (DialectRegistry) -> Command
    ) {
        self.init(word: word, describe: describe)
    }
}

extension [Command] {
    /// These commands and all below them, hidden ones left out.
    var visible: [Command] { flatMap(\.withSubcommands).filter { !$0.isHidden } }
}
