package import MockPostlyWorld

/// The description of a world, as responses show it.
package struct WorldInfo: Sendable, Equatable {
    /// What stands after `/w/`.
    package var id: String
    /// What it began with, as a client writes ``WorldOrder/from``: `seed`, `snapshot:one`.
    package var from: String
    /// The scenario that it began with; nil when it began with something else.
    package var scenario: String?
    /// When it was made; a time of the machine's clock, as ``lastUsedAt`` is, not of the world's.
    package var createdAt: Instant
    /// For the world `default`, which is never deleted, it is the present time.
    package var lastUsedAt: Instant
    /// How long it may stay unused before it is deleted; nil for no limit.
    ///
    /// By the machine's clock.
    package var timeToLive: Duration?
    package var clock: ClockState
    /// The port of its own listener; nil when it has none.
    package var port: UInt16?
    /// Nil when the operating system chose it.
    package var randomSeed: UInt64?
    /// All posts of Postly, also drafts; ``counts`` has the numbers of each served system.
    package var posts: Int64
    package var users: Int64
    package var comments: Int64
    package var counts: [SystemCounts] = []
    package var settings: [WorldSetting] = []
    /// The names of the faults that requests can get now, the newest first.
    package var faults: [String] = []
    /// The base URLs of the served dialects.
    ///
    /// In the order of the dialects.
    package var baseURLs: [NamedURL]
    /// The users that the scenario is about, with what a test needs to log in; empty without one.
    package var people: [Person]

    /// A base URL of a dialect, called as in ``DialectAddress/name``.
    package struct NamedURL: Sendable, Equatable {
        package var name: String
        /// Without a slash at its end, unless the dialect's path has one.
        package var url: String

        package init(name: String, url: String) {
            self.name = name
            self.url = url
        }
    }

    /// A user of a scenario.
    package struct Person: Sendable, Equatable {
        package var email: String
        /// In plain text; nil for an account that signs in with Google only.
        package var password: String?
        /// The token of a session that the scenario has; nil when it has none for this user.
        package var token: String?

        package init(email: String, password: String?, token: String?) {
            self.email = email
            self.password = password
            self.token = token
        }
    }

    package init(
        id: String,
        from: String,
        scenario: String?,
        createdAt: Instant,
        lastUsedAt: Instant,
        timeToLive: Duration?,
        clock: ClockState,
        port: UInt16?,
        randomSeed: UInt64?,
        posts: Int64,
        users: Int64,
        comments: Int64,
        baseURLs: [NamedURL],
        people: [Person]
    ) {
        self.id = id
        self.from = from
        self.scenario = scenario
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
        self.timeToLive = timeToLive
        self.clock = clock
        self.port = port
        self.randomSeed = randomSeed
        self.posts = posts
        self.users = users
        self.comments = comments
        self.baseURLs = baseURLs
        self.people = people
    }
}
