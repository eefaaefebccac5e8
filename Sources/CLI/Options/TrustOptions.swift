internal import MockPostlyOptions

/// The options of `mockpostly trust`.
enum TrustOptions {
    static let folder = Option.value(
        "tls-folder",
        "DIR",
        \.trust.folder,
        ValueType.path.optional,
        "folder of the certificate authority of this machine",
        """
        The default is mockpostly in the user's data folder. It has a private key, which only its \
        user may read.
        """
    ).with { $0.reach = .commandLineAndEnvironment }

    static let yes = Option(
        name: "yes",
        short: "y",
        kind: .request,
        reach: .commandLine,
        summary: "do it without asking, for scripts",
        expected: "nothing",
        completion: .none,
        take: { _, _, settings in
            settings.trust.isAgreed = true
            return true
        },
        show: { .boolean($0.trust.isAgreed) }
    )

    static let output = Option.value(
        "output",
        short: "o",
        "FORMAT",
        \.trust.format,
        .word(of: TrustSettings.formats),
        "text, json, pem, der or mobileconfig",
        """
        pem and der print the certificate alone, for programs that take a file of authorities. \
        mobileconfig prints a profile that installs it on iOS and macOS.
        """
    ).with { $0.reach = .commandLine }

    /// For tests, and for the files of an image.
    static let root = Option.value(
        "system-root",
        "DIR",
        \.trust.root,
        ValueType.path.optional,
        "folder that stands for / when the stores of the system are looked for"
    ).with {
        $0.reach = .commandLineAndEnvironment
        $0.isHidden = true
    }
}

/// The settings of `mockpostly trust`.
struct TrustSettings: Sendable {
    static let formats = ["text", "json", "pem", "der", "mobileconfig"]

    /// The folder of the authority; nil for the usual one.
    var folder: String?
    var root: String?
    /// Whether nothing is asked.
    var isAgreed = false
    var format = formats[0]
}
