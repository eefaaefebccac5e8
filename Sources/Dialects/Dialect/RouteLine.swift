package import MockPostlyHTTP
package import MockPostlyJSON

/// One route of a dialect or of the control plane, for lists of routes.
package struct RouteLine: Sendable, Equatable {
    /// A dialect's name, or `control`.
    package var dialect: String
    /// In upper case.
    package var method: String
    /// The path pattern, with `{name}` for a parameter.
    package var path: String
    /// In a few words, without a capital letter and without a full stop.
    package var summary: String

    /// The line for `route` of `dialect`.
    package init<Context>(_ route: Route<Context>, of dialect: String) {
        self.dialect = dialect
        method = route.method.name
        path = route.pattern
        summary = route.summary
    }

    /// Writes it as an object.
    package func write(_ json: inout JSONWriter) {
        json.beginObject()
        json.field("system", dialect)
        json.field("dialect", dialect)
        json.field("method", method)
        json.field("path", path)
        json.field("summary", summary)
        json.endObject()
    }
}
