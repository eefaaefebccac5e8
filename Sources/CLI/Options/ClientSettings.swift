internal import MockPostlyWorld

/// The settings of commands that call a running server.
struct ClientSettings: Sendable {
    var url: String?
    var world: String?
    var timeout = Duration.seconds(30)
    var format = OutputFormat.text

    // world create and world fork
    /// What a new world begins with; nil leaves it to the server.
    var origin: String?
    var scenario: String?
    var clockRate: Double?
    /// Settings of the world's own, by the name of the option.
    var worldSettings: [String: String] = [:]

    // reset and snapshot
    var scope: [String] = []
    var disconnects = false
    var resetsEverything = false
    var overwrites = false

    // undo
    /// The number of a request of the journal.
    var before: Int?

    // snapshot list and world delete
    var meansAll = false

    // requests
    var requests = RequestSettings()
    /// The members of the order that a command sends.
    var given = GivenMembers()
    // socket
    var socket = SocketSettings()

    // export
    var exportFormat: ContentFormat?
    /// Whether the rows of the user's own API are exported alone.
    var exportsAPI = false

    // token
    var user: String?
    var tokenKind: String?
    /// Nil leaves it to the dialect.
    var tokenLifetime: Duration?
    /// Claims by the options for single claims.
    var claimTexts: [String: String] = [:]
    var expiredFor: Duration?
    var claims: String?
    var tokenFault: String?
}

/// The output format of a command.
enum OutputFormat: String, Sendable, CaseIterable {
    /// For people: lines and tables.
    case text
    /// The server's JSON response.
    case json
    /// `export NAME=value` lines for a shell to evaluate.
    case env
    /// `NAME=value` lines, for files of variables.
    case dotenv
}

/// The file format of an export.
enum ContentFormat: String, Sendable, CaseIterable {
    case sqlite, seed
}
