package import MockPostlyHTTP
package import MockPostlyWorlds

/// Who waits for the answer to one request: a place in a connection, or a caller in this process.
package protocol Client {
    /// What the listener was given that the request came by; 0 unless told.
    var label: Int { get }
    /// Whether there is a connection that can be handed over.
    var hasConnection: Bool { get }

    /// Takes no further request of the same connection before this one is answered.
    func holdConnection()

    /// Takes the answer; called once.
    func respond(_ response: Response)

    /// Takes the answer, whose status is 101, and gives the connection to `takeover`.
    func respond(_ response: Response, handingOverTo takeover: any Takeover)
}

/// The threads and timers of those who drive a course.
package protocol CourseDriver: AnyObject {
    /// Has `work` done on the thread of `lane`, and the course told by
    /// ``Course/finish(_:with:)`` with this number; returns false when too much waits there.
    func perform(
        _ number: Int,
        for client: any Client,
        on lane: Lane,
        _ work: @escaping @Sendable () -> any Sendable
    ) -> Bool

    /// Has ``Course/wake(_:)`` called with this number after `delay`, as long as what is returned is
    /// kept; nil when nobody is to wait any more, as the server ends.
    func wake(_ number: Int, for client: any Client, after delay: Duration) -> AnyObject?

    /// Is told before an answer leaves, for what follows the clock of its world.
    func willAnswer(in world: RunningWorld?)

    /// Sends what has been told to those who are connected, before the writers of the same tick get
    /// their answers.
    func publish()
}
