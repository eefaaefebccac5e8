internal import MockPostlyWorld

/// What commands that ask a running server are told.
struct ClientSettings: Sendable {
    var url: String?
    var world: String?
    var timeout = Duration.seconds(30)
    var format = OutputFormat.text

    // world create and world fork
    /// Nil leaves the choice to the server.
    var origin: String?
    var scenario: String?
    var clockRate: Double?
    var randomSeed: UInt64?
    var timeToLive: String?
    var port: UInt16?

    // reset and snapshot
    var scope: [String] = []
    var disconnects = false
    var overwrites = false

    // export
    var exportFormat: ContentFormat?

    // token
    var user: String?
    var tokenKind: String?
    var expiredFor: Duration?
    var claims: String?
    var tokenFault: String?
}

/// How a command tells what it has to tell.
enum OutputFormat: String, Sendable, CaseIterable {
    /// For people: lines and tables.
    case text
    /// What the server says.
    case json
    /// Lines that a shell evaluates to have the variables, its children too.
    case env
    /// `NAME=value` lines, for files of variables.
    case dotenv
}

/// How a world's content is written.
enum ContentFormat: String, Sendable, CaseIterable {
    case sqlite, seed
}
