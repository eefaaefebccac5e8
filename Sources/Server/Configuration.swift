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
@dynamicMemberLookup
package struct Configuration: Sendable, Equatable {
    /// The configuration of the worlds and the control plane.
    package var worlds = HostConfiguration(.standard)
    /// A numeric address, `localhost` for both loopback addresses, or ``everywhere``.
    package var host = "localhost"
    /// The TCP port; 0 picks a free one.
    package var port: UInt16 = 8080
    /// The names of other servers that this one answers for.
    package var mockedNames: [CertificateName] = []
    /// The proxy that leads clients here which call for those names; nil for none.
    package var proxy: ProxySettings?
    /// How TLS is spoken beside plain HTTP; nil when it is not.
    package var tls: TLSSettings?
    /// The path of a Unix-domain socket to listen on as well; nil for none.
    package var unixSocket: String?
    /// The file to which the default world is written at the end; nil for none.
    ///
    /// It is a seed when the name ends in `.json`, else an SQLite database.
    package var exportOnExit: String?
    /// The path of a file that exists as long as the server answers; nil for none.
    package var readyFile: String?
    package var logFormat = LogFormat.text
    package var logLevel = LogLevel.normal
    /// Host names that the control plane accepts beside those of loopback.
    package var allowedHosts: [String] = []
    /// The largest body of an import, in bytes.
    package var importLimit = 64 * 1024 * 1024
    package var limits = ServerLimits()
    /// The most slow jobs waiting or running in each lane of the worker; further ones are answered
    /// 503.
    package var workerQueue = 256
    /// Whether the server may use the signals and memory of the process; false inside another
    /// program.
    package var ownsProcess = true

    /// Whether ``HostConfiguration/adminToken`` was made for this run.
    ///
    /// The user's own command lines then learn it from the file by which they find the server.
    package var isAdminTokenMade = false

    /// The ``host`` that means all addresses of this machine.
    package static let everywhere = ListeningSocket.everywhere

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
