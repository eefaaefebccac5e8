internal import CMockPostlyLibevent
package import MockPostlyHTTP

/// Serves HTTP/1.1 on the listeners it is given. Belongs to its loop's thread.
package final class HTTPServer {
    /// What is asked to answer a request, once, by the exchange; now or later.
    package typealias Handler = (Request, Exchange) -> Void

    package let loop: EventLoop
    package let limits: ServerLimits
    let handler: Handler
    /// Told about every request refused before it reached the handler.
    package var onRejection: (Rejection) -> Void = { _ in }

    private var listeners: [Listener] = []
    private(set) var connections: [Connection] = []
    private var sweep: RepeatingTimer?
    private let timeouts: Timeouts
    private var whenDrained: (() -> Void)?
    package private(set) var isStopping = false

    /// One for all connections: bytes are copied out of it only when they cannot be parsed yet.
    let readBuffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)
    var writer = ResponseWriter()
    /// The connection whose input is being parsed.
    var active: Connection?
    /// Milliseconds of the monotonic clock when this tick began.
    private(set) var now = monotonicMilliseconds()
    /// The value of the Date field, kept up by the owner.
    package var currentDate: [UInt8] = []

    package internal(set) var bytesReceived = 0
    package internal(set) var bytesSent = 0
    package private(set) var accepted = 0
    package private(set) var refused = 0

    /// Makes a server without listeners.
    package init(
        on loop: EventLoop,
        limits: ServerLimits,
        handler: @escaping Handler
    ) throws(EventError) {
        self.loop = loop
        self.limits = limits
        self.handler = handler
        timeouts = Timeouts(limits)
    }

    deinit {
        for connection in connections { connection.close() }
        readBuffer.deallocate()
    }

    /// Open connections, refused ones that are being told so included.
    package var connectionCount: Int { connections.count }

    /// Accepts connections on `socket`, which is bound and listening; the server owns it now.
    package func listen(on socket: ListeningSocket) throws(EventError) {
        listeners.append(try Listener(socket, self))
    }

    /// Stops accepting, ends idle connections, and calls `body` when the last one has ended.
    package func stop(whenDrained body: @escaping () -> Void) {
        isStopping = true
        listeners.removeAll()
        for connection in connections { connection.finish() }
        if connections.isEmpty { body() } else { whenDrained = body }
    }

    // MARK: Connections

    func accept(_ socket: Int32) {
        accepted += 1
        refreshTime()
        let isOverfull = connections.count >= limits.connections
        // Those told "too many" linger for a moment; beyond these nobody is told.
        guard connections.count < limits.connections + 256,
            let connection = try? Connection(socket, self)
        else {
            refused += 1
            evutil_closesocket(socket)
            return
        }
        connection.place = connections.count
        connections.append(connection)
        startSweeping()
        if isOverfull {
            refused += 1
            connection.reject(.tooManyConnections)
        }
    }

    func forget(_ connection: Connection) {
        let last = connections.removeLast()
        if last !== connection {
            connections[connection.place] = last
            last.place = connection.place
        }
        if connections.isEmpty {
            sweep = nil
            whenDrained?()
            whenDrained = nil
        }
    }

    // MARK: Time

    func timeout(of wait: Connection.Wait) -> Int64 {
        switch wait {
        case .idle: timeouts.idle
        case .head: timeouts.head
        case .body: timeouts.body
        case .write: timeouts.write
        case .linger: timeouts.linger
        case .answer: Int64.max / 2
        }
    }

    /// Reads the clock again; called when a tick begins.
    package func refreshTime() {
        now = monotonicMilliseconds()
    }

    private func startSweeping() {
        guard sweep == nil else { return }
        sweep = try? RepeatingTimer(every: timeouts.sweep, on: loop) { [unowned self] in
            refreshTime()
            // Backwards: a connection that closes puts the last one in its place.
            for place in connections.indices.reversed() where place < connections.count {
                let connection = connections[place]
                if connection.deadline <= now { connection.timeOut() }
            }
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
    /// Whole milliseconds, at least 1.
    fileprivate var milliseconds: Int64 {
        let parts = components
        return max(1, parts.seconds * 1000 + parts.attoseconds / 1_000_000_000_000_000)
    }
}
