internal import MockPostlyHTTPClient

/// A connection to a server on this machine that waits for each answer.
///
/// Closed when it is released. Belongs to one thread at a time.
package final class LoopbackConnection {
    /// Longer than any answer takes.
    private static let patience = Duration.seconds(120)

    private let connection: HTTPConnection
    /// Whether the server has said that it closes.
    package private(set) var isEnding = false

    /// Connects to `port` of 127.0.0.1.
    package init(port: UInt16) throws {
        let target = HTTPTarget.network(host: "127.0.0.1", port: port)
        do throws(HTTPFailure) {
            connection = try HTTPConnection(to: target, until: Deadline(in: Self.patience))
        } catch {
            throw MockServer.Failure("no connection to port \(port): \(error.words)")
        }
    }

    /// Sends the bytes of one request and waits for its answer.
    ///
    /// Throws a ``MockServer/Failure`` when there is none, or when more comes than the answer.
    package func exchange(_ request: [UInt8]) throws -> MockServer.Answer {
        let answer: HTTPAnswer
        do throws(HTTPFailure) {
            answer = try connection.exchange(request, until: Deadline(in: Self.patience))
        } catch {
            throw MockServer.Failure(error.words)
        }
        isEnding = answer.field("connection")?.lowercased() == "close"
        return try MockServer.Answer(answer)
    }
}
