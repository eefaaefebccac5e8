internal import MockPostlyControl
internal import MockPostlyHTTP

/// One route of the server, for lists of them.
package struct RouteLine: Sendable, Equatable {
    /// A dialect's name, or `control`.
    package var dialect: String
    package var method: String
    package var path: String
    package var summary: String

    init(_ dialect: String, _ method: String, _ path: String, _ summary: String) {
        self.dialect = dialect
        self.method = method
        self.path = path
        self.summary = summary
    }
}

/// The routes of these dialects and of the control plane, from the tables that serve them.
package func routeLines(_ dialects: [Dialect]) -> [RouteLine] {
    let control = Control.routes.map {
        RouteLine("control", $0.method.name, $0.pattern, $0.summary)
    }
    return dialects.flatMap(\.routes) + control
}
