internal import MockPostlyEventHTTP
package import MockPostlyWorlds

/// A closure from another thread, called on the server's thread.
typealias Order = @Sendable (Server) -> Void

/// Access to a running server from other threads.
///
/// A value: copies reach the same server, and keep its mailbox alive.
package struct Remote: Sendable {
    let orders: Mailbox<Order>

    init(_ orders: Mailbox<Order>) {
        self.orders = orders
    }

    /// Calls ``Server/stop()`` on the server's thread.
    ///
    /// Returns at once; the server may go on for two seconds.
    package func stop() {
        _ = orders.post { $0.stop() }
    }

    /// Calls `body` on the server's thread, between requests, and waits for its result.
    ///
    /// Must not be called on the server's thread, which would wait for itself. Nil when the server
    /// has ended.
    ///
    /// Nothing is committed by it: `body` does that itself.
    ///
    /// - Throws: what `body` throws, or ``EventError`` without a pipe for the result.
    package func withWorlds<Result: Sendable>(
        _ body: @escaping @Sendable (Worlds) throws -> Result
    ) throws -> Result? {
        let results = try Mailbox<Swift.Result<Result, any Error>>()
        let isTaken = orders.post { server in
            _ = results.post(Swift.Result { try body(server.worlds) })
        }
        guard isTaken else { return nil }
        return try results.receive()?.first?.get()
    }
}
