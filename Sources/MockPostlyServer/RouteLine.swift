internal import MockPostlyBlog
internal import MockPostlyControl
internal import MockPostlyHTTP

/// One route of the server, for lists of them.
package struct RouteLine: Sendable, Equatable {
    /// `postly` or `control`.
    package var dialect: String
    package var method: String
    package var path: String
    package var summary: String
}

/// The routes of these dialects and of the control plane, from the tables that serve them.
package func routeLines(_ dialects: [Dialect]) -> [RouteLine] {
    let served = dialects.flatMap { dialect in
        switch dialect {
        case .postly:
            Blog.routes.map { RouteLine(dialect.rawValue, $0.method.name, $0.pattern, $0.summary) }
        }
    }
    let control = Control.routes.map {
        RouteLine("control", $0.method.name, $0.pattern, $0.summary)
    }
    return served + control
}

extension RouteLine {
    fileprivate init(_ dialect: String, _ method: String, _ path: String, _ summary: String) {
        self.init(dialect: dialect, method: method, path: path, summary: summary)
    }
}
