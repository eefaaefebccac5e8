/// An object that answers requests: a dialect over one world.
///
/// Belongs to the loop's thread.
package protocol Responder: AnyObject {
    /// Answers `request`; `route` is the index of its route in the dialect's table, or nil.
    ///
    /// Throws only for faults of the server itself, such as a failing database; ``failure(for:)``
    /// then gives the answer.
    ///
    /// Refusals are answers; the writes of the request are committed by the caller.
    func respond(to request: Request) throws -> (reply: Reply, route: Int?)

    /// The answer when the server failed; it says nothing about the cause, which is only logged.
    ///
    /// Status 500 in the shape of the system.
    func failure(for request: Request) -> Response

    /// The answer when too much slow work is waiting.
    ///
    /// Status 503 in the shape of the system.
    func overload(for request: Request) -> Response

    /// The answer to a request whose body is too large; nil for the server's usual one.
    ///
    /// Status 413 in the shape of the system; `request` has no body.
    func excess(for request: Request) -> Response?
}

extension Responder {
    package func excess(for request: Request) -> Response? { nil }
}

/// What a handler finds out about one request besides its answer.
///
/// Belongs to the loop's thread.
package protocol Findings: AnyObject {
    /// The account of the request's checked token, as the dialect writes it, such as
    /// `65cb1b2e0c1f4a7b9d000001`; nil without one.
    ///
    /// For the journal and the log; the dialect sets it after it has checked a token.
    var asker: String? { get set }
}
