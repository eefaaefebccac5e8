/// The route that a request took, for the metrics and the journal.
package enum RouteTaken: Hashable, Sendable, BitwiseCopyable {
    /// A dialect by its index in the registry, and its route by its index in
    /// `Dialect.routeLines`; past these for what the dialect takes by no line, such as an operation
    /// of a description.
    case served(dialect: Int, route: Int?)
    /// The control plane, and the index in `Control.routes`; nil when no route matched.
    case control(Int?)
    /// Neither: the world is unknown, not loaded or being changed.
    case none
}
