import MockPostlyHTTP

@testable import MockPostlyEventHTTP

/// The body of an answer that a test gives by and by, and what has become of it.
final class Feed: BodySource {
    enum Call: Equatable {
        case begin, drain, stop
        case end(isComplete: Bool)
    }

    private(set) var calls: [Call] = []
    private(set) var stream: (any BodyStream)?
    var onBegin: (Feed) -> Void = { _ in }
    var onDrain: (Feed) -> Void = { _ in }
    var onStop: (Feed) -> Void = { _ in }

    func begin(_ stream: any BodyStream) {
        calls.append(.begin)
        self.stream = stream
        onBegin(self)
    }

    func drain() {
        calls.append(.drain)
        onDrain(self)
    }

    func stop() {
        calls.append(.stop)
        onStop(self)
    }

    func end(isComplete: Bool) {
        calls.append(.end(isComplete: isComplete))
    }

    @discardableResult
    func send(_ text: String) -> Bool {
        stream?.write(Array(text.utf8)) ?? false
    }
}

extension TestHandler {
    /// An answer whose body the feed called `name` gives.
    func feed(_ name: String) -> Response {
        let feed = feeds[name] ?? Feed()
        feeds[name] = feed
        var response = answers[name] ?? Response(contentType: "text/event-stream", body: [])
        response.source = feed
        return response
    }
}

extension TestServer {
    /// Has `/made/<name>` answered by the digits, delivered like this.
    func deliver(
        _ delivery: Delivery,
        at name: String = "a",
        _ change: @escaping @Sendable (inout Response) -> Void = { _ in }
    ) throws {
        try ask { handler in
            var response = TestHandler.text("0123456789")
            response.delivery = delivery
            change(&response)
            handler.answers[name] = response
        }
    }

    /// Waits until nobody is connected, and expects that nothing is held for anybody then.
    func waitUntilEmpty() throws {
        try wait { $0.http?.connectionCount == 0 && $0.http?.budget.used == 0 }
    }
}

/// The head of the answer that ``TestServer/deliver(_:at:_:)`` makes.
func digitsHead(_ length: Int = 10, fields: String = "") -> String {
    "HTTP/1.1 200 OK\r\nDate: \(TestHandler.date)\r\nContent-Type: text/plain\r\n"
        + "Content-Length: \(length)\r\n\(fields)\r\n"
}

/// The head of an answer in chunks.
func chunksHead(_ type: String = "text/plain") -> String {
    "HTTP/1.1 200 OK\r\nDate: \(TestHandler.date)\r\nContent-Type: \(type)\r\n"
        + "Transfer-Encoding: chunked\r\n\r\n"
}
