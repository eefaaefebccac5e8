internal import MockPostlyDialect
internal import MockPostlyNouns
internal import MockPostlyOptions
internal import MockPostlyServer
internal import MockPostlyWorld
internal import MockPostlyWorlds

/// The resolved values of all options of all commands.
///
/// The defaults here are the defaults that help, `docs/settings.md` and `mockpostly config` show.
struct Settings: Sendable {
    /// The configuration of the server, which some other commands use too.
    var configuration = Configuration()
    var configurationFile: String?
    /// The time that the worlds' clocks show at the start; nil for the machine's time.
    var startClock: Instant?
    var startsFrozen = false
    /// Whether phones on the same network may connect, and by which address.
    var network = NetworkRequest.off
    /// What is said of TLS.
    var tls = TLSWords()
    /// What is said of links to pictures.
    var links = LinkWords()
    /// What is said of the proxy.
    var proxy = ProxyWords()
    /// What is said of real servers.
    var upstream = UpstreamWords()
    /// Whether a browser shows the dashboard when the server is ready.
    var opensDashboard = false
    /// The path of a file with the admin token.
    var adminTokenFile: String?

    /// The settings of commands that call a running server.
    var client = ClientSettings()

    /// Whether the output is JSON.
    var isJSON = false
    /// Whether help prints the table of options of `docs/settings.md`.
    var isMarkdown = false
    /// Whether help prints the schemas of `openapi-control.yaml`.
    var writesSchemas = false
    /// Whether `help` prints the manual page.
    var isManual = false

    // seed gen and seed compose
    var generated = GeneratedAmounts()
    var generatorSeed: UInt64 = 1
    var outputPath: String?

    /// The settings of `mockpostly drift`.
    var drift = DriftSettings()

    /// The settings of `mockpostly trust`.
    var trust = TrustSettings()

    /// What `mockpostly routes` prints of a description.
    var routes = RouteWords()

    /// What `mockpostly import har` and `mockpostly record` are told.
    var record = RecordWords()

    // healthcheck
    var timeout = Duration.seconds(3)

    init() {}

    /// The defaults of a program with the dialects of `registry`.
    init(_ registry: DialectRegistry) {
        guard registry != .standard else { return }
        configuration.registry = registry
        configuration.dialects = registry.names
    }
}

/// How much `seed gen` writes.
struct GeneratedAmounts: Sendable, Equatable {
    var posts = 1_000
    var users = 50
    var comments = 5_000
    /// Nil for up to 12 of each post.
    var likes: Int?
    /// Posts of the feed.
    var feed = 0
    /// Records of DummyJSON, by kind.
    var records: [DocumentKind: Int] = [:]
    /// About how many words a post has.
    var words = 50...250
}
