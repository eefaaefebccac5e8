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
    func exchange(_ request: [UInt8], timeout: Duration) throws -> MockServer.Answer {
        let (step, oversized) = RequestParser.step(of: request, limits)
        switch step {
        case .request(let request):
            guard let (response, date) = try server.respond(to: request) else {
                throw MockServer.Failure.stopped
            }
            return try Self.answer(response, Array(date.httpDate.utf8), to: request)
        case .rejected(let rejection):
            guard let (refusal, date) = server.refuse(rejection, oversized) else {
                throw MockServer.Failure.stopped
            }
            var response = refusal
            response.closesConnection = true
            return try Self.answer(response, Array(date.httpDate.utf8), to: nil)
        case .needsMore, .wantsContinue:
            throw MockServer.Failure("the request is not whole")
        }
    }

    /// What a client reads when the server sends `response`, without its delays.
    ///
    /// Throws a ``MockServer/Failure`` when a client would not get a complete response.
    static func answer(
        _ response: Response,
        _ date: [UInt8],
        to request: Request?
    ) throws -> MockServer.Answer {
        let isHead = request?.method == .head
        let arrival = response.arrival(
            date: date,
            minorVersion: request?.head.minorVersion ?? 1,
            keepsAlive: request?.head.keepsAlive == true && !response.closesConnection,
            isHead: isHead
        )
        var reader = HTTPAnswerReader(isHead: isHead)
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
