/// What answers requests: a dialect over one world.
///
/// Belongs to the loop's thread.
package protocol Responder: AnyObject {
    /// Answers `request`, and says which route it took: its index in the dialect's table, or nil.
    ///
    /// Throws what is nobody's fault but the server's, a failing database above all.
    func respond(to request: Request) throws -> (reply: Reply, route: Int?)

    /// The answer when the server failed; what went wrong is for its log alone.
    func failure(for request: Request) -> Response

    /// The answer when there is too much slow work waiting.
    func overload(for request: Request) -> Response

    /// The answer to a request whose body is larger than the server takes; nil for the usual one.
    func excess(for request: Request) -> Response?
}

extension Responder {
    package func excess(for request: Request) -> Response? { nil }
}
