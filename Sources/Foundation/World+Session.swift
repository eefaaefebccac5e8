public import MockPostlyClient

#if canImport(FoundationNetworking)
    internal import Foundation
    public import FoundationNetworking
#else
    public import Foundation
#endif

extension MockServer.World {
    /// A configuration whose sessions send their requests to this world: to a server in process
    /// without a socket, so that a unit test needs nothing beside it.
    ///
    /// ```swift
    /// let server = try MockServer.inProcess()
    /// let world = try server.makeWorld()
    /// let session = URLSession(configuration: world.sessionConfiguration())
    /// let app = App(baseURL: try world.baseURL(of: .postly), session: session)
    /// ```
    ///
    /// Answers come at the pace that faults have ordered, on Linux as a whole; what a fault does to a
    /// connection is the `URLError` of it, such as `networkConnectionLost`. Tasks of WebSockets, and on
    /// Linux upload tasks with a body of their own, are not
    /// part of it. The session does not keep the server: the test has to.
    ///
    /// - Parameters:
    ///   - hosts: hosts whose requests go to this world too, for an app with a base URL that is built
    ///     in: `["api.postly.example"]`, with a port where it is not the usual one.
    ///   - configuration: what the configuration is a copy of.
    /// - Returns: the configuration, which may be changed further but for its `protocolClasses`.
    public func sessionConfiguration(
        answering hosts: Set<String> = [],
        basedOn configuration: URLSessionConfiguration = .ephemeral
    ) -> URLSessionConfiguration {
        let copy = configuration.copy() as? URLSessionConfiguration ?? configuration
        let route = SessionRoute(to: self, answering: hosts, for: copy)
        copy.protocolClasses = [route.enter()] + (copy.protocolClasses ?? [])
        return copy
    }
}
