internal import MockPostlyEventHTTP
package import MockPostlyWorlds

/// What another thread has a server do.
typealias Order = @Sendable (Server) -> Void

/// The way into a running server from another thread.
package struct Remote: Sendable {
    let orders: Mailbox<Order>

    init(_ orders: Mailbox<Order>) {
        self.orders = orders
    }

    /// Has the server end as ``Server/stop()`` does.
    package func stop() {
        _ = orders.send { $0.stop() }
    }

    /// Calls `body` on the server's thread, between requests, and waits for what it gives.
    ///
    /// Not to be called on the server's thread. Nil when the server has ended.
    package func withWorlds<Result: Sendable>(
        _ body: @escaping @Sendable (Worlds) throws -> Result
    ) throws -> Result? {
        let results = try Mailbox<Swift.Result<Result, any Error>>()
        let isTaken = orders.send { server in
            _ = results.send(Swift.Result { try body(server.worlds) })
        }
        guard isTaken else { return nil }
        return try results.receive()?.first?.get()
    }
}
