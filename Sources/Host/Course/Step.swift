package import MockPostlyHTTP
package import MockPostlyWorlds

/// What a request has led to so far.
///
/// The world is nil when the control plane was asked, or nobody.
package enum Step {
    /// The answer; it may leave when the world's writes are permanent.
    case answered(Response, RunningWorld?)
    /// Work for another thread, whose result goes on.
    case slow(SlowWork<Reply>, RunningWorld?)
    /// Nothing before the time has passed; then the body goes on.
    case delayed(Duration, () throws -> Reply, RunningWorld?)
    /// Nothing before something happens, or the patience ends.
    case held(HeldReply, RunningWorld?)
    /// The connection becomes another protocol's.
    case handedOver(Response, any Takeover, RunningWorld?)
    /// There is no content yet; the request is to be tried again when there is.
    case notLoaded
    /// The content of the world is being changed; the request is to be tried again afterwards.
    case busy(RunningWorld)

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
