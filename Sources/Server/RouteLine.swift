internal import MockPostlyControl
package import MockPostlyDialect

extension Configuration {
    /// The routes of the dialects that are chosen and of the control plane, from the tables that
    /// serve them.
    package var routeLines: [RouteLine] {
        registry.routeLines(dialects)
            + Control.routes.map { RouteLine($0, of: "control") }
    }
}
