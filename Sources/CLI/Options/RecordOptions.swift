internal import MockPostlyOptions

/// What `mockpostly import har` and `mockpostly record` are told.
struct RecordWords: Sendable {
    /// The folder of the mock.
    var output: String?
    /// Whether files of the same names are replaced.
    var overwrites = false
    /// The names of fields whose values are not swapped.
    var keeps: [String] = []
    /// The hosts whose answers are taken.
    var hosts: [String] = []
    /// After how many requests the files are written again; nil for the end alone.
    var interval: Int?
}

enum RecordOptions {
    static let output = Option.value(
        "output",
        "DIR",
        \.record.output,
        ValueType.path.optional,
        "folder for the files; it must be new or empty"
    ).with {
        $0.reach = .commandLine
        $0.isRequired = true
    }

    static let overwrites = Option.request(
        "force",
        \.record.overwrites,
        "replace the files of an earlier mock in the folder, and leave others"
    ).with {
        $0.details = """
            `files.txt` in the folder lists the files of a mock. What is listed and not made again is \
            removed; a file that is not listed stays, whatever its name is.
            """
    }

    static let interval = Option.value(
        "every",
        "N",
        \.record.interval,
        ValueType.count(1...1_000_000).optional,
        "write the files after each N requests, too",
        "They are written at the end in any case, and when the process gets SIGUSR2."
    ).with { $0.reach = .commandLine }

    static let keeps = Option.list(
        "keep",
        "FIELD",
        \.record.keeps,
        .text,
        "do not swap the values of this field, such as email; repeatable",
        """
        A field is a member of JSON, a parameter of a query, a field of a form or of a head, or a \
        cookie; its case and signs make no difference. What it holds is then kept wherever it stands.
        """
    ).with { $0.reach = .commandLine }

    static let hosts = Option.list(
        "host",
        "NAME",
        \.record.hosts,
        .text,
        "take the answers of this host; repeatable",
        "By default the host with the most answers in JSON is taken, and what was left out is said."
    ).with { $0.reach = .commandLine }
}
