internal import MockPostlyControl
package import MockPostlyDialect
internal import MockPostlyWorlds

extension Configuration {
    /// The routes of the chosen dialects and of the control plane, read from the route tables.
    ///
    /// For `mockpostly routes`; made anew on each call.
    package var routeLines: [RouteLine] {
        worlds.registry.routeLines(worlds.dialects)
            + (Control.pages + Control.routes).map { RouteLine($0, of: "control") }
    }
}
