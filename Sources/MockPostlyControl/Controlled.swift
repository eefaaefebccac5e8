/// What the control plane needs of the server that it controls.
package protocol Controlled: AnyObject {
    /// Whether the content is loaded, so that requests are answered.
    var isReady: Bool { get }
    /// Name and value of what the server is made of; the first two are its name and version.
    var versions: [(name: String, value: String)] { get }
    /// The worlds, the default one first.
    var worldSummaries: [WorldSummary] { get throws }
    /// The description of the API in YAML.
    var openAPI: [UInt8] { get }

    /// Figures in the Prometheus text format.
    func metricsText() throws -> String
    /// Brings the content of a world back to its seed.
    func reset(world name: String) throws -> ResetSummary
}

/// One world, counted.
package struct WorldSummary: Sendable, Equatable {
    package var name: String
    package var posts: Int64
    package var users: Int64
    package var comments: Int64

    package init(name: String, posts: Int64, users: Int64, comments: Int64) {
        self.name = name
        self.posts = posts
        self.users = users
        self.comments = comments
    }
}

/// A world after a reset, and how long that took.
package struct ResetSummary: Sendable, Equatable {
    package var world: WorldSummary
    package var milliseconds: Double

    package init(world: WorldSummary, milliseconds: Double) {
        self.world = world
        self.milliseconds = milliseconds
    }
}
