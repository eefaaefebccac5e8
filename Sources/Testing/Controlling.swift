internal import MockPostlyControl
internal import MockPostlyHTTP
internal import MockPostlyServer
internal import MockPostlyWorlds

/// What the control plane does for clients, done for a test.
extension MockServer {
    /// Calls `body` between requests, and puts what it is refused into the words of a ``Failure``.
    func controlling<Value: Sendable>(
        _ body: @escaping @Sendable (any Controlled) throws -> Value
    ) throws -> Value {
        try door.withWorlds { worlds in
            do {
                return try body(worlds)
            } catch let error as HostError {
                throw Failure(Problem(error))
            } catch let busy as WorldBusy {
                throw Failure("\(busy)")
            }
        }
    }

    /// As ``controlling(_:)`` for what may be slow: the server waits until it is done.
    func carryingOut<Value: Sendable>(
        _ order: @escaping @Sendable (any Controlled) throws -> Deferred<Value>
    ) throws -> Value {
        try controlling { try order($0).awaited() }
    }

    /// Name or address, and port, as in ``url``.
    var authority: String { String(url.dropFirst("http://".count)) }
}

extension MockServer.Failure {
    init(_ problem: Problem) {
        self.init("\(problem.detail) \(problem.hint)")
    }

    /// Refuses what cannot be the name of a world or a snapshot.
    static func check(name: String, of kind: String) throws {
        do throws(Problem) {
            _ = try checkedName(name, "the name of a \(kind)")
        } catch {
            throw Self(error)
        }
    }
}
