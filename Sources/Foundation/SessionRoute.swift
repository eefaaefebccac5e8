internal import Foundation
internal import MockPostlyClient
internal import MockPostlyThreads

#if canImport(FoundationNetworking)
    internal import FoundationNetworking
#endif

/// Where the requests of a session go: to a world of a server.
///
/// `@unchecked`: nothing of it changes, but that ``server`` is nil after the server's end, which
/// every thread can look at; the configuration is only read.
final class SessionRoute: @unchecked Sendable {
    /// All routes, by the classes of their protocols.
    private static let all = Monitor<[ObjectIdentifier: SessionRoute]>([:])

    /// The server, which a session does not keep; nil when it has ended.
    private(set) weak var server: MockServer?
    /// That of the session, whose storage of cookies and timeout count.
    let configuration: URLSessionConfiguration
    /// The server's host and port.
    private let authority: String
    /// The prefix of the world's paths.
    private let path: String
    /// Hosts, with a port where it is not the usual one, all of whose paths are the world's.
    private let hosts: Set<String>

    init(
        to world: MockServer.World,
        answering hosts: Set<String>,
        for configuration: URLSessionConfiguration
    ) {
        self.configuration = configuration
        (server, path) = (world.server, world.path)
        authority = Self.authority(of: world.server.url)
        self.hosts = Set((hosts + [Self.authority(of: world.url)]).map { $0.lowercased() })
    }

    /// Keeps the route, and returns the class of protocols that is its own.
    func enter() -> URLProtocol.Type {
        Self.all.withLock { all in
            let type = protocolClass(number: all.count)
            all[ObjectIdentifier(type)] = self
            return type
        }
    }

    /// The route of a protocol for `request`; nil for a request that goes to the network.
    static func find(for type: URLProtocol.Type, _ request: URLRequest) -> SessionRoute? {
        let route = all.withLock { $0[ObjectIdentifier(type)] }
        return request.url.flatMap { route?.target(of: $0) } == nil ? nil : route
    }

    /// The path and query that the server is asked for; nil for a URL that is not of this world.
    func target(of url: URL) -> String? {
        guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
            let host = parts.host?.lowercased(), ["http", "https"].contains(parts.scheme)
        else { return nil }
        let place = parts.port.map { "\(host):\($0)" } ?? host
        let query = parts.percentEncodedQuery.map { "?" + $0 } ?? ""
        let target = (parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath) + query
        if place == authority { return target }
        return hosts.contains(place) ? path + target : nil
    }

    private static func authority(of url: String) -> String {
        let rest = url.drop { $0 != "/" }.dropFirst(2)
        return String(rest.prefix { $0 != "/" })
    }
}
