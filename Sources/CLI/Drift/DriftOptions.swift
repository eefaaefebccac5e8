internal import MockPostlyOptions

/// The settings of `mockpostly drift`.
struct DriftSettings: Sendable {
    /// The format of a report.
    enum Format: String, Sendable, CaseIterable {
        case text, json, junit, html
    }

    var against: String?
    var login: String?
    var headers: [String] = []
    var allowsWrites = false
    var format = Format.text
    /// Requests a second.
    var rate = 5
    var timeout = Duration.seconds(10)
    var resume: String?
    var showsValues = false
    var authorities: String?
    /// An archive whose requests are the scenario; `journal` means that of a running server.
    var archive: String?
    var takesJournal = false
    /// The path of a description that answers are compared with.
    var specification: String?
    /// Whether the world has the content of the real server.
    var hasSameContent = false
    /// Whether the report is sent to a running server, whose dashboard shows it.
    var isInDashboard = false
}

/// The options of `mockpostly drift`.
enum DriftOptions {
    static let server = ServerOptions.Group(
        title: "Real server",
        options: [against, login, header, authorities, allowWrites, rate, timeout]
    )

    static let scenario = ServerOptions.Group(
        title: "Scenario",
        options: [har, journal, specification, ServerOptions.seed, sameContent]
    )

    private static let har = Option.value(
        "har",
        "FILE",
        \.drift.archive,
        ValueType.path.optional,
        "send the requests of a recording in place of the built-in ones",
        """
        Of a HAR file, those to the host of --against, or to the one that it has most of. Ids and \
        tokens that its answers gave become variables.
        """
    ).with { $0.reach = .commandLine }

    private static let journal = Option.request(
        "journal",
        \.drift.takesJournal,
        "send the requests of the journal of a running server"
    )

    private static let specification = Option.value(
        "spec",
        "FILE",
        \.drift.specification,
        ValueType.path.optional,
        "compare with this OpenAPI description, and with no world",
        """
        Each operation that reads is called, with the examples of its parameters, or the first \
        element of the list above; with --har or --journal the recorded answers are compared, and \
        nothing is called.
        """
    ).with { $0.reach = .commandLine }

    private static let sameContent = Option.request(
        "same-content",
        \.drift.hasSameContent,
        "compare all values: the world has what the server has, by --seed"
    )

    /// Which server's journal is taken, and whose dashboard shows the report.
    static let running = ServerOptions.Group(
        title: "Running server",
        options: ClientOptions.serverAndWorld.options.filter { $0.name != "timeout" }
    )

    static let report = ServerOptions.Group(
        title: "Report",
        options: [format, showValues, dashboard, resume]
    )

    private static let dashboard = Option.request(
        "dashboard",
        \.drift.isInDashboard,
        "show both answers side by side in the dashboard of a running server, too"
    )

    private static let against = Option.value(
        "against",
        "URL",
        \.drift.against,
        ValueType.text.optional,
        "real server to compare with, http:// or https://"
    ).with {
        $0.reach = .commandLine
    }

    private static let login = Option.value(
        "login",
        "NAME:PASSWORD",
        \.drift.login,
        ValueType.text.optional,
        "account of the real server",
        """
        The name is an e-mail address or what the system logs in with. Without it the steps that \
        need an account are left out. In the world a person of the seed logs in.
        """
    ).with {
        $0.reach = .commandLineAndEnvironment
        $0.isSecret = true
    }

    private static let header = Option.list(
        "header",
        "'NAME: VALUE'",
        \.drift.headers,
        ValueType.text,
        "send this header to the real server, too; repeatable",
        "It replaces one of the scenario, such as `Authorization: …` for a key of your own."
    ).with {
        $0.reach = .commandLine
        $0.isSecret = true
    }

    private static let authorities = Option.value(
        "ca",
        "FILE",
        \.drift.authorities,
        ValueType.path.optional,
        "trust the authorities in this file, too, in PEM"
    ).with { $0.reach = .commandLine }

    private static let allowWrites = Option.request(
        "allow-writes",
        \.drift.allowsWrites,
        "send what changes something, too; what is created is deleted again"
    )

    private static let rate = Option.value(
        "rate",
        "N",
        \.drift.rate,
        .count(1...1000),
        "requests a second, at most"
    ).with { $0.reach = .commandLine }

    private static let timeout = Option.value(
        "timeout",
        "TIME",
        \.drift.timeout,
        .duration(days: 1),
        "how long one answer may take"
    ).with { $0.reach = .commandLine }

    private static let format = Option.value(
        "format",
        "FORMAT",
        \.drift.format,
        .choice,
        "format of the report: text, json, junit or html"
    ).with { $0.reach = .commandLine }

    private static let showValues = Option.request(
        "show-values",
        \.drift.showsValues,
        "put values into the report, those of the real server as well"
    )

    private static let resume = Option.value(
        "resume",
        "FILE",
        \.drift.resume,
        ValueType.path.optional,
        "keep the answers of the real server in FILE until all have come",
        """
        When a run was interrupted, the same command goes on where it ended. The file has whole \
        answers, tokens included; only its user may read it, and it is removed at the end.
        """
    ).with { $0.reach = .commandLine }
}
