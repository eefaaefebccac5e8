package import MockPostlyWorld

/// The description of a world, as responses show it.
package struct WorldInfo: Sendable {
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
    package var counts: WorldCounts
    package var settings: [WorldSetting]
    package var onUnknown = OnUnknown.answer
    /// The names of the faults that requests can get now, the newest first.
    package var faults: [String]
    /// The base URLs of the served dialects.
    ///
    /// In the order of the dialects.
    package var baseURLs: [NamedURL]
    /// The users that the scenario is about, with what a test needs to log in; empty without one.
    package var people: [Person]

    /// A base URL of a dialect, called as in ``DialectAddress/name``.
    package struct NamedURL: Sendable {
        package var name: String
        /// Without a slash at its end, unless the dialect's path has one.
        package var url: String
    }

    /// A user of a scenario.
    package struct Person: Sendable {
        package var email: String
        /// In plain text; nil for an account that signs in with Google only.
        package var password: String?
        /// The token of a session that the scenario has; nil when it has none for this user.
        package var token: String?
    }
}
