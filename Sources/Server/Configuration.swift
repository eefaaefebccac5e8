internal import MockPostlyContent
internal import MockPostlyDialect
package import MockPostlyEventHTTP
package import MockPostlyLog
internal import MockPostlyNouns
internal import MockPostlyWorld
package import MockPostlyWorlds

/// Everything a server is told before it starts.
///
/// Resolved once. What its worlds are told is reached as if it stood here: `configuration.seed`.
@dynamicMemberLookup
package struct Configuration: Sendable, Equatable {
    /// What worlds and their control plane are told.
    package var worlds = HostConfiguration(.standard)
    /// A numeric address, or `localhost` for both loopback addresses.
    package var host = "localhost"
    /// 0 picks a free one.
    package var port: UInt16 = 8080
    /// Listens on this path as well.
    package var unixSocket: String?
    /// The default world is written there at the end: as a seed when the name ends in `.json`, else
    /// as an SQLite file.
    package var exportOnExit: String?
    package var readyFile: String?
    package var logFormat = LogFormat.text
    package var logLevel = LogLevel.normal
    /// Names, beside loopback's, under which the control plane may be called.
    package var allowedHosts: [String] = []
    /// Bytes of a content that is imported.
    package var importLimit = 64 * 1024 * 1024
    package var limits = ServerLimits()
    /// Slow jobs waiting or running at once; beyond it requests get 503.
    package var workerQueue = 256
    /// Whether the process is the server's own, its signals and its memory; not so inside another
    /// program.
    package var ownsProcess = true

    package init() {}

    package subscript<Value>(
        dynamicMember member: WritableKeyPath<HostConfiguration, Value>
    ) -> Value {
        get { worlds[keyPath: member] }
        set { worlds[keyPath: member] = newValue }
    }

    package subscript<Value>(dynamicMember member: KeyPath<HostConfiguration, Value>) -> Value {
        worlds[keyPath: member]
    }
}
