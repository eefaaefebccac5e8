internal import MockPostlyBlog
internal import MockPostlyDummyJSON
internal import MockPostlyHTTP

/// A system that the server can stand in for.
package enum Dialect: String, Sendable, CaseIterable {
    case postly, dummyjson
}

extension Dialect {
    /// The route with this index in the dialect's table.
    func route(_ index: Int) -> RouteLine {
        switch self {
        case .postly: line(Blog.routes[index])
        case .dummyjson: line(DummyJSON.routes[index])
        }
    }

    /// The dialect's table.
    var routes: [RouteLine] {
        switch self {
        case .postly: Blog.routes.map(line)
        case .dummyjson: DummyJSON.routes.map(line)
        }
    }

    private func line<Context>(_ route: Route<Context>) -> RouteLine {
        RouteLine(rawValue, route.method.name, route.pattern, route.summary)
    }
}
