internal import CommunityDialect
internal import DummyJSONDialect
internal import GoogleDialect
internal import MockPostlyHTTP
internal import PexelsDialect
internal import PostlyDialect

/// A system that the server can stand in for.
package enum Dialect: String, Sendable, CaseIterable {
    case postly, dummyjson, community, pexels
    /// What Postly relies on; always served.
    case google

    /// Those that can be chosen.
    package static let allCases: [Dialect] = [.postly, .dummyjson, .community, .pexels]

    /// The one that can be chosen by this name.
    package init?(chosen name: String) {
        guard let dialect = Dialect(rawValue: name), Self.allCases.contains(dialect) else {
            return nil
        }
        self = dialect
    }
}

extension Dialect {
    /// The route with this index in the dialect's table.
    func route(_ index: Int) -> RouteLine {
        switch self {
        case .postly: line(Postly.routes[index])
        case .dummyjson: line(DummyJSON.routes[index])
        case .community: line(Community.routes[index])
        case .pexels: line(Pexels.routes[index])
        case .google: line(GoogleAccounts.routes[index])
        }
    }

    /// The dialect's table.
    var routes: [RouteLine] {
        switch self {
        case .postly: Postly.routes.map(line)
        case .dummyjson: DummyJSON.routes.map(line)
        case .community: Community.routes.map(line)
        case .pexels: Pexels.routes.map(line)
        case .google: GoogleAccounts.routes.map(line)
        }
    }

    private func line<Context>(_ route: Route<Context>) -> RouteLine {
        RouteLine(rawValue, route.method.name, route.pattern, route.summary)
    }
}
