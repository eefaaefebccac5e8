internal import MockPostlyControl
package import MockPostlyDialect
internal import MockPostlyWorlds

extension Configuration {
    /// The routes of the dialects that are chosen and of the control plane, from the tables that
    /// serve them.
    package var routeLines: [RouteLine] {
        worlds.registry.routeLines(worlds.dialects)
            + Control.routes.map { RouteLine($0, of: "control") }
    }
}
