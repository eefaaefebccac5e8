import Foundation
import MockPostlyHTTP
import MockPostlyTLS
import MockPostlyTestKit

@testable import MockPostlyEventHTTP

/// A server on a loop and a thread of its own, which end with this object.
///
/// What it does with a request stands in the path: see ``TestHandler/handle(_:_:)``.
final class TestServer: Sendable {
    let port: UInt16
    private let orders: Mailbox<@Sendable (TestHandler) -> Void>
    private let hasEnded: DispatchSemaphore

    init(_ change: (inout ServerLimits) -> Void = { _ in }) throws {
        ignoreFatalWriteSignals()
        var limits = ServerLimits()
        change(&limits)
        let orders = try Mailbox<@Sendable (TestHandler) -> Void>()
        let started = try Mailbox<Result<UInt16, any Error>>()
        let hasEnded = DispatchSemaphore(value: 0)
        self.orders = orders
        self.hasEnded = hasEnded
        Thread.detachNewThread { [limits] in
            do {
                try TestHandler.serve(limits, orders) { _ = started.post(.success($0)) }
            } catch {
                _ = started.post(.failure(error))
            }
            hasEnded.signal()
        }
        port = try started.next().get()
    }

    deinit {
        orders.shut()
        _ = hasEnded.wait(timeout: .now() + .seconds(60))
    }

    /// A new client of this server.
    func client(receiveBuffer: Int32? = nil) throws -> TestClient {
        try TestClient(port: port, receiveBuffer: receiveBuffer)
    }

    /// Has the loop do something between two events.
    func perform(_ order: @escaping @Sendable (TestHandler) -> Void) {
        _ = orders.post(order)
    }

    /// Calls `body` on the loop's thread and waits for what it gives.
    func ask<Value: Sendable>(_ body: @escaping @Sendable (TestHandler) -> Value) throws -> Value {
        let replies = try Mailbox<Value>()
        perform { _ = replies.post(body($0)) }
        return try replies.next()
    }

    /// Waits until `isMet` holds, which is looked at after every tick of the loop.
    func wait(until isMet: @escaping @Sendable (TestHandler) -> Bool) throws {
        let replies = try Mailbox<Bool>()
        perform { $0.waiters.append(TestHandler.Waiter(isMet: isMet, replies: replies)) }
        _ = try replies.next()
    }

    /// Gives the answer that `name` waits for.
    func release(_ name: String) {
        perform { $0.release(name) }
    }

    /// Keeps the loop busy while `body` runs, so that it finds all at once that was sent meanwhile.
    func whileBusy(_ body: () throws -> Void) throws {
        let began = try Mailbox<Bool>()
        let done = try Mailbox<Bool>()
        perform { _ in
            _ = began.post(true)
            _ = try? done.next()
        }
        _ = try began.next()
        defer { _ = done.post(true) }
        try body()
    }
}

/// What the loop's thread of a ``TestServer`` knows.
final class TestHandler: RequestHandler {
    struct Waiter {
        var isMet: (TestHandler) -> Bool
        var replies: Mailbox<Bool>
    }

    static let date = "Sat, 14 Feb 2026 12:34:56 GMT"

    let loop: EventLoop
    private(set) var http: HTTPServer?
    /// The paths of the requests that were handed on.
    private(set) var handled: [String] = []
    /// The held requests whose clients have left.
    private(set) var left: [String] = []
    private(set) var rejections: [Int] = []
    private(set) var failedHandshakes: [TLSFailure] = []
    private(set) var hasDrained = false
    fileprivate(set) var waiters: [Waiter] = []
    private var later: [String: Exchange] = [:]
    /// Requests that are kept as long as their answers are owed.
    private var kept: [String: Request] = [:]
    private var atEndOfTick: [(Exchange, Response)] = []
    private(set) var timers: [Int: OneShotTimer] = [:]
    private var nextTimer = 0
    /// Answers that tests have made, by the names in their paths.
    var answers: [String: Response] = [:]
    var answersTwice = false
    /// The sources of answers that tests have made.
    var feeds: [String: Feed] = [:]
    /// What waited when a source was told of room.
    var unsentAtDrain: Int?
    /// The answer to who is to be handed over.
    var switching = Response(
        status: 101,
        fields: [.init("Upgrade", "wire"), .init("Connection", "Upgrade")]
    )
    /// The connections that were handed over to a test.
    var wires: [String: Wire] = [:]
    /// Requests whose connections will be.
    var heldForWires: [String: Exchange] = [:]
    /// The WebSockets that were opened and live.
    var sockets: [WeakTakeover] = []
    private(set) var ticks = 0
    /// The most bytes and connections that one tick has taken.
    private(set) var mostBytes = 0
    private(set) var mostAccepted = 0
    private var bytesBefore = 0
    private var acceptedBefore = 0

    /// Serves until `orders` is shut; then lets go of the server, whatever is open.
    static func serve(
        _ limits: ServerLimits,
        _ orders: Mailbox<@Sendable (TestHandler) -> Void>,
        onReady: (UInt16) -> Void
    ) throws {
        let handler = TestHandler(loop: try EventLoop())
        let http = try HTTPServer(on: handler.loop, limits: limits, for: handler)
        onReady(try listen(http))
        http.currentDate = Array(date.utf8)
        handler.http = http
        let watch = try ReadingWatch(orders.readingEnd, on: handler.loop, of: handler) { handler in
            guard let batch = orders.receive() else { return handler.loop.stop() }
            for order in batch { order(handler) }
        }
        withExtendedLifetime((watch, handler)) {
            handler.loop.run {
                handler.http?.takeTurns()
                handler.http?.flush()
                handler.endTick()
            }
        }
    }

    private static func listen(_ http: HTTPServer) throws -> UInt16 {
        let socket = try ListeningSocket.bind(host: "127.0.0.1", port: QuietPort.take())[0]
        try http.listen(on: socket)
        return socket.port
    }

    private init(loop: EventLoop) {
        self.loop = loop
    }

    /// Ends as a server does that is told to.
    func stop() {
        http?.stop { [unowned self] in hasDrained = true }
    }

    /// Gives the answer that `name` waits for.
    func release(_ name: String) {
        kept[name] = nil
        later.removeValue(forKey: name)?.respond(Self.text(name))
    }

    func refuse(_ rejection: Rejection, _ request: Request?) -> Response {
        rejections.append(rejection.status)
        return rejection.response
    }

    func note(_ failure: TLSFailure, of peer: String) {
        failedHandshakes.append(failure)
    }

    func handle(_ request: Request, _ exchange: Exchange) {
        let path = String(decoding: request.path, as: UTF8.self)
        handled.append(path)
        let words = path.split(separator: "/").map(String.init)
        let name = words.count > 1 ? words[1] : ""
        switch words.first {
        case "later": later[name] = exchange
        case "hold":
            exchange.holdConnection()
            exchange.whenLeft { [weak self] in self?.left.append(name) }
            later[name] = exchange
        case "keep":
            later[name] = exchange
            kept[name] = request
        case "wait": answer(exchange, name, after: words.count > 2 ? Int(words[2]) ?? 0 : 0)
        case "made":
            exchange.respond(answers[name] ?? Self.text("nothing"))
            if answersTwice { exchange.respond(Self.text("again")) }
        case "feed": exchange.respond(feed(name))
        case "wire": handOver(exchange, name)
        case "hold-wire":
            exchange.holdConnection()
            heldForWires[name] = exchange
        case "socket": openSocket(exchange, messageLimit: Int(name))
        case "label": exchange.respond(Self.text("\(exchange.label)"))
        case "peer": exchange.respond(Self.text(request.peer))
        case "unread":
            let unread = http?.connections.reduce(0) { $0 + $1.input.count } ?? 0
            exchange.respond(Self.text("\(unread)"))
        case "chunks":
            var response = Self.text(String(repeating: "x", count: Int(name) ?? 0))
            response.isChunked = true
            response.keepAliveTimeout = 5
            exchange.respond(response)
        case "tick": atEndOfTick.append((exchange, Self.text(name)))
        case "twice":
            exchange.respond(Self.text(name))
            exchange.respond(Self.text("again"))
        case "close":
            var response = Self.text(name)
            response.closesConnection = true
            exchange.respond(response)
        case "big": exchange.respond(Self.text(String(repeating: "x", count: Int(name) ?? 0)))
        case "empty":
            exchange.respond(Response(status: Int(name) ?? 204, body: Array("no body".utf8)))
        case "echo": exchange.respond(Response(contentType: "text/plain", body: request.body))
        default: exchange.respond(Self.text(name))
        }
    }

    private func answer(_ exchange: Exchange, _ name: String, after milliseconds: Int) {
        let number = nextTimer
        nextTimer += 1
        let delay = Duration.milliseconds(milliseconds)
        timers[number] = try? OneShotTimer(after: delay, on: loop, of: self) { handler in
            handler.timers[number] = nil
            exchange.respond(Self.text(name))
        }
    }

    private func endTick() {
        let due = atEndOfTick
        atEndOfTick = []
        for (exchange, response) in due { exchange.respond(response) }
        if let http {
            ticks += 1
            mostBytes = max(mostBytes, http.bytesReceived - bytesBefore)
            mostAccepted = max(mostAccepted, http.accepted - acceptedBefore)
            (bytesBefore, acceptedBefore) = (http.bytesReceived, http.accepted)
        }
        waiters.removeAll { waiter in
            guard waiter.isMet(self) else { return false }
            return waiter.replies.post(true)
        }
    }

    static func text(_ text: String) -> Response {
        Response(contentType: "text/plain", text: text)
    }
}

extension Mailbox {
    /// The first of the messages that come next, within a minute.
    func next() throws -> Message {
        var descriptor = pollfd(fd: readingEnd, events: Int16(POLLIN), revents: 0)
        guard poll(&descriptor, 1, 60_000) == 1, let message = receive()?.first else {
            throw TestFailure("nothing came")
        }
        return message
    }
}

/// Why a test could not go on.
struct TestFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
