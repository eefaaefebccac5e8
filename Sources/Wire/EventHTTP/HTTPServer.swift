internal import CMockPostlyLibevent
package import MockPostlyHTTP

/// Serves HTTP/1.1 on the listeners it is given.
///
/// Belongs to its loop's thread.
package final class HTTPServer {
    /// What is asked to answer a request, once, by the exchange; now or later.
    package typealias Handler = (Request, Exchange) -> Void

    package let loop: EventLoop
    package let limits: ServerLimits
    /// What is held for all clients.
    package let budget: BufferBudget
    let handler: Handler
    /// Told about every request refused before it reached the handler, before that is answered.
    ///
    /// When a body is too large, its request comes along. An answer that is given back takes the
    /// place of the usual one.
    package var onRejection: (Rejection, Request?) -> Response? = { _, _ in nil }
    /// Told what the system has refused to this server, in words for a log.
    package var onFailure: (String) -> Void = { _ in }
    /// Fields of every refusal, beside its own.
    package var rejectionFields: [Response.Field] = []

    private var listeners: [Listener] = []
    private(set) var connections: [Connection] = []
    /// How many of them are one too many, and open only to be told so.
    private var refusedConnections = 0
    private var sweep: RepeatingTimer?
    private let timeouts: Timeouts
    private var whenDrained: (() -> Void)?
    package private(set) var isStopping = false

    /// Connections with bytes of a takeover or a source that go out when the tick ends.
    private var unflushed: [Connection] = []
    let turns: Turns
    private let spare = SpareDescriptor()

    /// One for all connections: bytes are copied out of it only when they cannot be parsed yet.
    let readBuffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)
    /// Where the next read goes: all of ``readBuffer``, or little of it when the tick has read much.
    var roomToRead: UnsafeMutableRawBufferPointer {
        guard turns.hasReadMuch(bytesReceived) else { return readBuffer }
        return UnsafeMutableRawBufferPointer(rebasing: readBuffer[..<4096])
    }
    var writer = ResponseWriter()
    /// The value of the Date field, kept up by the owner: before every answer, and in
    /// ``onRejection``.
    package var currentDate: [UInt8] = []

    package internal(set) var bytesReceived = 0
    package internal(set) var bytesSent = 0
    package private(set) var accepted = 0
    package private(set) var refused = 0

    /// Makes a server without listeners; with a budget of its own unless one is given.
    package init(
        on loop: EventLoop,
        limits: ServerLimits,
        budget: BufferBudget? = nil,
        handler: @escaping Handler
    ) throws(EventError) {
        self.loop = loop
        self.limits = limits
        self.budget = budget ?? BufferBudget(limit: limits.buffered)
        self.handler = handler
        timeouts = Timeouts(limits)
        turns = Turns(on: loop)
    }

    deinit {
        // These hold events of the loop, which may go with this object.
        listeners.removeAll()
        sweep = nil
        for connection in connections { connection.release() }
        readBuffer.deallocate()
    }

    /// Sockets that are listened on.
    package var listenerCount: Int { listeners.count }

    /// Open connections, refused ones that are being told so included.
    package var connectionCount: Int { connections.count }

    /// Accepts connections on `socket`, which is bound and listening; the server owns it now.
    ///
    /// Their requests have `label` as ``Exchange/label``.
    package func listen(on socket: ListeningSocket, label: Int = 0) throws(EventError) {
        listeners.append(try Listener(socket, label, self))
    }

    /// Stops accepting connections with `label`; those that are open go on.
    package func stopListening(label: Int) {
        listeners.removeAll { $0.label == label }
    }

    /// Stops accepting, ends idle connections, and calls `body` when the last one has ended.
    package func stop(whenDrained body: @escaping () -> Void) {
        isStopping = true
        listeners.removeAll()
        for connection in connections { connection.finish() }
        if connections.isEmpty { body() } else { whenDrained = body }
    }

    /// Sends what takeovers and sources have sent in this tick; to be called when it ends.
    ///
    /// With a limit of time it stops there, to go on at the next call.
    package func flush(forMilliseconds limit: Int64 = .max) {
        guard !unflushed.isEmpty else { return }
        let end = limit == .max ? limit : monotonicMilliseconds() + limit
        let connections = unflushed
        unflushed.removeAll(keepingCapacity: connections.count < 1024)
        for (place, connection) in connections.enumerated() {
            // The clock is not asked for each.
            if place & 63 == 63, end < .max, monotonicMilliseconds() >= end {
                unflushed = connections[place...] + unflushed
                return
            }
            connection.flushGathered()
        }
    }

    /// Goes on with connections that have sent more than one turn takes; to be called when the tick
    /// ends, before its writes are made permanent.
    package func takeTurns() {
        turns.endTick(received: bytesReceived)
    }

    func flushLater(_ connection: Connection) {
        unflushed.append(connection)
    }

    // MARK: Connections

    func accept(_ socket: Int32, from peer: String, label: Int) {
        accepted += 1
        let isOverfull = connections.count - refusedConnections >= limits.connections
        if isOverfull { refused += 1 }
        guard !isOverfull || refusedConnections < limits.refusals,
            let connection = connection(socket, from: peer, label)
        else {
            evutil_closesocket(socket)
            return
        }
        connection.place = connections.count
        connections.append(connection)
        startSweeping()
        if isOverfull {
            connection.isRefused = true
            refusedConnections += 1
            connection.reject(.tooManyConnections)
        }
    }

    /// A connection of `socket`; nil when there is no memory for its events.
    private func connection(_ socket: Int32, from peer: String, _ label: Int) -> Connection? {
        do throws(EventError) {
            return try Connection(socket, from: peer, label, self)
        } catch {
            onFailure("a client was turned away: \(error.words)")
            return nil
        }
    }

    /// Tells one client that waits at `listener` that there are too many connections, by the
    /// descriptor that is kept for that.
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

    /// Answers on `socket`, as far as it takes it at once, and closes it.
    private func dismiss(_ socket: Int32) {
        let rejection = Rejection.tooManyConnections
        var response = onRejection(rejection, nil) ?? rejection.response
        response.fields += rejectionFields
        // Closing over unread bytes would reset the connection and could take the answer with it.
        _ = receive(socket, into: readBuffer)
        writer.write(response, date: currentDate, minorVersion: 1, keepsAlive: false)
        writer.withBytes { head in
            response.body.withUnsafeBytes { body in
                // Who cannot take it is closed without a word.
                _ = transmit(socket, head, body, UnsafeRawBufferPointer(start: nil, count: 0))
            }
        }
        shutDownSending(socket)
        evutil_closesocket(socket)
    }

    func forget(_ connection: Connection) {
        assert(connection.share.bytes == 0, "a connection is closed and still holds something")
        if connection.isRefused { refusedConnections -= 1 }
        let last = connections.removeLast()
        if last !== connection {
            connections[connection.place] = last
            last.place = connection.place
        }
        guard connections.isEmpty else { return }
        sweep = nil
        let body = whenDrained
        whenDrained = nil
        body?()
    }

    // MARK: Time

    func timeout(of wait: Connection.Wait) -> Int64 {
        switch wait {
        case .idle: timeouts.idle
        case .head: timeouts.head
        case .body: timeouts.body
        case .write: timeouts.write
        case .linger: timeouts.linger
        case .answer, .takeover: Int64.max / 2
        }
    }

    private func startSweeping() {
        guard sweep == nil else { return }
        do throws(EventError) {
            sweep = try RepeatingTimer(every: timeouts.sweep, on: loop) { [unowned self] in
                endOverdue()
            }
        } catch {
            // The next connection tries again.
            onFailure("the deadlines of connections are not kept: \(error.words)")
        }
    }

    private func endOverdue() {
        let now = monotonicMilliseconds()
        // Backwards: a connection that closes puts the last one in its place.
        for place in connections.indices.reversed() where place < connections.count {
            let connection = connections[place]
            if connection.deadline <= now { connection.timeOut() }
        }
    }
}

/// The deadlines in milliseconds.
private struct Timeouts {
    let head: Int64
    let body: Int64
    let idle: Int64
    let write: Int64
    let linger: Int64 = 2000
    /// How often deadlines are looked at.
    let sweep: Duration

    init(_ limits: ServerLimits) {
        head = limits.headTimeout.milliseconds
        body = limits.bodyTimeout.milliseconds
        idle = limits.idleTimeout.milliseconds
        write = limits.writeTimeout.milliseconds
        let shortest = min(head, body, idle, write)
        sweep = .milliseconds(max(20, min(250, shortest / 8)))
    }
}

extension Duration {
    /// Whole milliseconds, at least 1, and no more than 30,000 years of them.
    fileprivate var milliseconds: Int64 {
        let parts = components
        let seconds = min(max(parts.seconds, 0), 1 << 40)
        return max(1, seconds * 1000 + parts.attoseconds / 1_000_000_000_000_000)
    }
}
