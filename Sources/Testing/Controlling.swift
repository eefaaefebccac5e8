internal import MockPostlyControl
internal import MockPostlyHTTP
internal import MockPostlyServer
internal import MockPostlyThreads
internal import MockPostlyWorld
internal import MockPostlyWorlds

/// Calls from a test to what the control plane offers over HTTP.
extension MockServer {
    /// Calls `body` between requests, and turns a refusal into a ``Failure``.
    ///
    /// Waits while another thread changes the content of the world that `body` is about.
    func controlling<Value: Sendable>(
        _ body: @escaping @Sendable (any Controlled) throws -> Value
    ) throws -> Value {
        while true {
            let isFree = Monitor(false)
            let value: Value? = try door.withWorlds { worlds in
                do {
                    return try body(worlds)
                } catch let error as HostError {
                    throw Failure(Problem(error))
                } catch let busy as WorldBusy {
                    busy.world.whenFree {
                        isFree.withLock { $0 = true }
                        isFree.wake()
                    }
                    return nil
                }
            }
            if let value { return value }
            // Looks again from time to time, because a server that is stopped does not call back.
            let deadline = Deadline(in: .seconds(1))
            _ = isFree.wait(until: deadline.nanoseconds) { $0 ? () : nil }
        }
    }

    /// As ``controlling(_:)`` for slow operations: the server answers nothing until they are done.
    func carryingOut<Value: Sendable>(
        _ order: @escaping @Sendable (any Controlled) throws -> Deferred<Value>
    ) throws -> Value {
        try controlling { try order($0).awaited() }
    }

    /// The host and port of ``url``.
    var authority: String { String(url.dropFirst("http://".count)) }
}

extension MockServer.Failure {
    init(_ problem: Problem) {
        self.init("\(problem.detail) \(problem.hint)")
    }

    /// Throws when `name` is not allowed for a world or a snapshot.
    static func validate(name: String, of kind: String) throws {
        do throws(Problem) {
            _ = try checkedName(name, "the name of a \(kind)")
        } catch {
            throw Self(error)
        }
    }
}
