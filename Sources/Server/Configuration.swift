package import MockPostlyCertificates
internal import MockPostlyContent
internal import MockPostlyDialect
package import MockPostlyEventHTTP
package import MockPostlyLog
internal import MockPostlyNouns
internal import MockPostlyWorld
package import MockPostlyWorlds

/// The configuration of a server, resolved once before it starts.
///
/// The members of ``worlds`` can be used as if they stood here: `configuration.seed`.
///
/// ```swift
/// var configuration = Configuration()
/// configuration.port = 0
/// configuration.seed = .empty     // a member of HostConfiguration
/// let server = try Server(configuration, log: log)
/// ```
@dynamicMemberLookup
package struct Configuration: Sendable, Equatable {
    /// The configuration of the worlds and the control plane.
    package var worlds = HostConfiguration(.standard)
    /// A numeric address, `localhost` for both loopback addresses, or ``everywhere``.
    ///
    /// A host name is refused: nothing is looked up.
    package var host = "localhost"
    /// The TCP port; 0 picks a free one.
    ///
    /// Worlds can have ports of their own beside it.
    package var port: UInt16 = 8080
    /// The names of other servers that this one answers for.
    ///
    /// Clients reach it for them by ``proxy``, a hosts file or a name server.
    package var mockedNames: [CertificateName] = []
    /// The proxy that leads clients here which call for those names; nil for none.
    package var proxy: ProxySettings?
    /// How TLS is spoken beside plain HTTP; nil when it is not.
    package var tls: TLSSettings?
    /// The path of a Unix-domain socket to listen on as well; nil for none.
    ///
    /// A file there that is a socket without a server is replaced.
    package var unixSocket: String?
    /// The file to which the default world is written at the end; nil for none.
    ///
    /// It is a seed when the name ends in `.json`, else an SQLite database.
    package var exportOnExit: String?
    /// The path of a file that exists as long as the server answers; nil for none.
    ///
    /// It has the server's address as JSON, and is removed when the server ends.
    package var readyFile: String?
    /// Text for people, or one JSON object per line.
    package var logFormat = LogFormat.text
    /// What is logged beside failures.
    package var logLevel = LogLevel.normal
    /// Host names that the control plane accepts beside those of loopback.
    ///
    /// Without a port; against DNS rebinding, the control plane refuses all others.
    package var allowedHosts: [String] = []
    /// The largest body of an import, in bytes.
    ///
    /// It holds for the path of imports alone; others have ``ServerLimits/request``.
    package var importLimit = 64 * 1024 * 1024
    package var limits = ServerLimits()
    /// The most slow jobs waiting or running in each lane of the worker; further ones are answered
    /// 503.
    package var workerQueue = 256
    /// Whether the server may use the signals and memory of the process; false inside another
    /// program.
    ///
    /// Raises the limit of open files, and gives memory back to the system.
    package var ownsProcess = true

    /// Whether ``HostConfiguration/adminToken`` was made for this run.
    ///
    /// The user's own command lines then learn it from the file by which they find the server.
    package var isAdminTokenMade = false

    /// That of the worlds of a server which listens.
    var hosting: HostConfiguration {
        var hosting = worlds
        hosting.isLocal = isLoopbackOnly
        hosting.importLimit = importLimit
        return hosting
    }

    /// The ``host`` that means all addresses of this machine.
    package static let everywhere = ListeningSocket.everywhere

    /// The defaults, which are those of `mockpostly serve`.
    package init() {}

    /// Reads and writes members of ``worlds``.
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
