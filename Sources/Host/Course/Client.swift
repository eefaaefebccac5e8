package import MockPostlyHTTP
package import MockPostlyWorlds

/// The receiver of the response to one request: an HTTP connection, or a caller in this process.
package protocol Client {
    /// The label of the listener that the request arrived at; 0 for the server's own address.
    var label: Int { get }
    /// Whether there is a connection that another protocol can take over.
    var hasConnection: Bool { get }

    /// Stops reading further requests from the same connection until this one is answered.
    func holdConnection()

    /// Calls `body` when the client leaves before the response of a held request.
    func whenLeft(_ body: @escaping () -> Void)

    /// Sends the response; called exactly once for a request.
    func respond(_ response: Response)

    /// Called after the response was sent and noted; `world` is that which answered, if any.
    func noteEnd(in world: RunningWorld?)

    /// Sends the response, whose status is 101, and hands the connection over to `takeover`.
    func respond(_ response: Response, handingOverTo takeover: any Takeover)
}

extension Client {
    package func noteEnd(in world: RunningWorld?) {}
    package func whenLeft(_ body: @escaping () -> Void) {}
}

/// The threads and timers that a ``Course`` uses: those of an event loop, or of calling threads.
package protocol CourseDriver: AnyObject {
    /// Runs `work` on the thread of `lane`, then calls ``Course/resume(_:with:)`` with `number`.
    ///
    /// Returns false, and does nothing, when the queue of the lane is full.
    func perform(
        _ number: Int,
        for client: any Client,
        on lane: Lane,
        _ work: @escaping @Sendable () -> any Sendable
    ) -> Bool

    /// Starts a timer that calls ``Course/wake(_:)`` with `number` after `delay`.
    ///
    /// Releasing the returned object cancels the timer. Nil when the server is stopping: then the
    /// request must not wait.
    func wake(_ number: Int, for client: any Client, after delay: Duration) -> AnyObject?

    /// Called before a response is sent, so that its `Date` field follows the clock of its world.
    func willAnswer(in world: RunningWorld?)

    /// Sends events to connected clients, before the requests that caused them are answered.
    func publish()
}
