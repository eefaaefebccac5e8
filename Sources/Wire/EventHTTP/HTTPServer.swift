internal import CMockPostlyLibevent
package import MockPostlyHTTP
package import MockPostlyTLS
internal import MockPostlyWorld

/// An HTTP/1.1 server on any number of listeners.
///
/// Belongs to its loop's thread. It keeps the limits and deadlines of ``ServerLimits``, gives
/// requests to the handler in the order of arrival, and sends answers in the order of requests.
///
/// ```swift
/// let server = try HTTPServer(on: loop, limits: ServerLimits(), for: handler)
/// for socket in try ListeningSocket.bind(host: "localhost", port: 8080) {
///     try server.listen(on: socket)
/// }
/// ```
package final class HTTPServer {
    /// It must outlive the server; the server's events belong to it.
    package let loop: EventLoop
    /// Read when the server is made; the timeouts are checked about every 250 ms at the latest.
    package let limits: ServerLimits
    /// The bytes that may be buffered for all clients together.
    package let budget: BufferBudget
    /// Unowned, because it owns this server; unsafe, as every request uses it.
    unowned(unsafe) let handler: any RequestHandler
    /// What clients that speak TLS are answered with, on the ports of those who do not; nil when TLS
    /// is not spoken.
    package var tls: TLSServerContext?

    private var listeners: [Listener] = []
    private(set) var connections: [ServerConnection] = []
    /// How many of `connections` exceed the limit and are open only to be answered 503.
    private var refusedConnections = 0
    /// The most connections that were open since free memory was given back.
    private var crowd = 0
    private var sweep: RepeatingTimer?
    private let timeouts: Timeouts
    private var whenDrained: (() -> Void)?
    /// Whether ``stop(whenDrained:)`` was called.
    package private(set) var isStopping = false

    /// Connections with output of a takeover or a source that is sent at the end of the tick.
    private var unflushed: [ServerConnection] = []
    let turns: Turns
    private let spare = SpareDescriptor()

    /// The read buffer of all connections: bytes are copied out only when they cannot be parsed
    /// yet.
    let readBuffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)
    /// Where the next read goes: all of ``readBuffer``, or 4 KB of it when this tick has read much.
    var roomToRead: UnsafeMutableRawBufferPointer {
        guard turns.hasReadMuch(bytesReceived) else { return readBuffer }
        return UnsafeMutableRawBufferPointer(rebasing: readBuffer[..<4096])
    }
    var writer = ResponseWriter()
    /// The value of the Date field, which the owner must bring up to date before every answer and in
    /// ``RequestHandler/refuse(_:_:)``.
    ///
    /// The 29 bytes of `Sun, 06 Nov 1994 08:49:37 GMT`; in UTC, and of the server's time.
    package var currentDate: [UInt8] = []

    /// Bytes read from clients since the start; ``bytesSent`` counts those the sockets took.
    package internal(set) var bytesReceived = 0
    package internal(set) var bytesSent = 0
    /// TLS handshakes that were ended with success since the start.
    package internal(set) var handshakes = 0
    /// Connections accepted since the start; ``refused`` counts those among them for which there was
    /// no room or no file descriptor.
    ///
    /// A refused connection is counted in both.
    package private(set) var accepted = 0
    package private(set) var refused = 0

    /// Makes a server without listeners, with a budget of its own unless one is given.
    ///
    /// - Parameters:
    ///   - loop: the loop on whose thread everything is called.
    ///   - limits: of requests, connections and buffers, and the timeouts.
    ///   - budget: shared with others; by default one of ``ServerLimits/buffered`` bytes.
    ///   - handler: not retained; it must outlive the server.
    /// - Throws: ``EventError`` when the loop cannot serve; nothing in it fails today.
    package init(
        on loop: EventLoop,
        limits: ServerLimits,
        budget: BufferBudget? = nil,
        for handler: any RequestHandler
    ) throws(EventError) {
        self.loop = loop
        self.limits = limits
        self.budget = budget ?? BufferBudget(limit: limits.buffered)
        self.handler = handler
        timeouts = Timeouts(limits)
        turns = Turns(on: loop)
    }

    deinit {
        // Listeners and timer hold events of the loop, which may be released with this object.
        listeners.removeAll()
        sweep = nil
        for connection in connections { connection.release() }
        readBuffer.deallocate()
    }

    /// How many sockets accept connections.
    package var listenerCount: Int { listeners.count }

    /// How many connections are open, including those that are being refused.
    package var connectionCount: Int { connections.count }

    /// Accepts connections on `socket`, which is bound and listening; the server owns it now.
    ///
    /// Requests from it have `label` as ``Exchange/label``.
    ///
    /// - Throws: ``EventError`` when libevent cannot watch the socket.
    package func listen(on socket: ListeningSocket, label: Int = 0) throws(EventError) {
        listeners.append(try Listener(socket, label: label, on: self))
    }

    /// Accepts connections on `socket`, and gives `taker` their sockets, which it owns then, and the
    /// clients' addresses.
    ///
    /// They are no connections of this server before ``serve(_:from:label:having:)``.
    ///
    /// - Throws: ``EventError`` when libevent cannot watch the socket.
    package func listen(
        on socket: ListeningSocket,
        for taker: @escaping (_ client: Int32, _ peer: String) -> Void
    ) throws(EventError) {
        listeners.append(try Listener(socket, label: 0, on: self, taker: taker))
    }

    /// Stops accepting connections on the sockets with `label`; open connections continue.
    package func stopListening(label: Int) {
        listeners.removeAll { $0.label == label }
    }

    /// Ends the connections from listeners with `label` that wait for a request.
    package func endIdleConnections(label: Int) {
        for connection in connections where connection.label == label {
            if connection.takeover == nil { connection.closeGracefully() }
        }
    }

    /// Stops accepting, ends idle connections, and calls `body` when the last connection has
    /// closed.
    ///
    /// Requests in flight are still answered. With no connection open `body` is called at once.
    ///
    /// To be called once. Held and delayed requests keep their connections open until they are
    /// answered, takeovers and sources are told to end.
    package func stop(whenDrained body: @escaping () -> Void) {
        isStopping = true
        listeners.removeAll()
        for connection in connections { connection.closeGracefully() }
        if connections.isEmpty { body() } else { whenDrained = body }
    }

    /// Sends the output of takeovers and sources from this tick; to be called at its end.
    ///
    /// With a limit of time the rest is left for the next call.
    ///
    /// - Parameter limit: measured by the monotonic clock, looked at after every 64 connections;
    /// nil for no limit.
    package func flush(for limit: Duration? = nil) {
        guard !unflushed.isEmpty else { return }
        let end = limit.map(Deadline.init(in:))
        let connections = unflushed
        unflushed.removeAll(keepingCapacity: connections.count < 1024)
        for (place, connection) in connections.enumerated() {
            // The clock is read once for 64 connections.
            if place & 63 == 63, let end, end.hasPassed {
                unflushed = connections[place...] + unflushed
                return
            }
            connection.flushGathered()
        }
    }

    /// Continues with connections whose input exceeds one turn; to be called at the end of the
    /// tick, before its writes are committed.
    package func takeTurns() {
        turns.endTick(received: bytesReceived)
    }

    func flushLater(_ connection: ServerConnection) {
        unflushed.append(connection)
    }

    // MARK: Connections

    /// Serves the client at `socket`, which is non-blocking and owned by the server now, as if it had
    /// just connected to a listener with `label`, and had sent `received`.
    ///
    /// - Parameters:
    ///   - socket: closed at once when there is no room for it.
    ///   - peer: the client's address, as ``Request/peer`` has it.
    ///   - label: what ``Exchange/label`` tells the handler.
    ///   - received: bytes that were read from the socket already; never TLS.
    package func serve(
        _ socket: Int32,
        from peer: String,
        label: Int = 0,
        having received: [UInt8] = []
    ) {
        guard let connection = accept(socket, from: peer, label: label), !received.isEmpty else {
            return
        }
        // What was received in plain is no TLS.
        connection.isUndecided = false
        // More than one request may be in the socket already.
        connection.lingers = true
        received.withUnsafeBufferPointer { connection.process($0) }
    }

    /// Answers the client at `socket`, which is as in ``serve(_:from:label:having:)``, once, and reads
    /// nothing of what it asks.
    ///
    /// The connection is closed after it; for clients that are refused before they have said
    /// anything.
    package func answer(_ socket: Int32, from peer: String, with response: Response) {
        accept(socket, from: peer, label: 0)?.answerOnce(response)
    }

    /// Makes a connection of `socket`; nil when there is no room for more than a refusal.
    @discardableResult
    func accept(_ socket: Int32, from peer: String, label: Int) -> ServerConnection? {
        accepted += 1
        let isOverfull = connections.count - refusedConnections >= limits.connections
        if isOverfull { refused += 1 }
        guard !isStopping, !isOverfull || refusedConnections < limits.refusals,
            let connection = connection(socket, from: peer, label)
        else {
            evutil_closesocket(socket)
            return nil
        }
        connection.place = connections.count
        connections.append(connection)
        crowd = max(crowd, connections.count)
        startSweeping()
        guard isOverfull else { return connection }
        connection.isRefused = true
        refusedConnections += 1
        connection.reject(.tooManyConnections)
        return nil
    }

    /// Makes a connection that owns `socket`; nil when there is no memory for its events.
    private func connection(_ socket: Int32, from peer: String, _ label: Int) -> ServerConnection? {
        do throws(EventError) {
            return try ServerConnection(socket, from: peer, label: label, on: self)
        } catch {
            handler.note("a client was turned away: \(error.words)")
            return nil
        }
    }

    /// Answers one waiting client 503 although the process is out of file descriptors.
    ///
    /// The spare descriptor is released for that and opened again afterwards.
    func turnAway(at listener: Int32) -> Acceptance {
        let acceptance = spare.lend {
            let acceptance = acceptClient(listener)
            guard case .accepted(let socket, _) = acceptance else { return acceptance }
            accepted += 1
            refused += 1
            dismiss(socket)
            return acceptance
        }
        return acceptance ?? .failed
    }

    /// Sends the refusal on `socket`, as far as the socket takes it at once, and closes it.
    private func dismiss(_ socket: Int32) {
        let response = handler.refuse(.tooManyConnections, nil)
        // Closing over unread bytes would reset the connection and could take the answer with it.
        _ = receive(socket, into: readBuffer)
        writer.write(response, date: currentDate, minorVersion: 1, keepsAlive: false)
        writer.withBytes { head in
            response.body.withUnsafeBytes { body in
                // A client whose socket cannot take it is closed without an answer.
                _ = transmit(
                    socket,
                    head: head,
                    body: body,
                    end: UnsafeRawBufferPointer(start: nil, count: 0)
                )
            }
        }
        shutDownSending(socket)
        evutil_closesocket(socket)
    }

    func forget(_ connection: ServerConnection) {
        assert(connection.share.bytes == 0, "a connection is closed and still holds something")
        if connection.isRefused { refusedConnections -= 1 }
        let last = connections.removeLast()
        if last !== connection {
            connections[connection.place] = last
            last.place = connection.place
        }
        releaseMemoryOfCrowd()
        guard connections.isEmpty else { return }
        sweep = nil
        let body = whenDrained
        whenDrained = nil
        body?()
    }

    /// Gives the memory of many connections back to the system when most of them are gone.
    private func releaseMemoryOfCrowd() {
        guard crowd >= 1_000, connections.count <= crowd / 4 else { return }
        crowd = connections.count
        mockpostly_release_free_memory()
    }

    // MARK: Time

    /// The time for `wait` in nanoseconds; about 290 years for a wait without a limit.
    func timeout(of wait: ServerConnection.Wait) -> UInt64 {
        switch wait {
        case .idle: timeouts.idle
        case .head: timeouts.head
        case .body: timeouts.body
        case .write: timeouts.write
        case .linger: timeouts.linger
        case .answer, .takeover: Timeouts.longest
        }
    }

    private func startSweeping() {
        guard sweep == nil else { return }
        do throws(EventError) {
            sweep = try RepeatingTimer(every: timeouts.sweep, on: loop, of: self) {
                $0.endOverdue()
            }
        } catch {
            // The next connection tries again.
            handler.note("the deadlines of connections are not kept: \(error.words)")
        }
    }

    private func endOverdue() {
        let now = monotonicNanoseconds()
        // In reverse: closing a connection moves the last one to its index.
        for place in connections.indices.reversed() where place < connections.count {
            let connection = connections[place]
            if connection.deadline <= now { connection.timeOut() }
        }
    }
}

/// The timeouts in nanoseconds.
struct Timeouts {
    /// About 290 years.
    static let longest = UInt64.max / 2

    let head: UInt64
    let body: UInt64
    let idle: UInt64
    let write: UInt64
    let linger: UInt64 = 2_000_000_000
    /// How often the deadlines of all connections are checked.
    let sweep: Duration

    init(_ limits: ServerLimits) {
        head = Self.nanoseconds(limits.headTimeout)
        body = Self.nanoseconds(limits.bodyTimeout)
        idle = Self.nanoseconds(limits.idleTimeout)
        write = Self.nanoseconds(limits.writeTimeout)
        let shortest = min(head, body, idle, write) / 8
        sweep = .nanoseconds(Int64(max(20_000_000, min(250_000_000, shortest))))
    }

    /// The length of `timeout`, from 1 millisecond to ``longest``.
    static func nanoseconds(_ timeout: Duration) -> UInt64 {
        min(max(1_000_000, timeout.wholeNanoseconds), longest)
    }
}
