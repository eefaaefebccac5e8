package import MockPostlyHTTPClient
internal import MockPostlyWorld

extension HTTPConnection {
    /// Sends a request and reads its answer for `listener`, which may wait as long as it likes.
    package func exchange(
        _ request: [UInt8],
        into reader: inout HTTPAnswerReader,
        for listener: some AnswerListener
    ) throws(HTTPFailure) {
        try exchange(
            request,
            into: &reader,
            until: { _ in .never },
            while: { listener.receive(&$0) && $0.answer == nil }
        )
    }
}

/// A connection to a server, which waits for each response.
///
/// Closed when it is released. Belongs to one thread at a time.
package final class LoopbackConnection {
    /// The timeout for a response, longer than any response takes.
    package static let timeout = Duration.seconds(120)

    private let connection: HTTPConnection
    /// Whether the server has announced that it will close the connection.
    package private(set) var isEnding = false

    /// Connects to `port` of 127.0.0.1.
    package convenience init(port: UInt16) throws {
        try self.init(to: .network(host: "127.0.0.1", port: port))
    }

    /// Connects to a server; `lookup` gives the addresses of a host that has a name.
    init(
        to target: HTTPTarget,
        lookup: HTTPConnection.Lookup = { _, _ throws(HTTPFailure) in throw .notNumeric }
    ) throws {
        do throws(HTTPFailure) {
            connection = try HTTPConnection(
                to: target,
                until: Deadline(in: Self.timeout),
                lookup: lookup
            )
        } catch {
            throw MockServer.Failure(
                "no connection to \(target.description): \(error.words)"
            )
        }
    }

    /// Sends the bytes of one request and waits for its response, `timeout` at most.
    ///
    /// Throws a ``MockServer/Failure`` when none comes, or when further bytes follow it.
    package func exchange(
        _ request: [UInt8],
        timeout: Duration = timeout
    ) throws -> MockServer.Answer {
        let answer: HTTPAnswer
        do throws(HTTPFailure) {
            answer = try connection.exchange(request, until: Deadline(in: timeout))
        } catch {
            throw MockServer.Failure(error.words)
        }
        isEnding = answer.field("connection")?.lowercased() == "close"
        return try MockServer.Answer(answer)
    }
}
