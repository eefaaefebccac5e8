package import MockPostlyHTTP
package import MockPostlyWorlds

/// The present state of a request.
///
/// The world is nil for the control plane and for an unknown world.
package enum Step {
    /// The response is known; it is sent when the world's writes are committed.
    case answered(Response, RunningWorld?)
    /// Another thread has to do slow work first; its result continues the request.
    case slow(SlowWork<Reply>, RunningWorld?)
    /// The request continues with the closure when the time has passed.
    case delayed(Duration, () throws -> Reply, RunningWorld?)
    /// The request waits for an event in the dialect, or until its timeout ends.
    case held(HeldReply, RunningWorld?)
    /// Another protocol takes the connection over.
    case handedOver(Response, any Takeover, RunningWorld?)
    /// The content is not loaded yet; the request starts again when it is.
    case notLoaded
    /// The world's content is being changed; the request starts again afterwards.
    case busy(RunningWorld)
    /// Another program has locked the world's data file; the request is tried again soon, by the closure
    /// if there is one.
    case locked(RunningWorld, again: (() throws -> Reply)? = nil)

    /// The world of the request; nil for the control plane, and while nothing is loaded.
    var world: RunningWorld? {
        switch self {
        case .answered(_, let world), .slow(_, let world), .delayed(_, _, let world),
            .held(_, let world), .handedOver(_, _, let world):
            world
        case .busy(let world), .locked(let world, _): world
        case .notLoaded: nil
        }
    }

    init(_ reply: Reply, in world: RunningWorld?) {
        switch reply {
        case .now(let response): self = .answered(response, world)
        case .later(let work): self = .slow(work, world)
        case .after(let delay, let body): self = .delayed(delay, body, world)
        case .held(let held): self = .held(held, world)
        case .handOver(let response, let takeover): self = .handedOver(response, takeover, world)
        }
    }
}
