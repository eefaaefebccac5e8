internal import MockPostlyOptions
internal import MockPostlyServer
internal import MockPostlyWorld

/// What all options of all commands come to.
///
/// The defaults here are the defaults that help, README and `mockpostly config` show.
struct Settings: Sendable {
    /// What `serve` starts, and what other commands need to know of it.
    var configuration = Configuration()
    var configurationFile: String?
    /// What the clocks of the worlds show at the start; nil for the machine's time.
    var startClock: Instant?
    var startsFrozen = false
    /// A file that holds the control plane's token.
    var adminTokenFile: String?

    /// What commands that ask a running server are told.
    var client = ClientSettings()

    /// Whether the answer is JSON.
    var isJSON = false
    /// Whether help is the README's table.
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
