internal import MockPostlyDrift
internal import MockPostlyEventHTTP
internal import MockPostlyHTTP
internal import MockPostlyHTTPClient
internal import MockPostlyLog
internal import MockPostlyServer
internal import MockPostlyWorld
internal import MockPostlyWorlds

/// A fresh world of a server within this process, which answers a scenario beside the real server.
final class DriftWorld {
    /// What its links begin with.
    static let addresses = ["http://localhost", "https://localhost"]

    private let server: InProcessServer
    private let limits: RequestLimits

    /// Throws when the configuration has no content to begin with.
    init(_ configuration: Configuration) throws(Failure) {
        limits = configuration.limits.request
        do throws(StartFailure) {
            let log = Log(format: .text, level: .quiet, usesColour: false)
            server = try InProcessServer(configuration, log: log)
        } catch {
            throw Failure(error)
        }
    }

    deinit { server.stop() }

    /// The answer to a request; throws when the world refuses to read it.
    ///
    /// A refusal names the step, whose path may be somebody's.
    func answer(to request: DriftRequest, of step: DriftStep) throws(Failure) -> DriftAnswer {
        let name = "the step \(step.name), \(request.method) \(step.route ?? "")"
        var sent = HTTPRequest(request.method, request.path, body: request.body)
        sent.fields = request.headers.map { ($0.name, $0.value) }
        let answer: HTTPAnswer?
        do {
            let bytes = try sent.bytes(host: "localhost")
            answer = try self.answer(to: bytes)
        } catch let failure as HTTPFailure {
            throw Failure("\(name): \(failure.words)", .usage)
        } catch {
            throw Failure("\(name): \(error)", .usage)
        }
        guard let answer else {
            throw Failure("\(name): the world has no answer", .usage)
        }
        return DriftAnswer(answer)
    }

    private func answer(to bytes: [UInt8]) throws -> HTTPAnswer? {
        let (step, oversized) = RequestParser.step(of: bytes, limits)
        let request: Request?
        let answer: InProcessServer.Answer?
        switch step {
        case .request(let whole):
            request = whole
            answer = try server.respond(to: whole)
        case .rejected(let rejection):
            request = oversized
            answer = server.refuse(rejection, oversized)
        case .needsMore, .wantsContinue: return nil
        }
        guard let (response, date) = answer else { return nil }
        let isHead = request?.method == .head
        let arrival = response.arrival(
            date: Array(date.httpDate.utf8),
            minorVersion: 1,
            keepsAlive: true,
            isHead: isHead
        )
        var reader = HTTPAnswerReader(isHead: isHead)
        try reader.add(arrival.bytes[...])
        if arrival.ending == .closed { try reader.end() }
        return reader.answer
    }
}
