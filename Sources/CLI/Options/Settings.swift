internal import MockPostlyOptions
internal import MockPostlyServer
internal import MockPostlyWorld

/// The resolved values of all options of all commands.
///
/// The defaults here are the defaults that help, README and `mockpostly config` show.
struct Settings: Sendable {
    /// The configuration of the server, which some other commands use too.
    var configuration = Configuration()
    var configurationFile: String?
    /// The time that the worlds' clocks show at the start; nil for the machine's time.
    var startClock: Instant?
    var startsFrozen = false
    /// The path of a file with the admin token.
    var adminTokenFile: String?

    /// The settings of commands that call a running server.
    var client = ClientSettings()

    /// Whether the output is JSON.
    var isJSON = false
    /// Whether help prints the README's table of options.
    var isMarkdown = false

    // token
    var email: String?
    var name: String?
    var subject: String?
    var picture: String?
    var googleLifetime = Duration.seconds(3_600)
    var postlyLifetime = Duration.seconds(7 * 86_400)
    var accessLifetime = Duration.seconds(3_600)

    // seed gen and seed compose
    var generated = GeneratedAmounts()
    var generatorSeed: UInt64 = 1
    var outputPath: String?

    // healthcheck
    var timeout = Duration.seconds(3)
}

/// How much `seed gen` writes.
struct GeneratedAmounts: Sendable, Equatable {
    var posts = 1_000
    var users = 50
    var comments = 5_000
    /// About how many words a post has.
    var words = 50...250
}
