package import MockPostlyHTTPClient

/// The real servers that requests are sent on to.
package struct UpstreamSettings: Sendable, Equatable {
    /// What becomes of a request for a path that no system has.
    package enum UnknownPaths: String, Sendable, CaseIterable {
        case forward, refuse
    }

    /// The server for what no system claims, and for systems without one of their own; nil for none.
    package var general: HTTPOrigin?
    /// The servers of systems, by the names of these.
    package var bySystem: [String: HTTPOrigin] = [:]
    package var unknown = UnknownPaths.forward
    /// The file with authorities that are trusted besides those of the machine, in PEM; nil for none.
    package var authorities: String?
    /// How long the head of an answer may take, and the whole of one that must be changed.
    package var timeout = Duration.seconds(60)

    /// Whether a session is recorded: all that has a real server is its, and answers come whole and in
    /// a coding that can be read.
    package var isRecorded = false

    package init() {}

    /// The real server of the system called `name`; nil when none is known.
    package func origin(of name: String) -> HTTPOrigin? { bySystem[name] ?? general }

    /// All servers.
    package var origins: [HTTPOrigin] { [general].compactMap(\.self) + bySystem.values }
}
