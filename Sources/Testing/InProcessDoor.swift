internal import MockPostlyClient
internal import MockPostlyEventHTTP
internal import MockPostlyHTTP
internal import MockPostlyHTTPClient
internal import MockPostlyLog
internal import MockPostlyServer
internal import MockPostlyWorld
internal import MockPostlyWorlds

/// A server in this process, called as a function.
///
/// Requests go through the real parser, and responses are written and read as on a connection.
final class InProcessDoor: OwnDoor {
    private static let host = "in-process.mockpostly.test"

    let url = "http://" + host
    private let limits: RequestLimits
    private let server: InProcessServer

    init(_ configuration: Configuration) throws {
        var configuration = configuration
        configuration.allowedHosts.append(Self.host)
        limits = configuration.limits.request
        do throws(StartFailure) {
            let log = Log(format: .text, level: .quiet, usesColour: false)
            server = try InProcessServer(configuration, log: log)
        } catch {
            throw MockServer.Failure(error)
        }
    }

    /// Answers a request; `timeout` is not looked at, because only the request itself can wait.
    func exchange(_ bytes: [UInt8], timeout: Duration) throws -> MockServer.Answer {
        let (response, date, request) = try respond(to: bytes)
        return try Self.answer(response, date, to: request)
    }

    /// The response to the bytes of a request, its date, and the request where it can be parsed.
    private func respond(
        to bytes: [UInt8]
    ) throws -> (response: Response, date: [UInt8], request: Request?) {
        let (step, oversized) = RequestParser.step(of: bytes, limits)
        switch step {
        case .request(let request):
            guard let (response, date) = try server.respond(to: request) else {
                throw MockServer.Failure.stopped
            }
            return (response, Array(date.httpDate.utf8), request)
        case .rejected(let rejection):
            guard let (refusal, date) = server.refuse(rejection, oversized) else {
                throw MockServer.Failure.stopped
            }
            var response = refusal
            response.closesConnection = true
            return (response, Array(date.httpDate.utf8), nil)
        case .needsMore, .wantsContinue:
            throw MockServer.Failure("the request is not whole")
        }
    }

    func stream(
        _ bytes: [UInt8],
        into reader: inout HTTPAnswerReader,
        for listener: some AnswerListener
    ) throws {
        let (response, date, request) = try respond(to: bytes)
        let arrival = Self.arrival(of: response, date, to: request)
        var isGoingOn = true
        for piece in response.pieces(of: arrival.bytes) where isGoingOn {
            guard piece.pause == .zero || listener.pause(for: piece.pause) else { return }
            try reader.add(piece.bytes)
            isGoingOn = listener.receive(&reader)
        }
        guard isGoingOn, reader.answer == nil else { return }
        switch arrival.ending {
        case .closed: break
        case .reset: throw HTTPFailure.reset
        case .stalled(let time): guard listener.pause(for: time) else { return }
        // Nothing is sent any more, and nothing ends: until the client has enough of it.
        case .open: guard listener.pause(for: .seconds(3600)) else { return }
        }
        try reader.end()
        _ = listener.receive(&reader)
    }

    /// What a client reads when the server sends `response`, without its delays.
    ///
    /// Throws a ``MockServer/Failure`` when a client would not get a complete response.
    static func answer(
        _ response: Response,
        _ date: [UInt8],
        to request: Request?
    ) throws -> MockServer.Answer {
        let arrival = arrival(of: response, date, to: request)
        var reader = HTTPAnswerReader(isHead: request?.method == .head)
        do throws(HTTPFailure) {
            try reader.add(arrival.bytes[...])
            if arrival.ending == .closed { try reader.end() }
        } catch {
            throw MockServer.Failure(error.words)
        }
        if var answer = reader.answer {
            // A client stops reading at the end of the answer.
            answer.isFollowed = false
            return try MockServer.Answer(answer)
        }
        switch arrival.ending {
        case .open, .closed: throw MockServer.Failure("the connection ends within the answer")
        case .reset: throw MockServer.Failure("the connection is reset")
        case .stalled: throw MockServer.Failure("the answer does not go on")
        }
    }

    private static func arrival(
        of response: Response,
        _ date: [UInt8],
        to request: Request?
    ) -> Arrival {
        response.arrival(
            date: date,
            minorVersion: request?.head.minorVersion ?? 1,
            keepsAlive: request?.head.keepsAlive == true && !response.closesConnection,
            isHead: request?.method == .head
        )
    }

    func connect() -> LoopbackConnection? { nil }

    func withWorlds<Result: Sendable>(
        _ body: @escaping @Sendable (Worlds) throws -> Result
    ) throws -> Result {
        guard let result = try server.withWorlds(body) else {
            throw MockServer.Failure.stopped
        }
        return result
    }

    func stop() {
        server.stop()
    }
}
