internal import MockPostlyClient
internal import MockPostlyEventHTTP
internal import MockPostlyHTTPClient
internal import MockPostlyLog
internal import MockPostlyServer
internal import MockPostlyThreads
internal import MockPostlyWorld
internal import MockPostlyWorlds

/// A server on its own thread, reached over loopback.
final class LiveDoor: OwnDoor {
    let url: String
    private let port: UInt16
    private let remote: Remote
    /// Closed when the server's thread has ended.
    private let end: Mailbox<Never>
    private let isStopped = Monitor(false)

    private enum News: Sendable {
        case ready(ServerAddress, Remote)
        case failed(StartFailure)
    }

    init(_ configuration: Configuration) throws {
        let news = try Mailbox<News>()
        let end = try Mailbox<Never>()
        try startThread {
            Self.run(configuration, news)
            end.shut()
        }
        switch news.receive()?.first {
        case .ready(let address, let remote):
            url = address.url
            port = address.port
            self.remote = remote
            self.end = end
        case .failed(let failure): throw MockServer.Failure(failure)
        case nil: throw MockServer.Failure.stopped
        }
    }

    /// The main function of the server's thread.
    private static func run(_ configuration: Configuration, _ news: Mailbox<News>) {
        do throws(StartFailure) {
            let log = Log(format: .text, level: .quiet, usesColour: false)
            let server = try Server(configuration, log: log)
            let (address, remote) = (server.address, server.remote)
            try server.run { _ = news.post(.ready(address, remote)) }
        } catch {
            _ = news.post(.failed(error))
        }
    }

    func exchange(_ request: [UInt8], timeout: Duration) throws -> MockServer.Answer {
        guard !isStopped.withLock(\.self) else { throw MockServer.Failure.stopped }
        return try LoopbackConnection(port: port).exchange(request, timeout: timeout)
    }

    func stream(
        _ request: [UInt8],
        into reader: inout HTTPAnswerReader,
        for listener: some AnswerListener
    ) throws {
        guard !isStopped.withLock(\.self) else { throw MockServer.Failure.stopped }
        let connection = try HTTPConnection(
            to: .network(host: "127.0.0.1", port: port),
            until: Deadline(in: LoopbackConnection.timeout)
        )
        try connection.exchange(request, into: &reader, for: listener)
    }

    func connect() throws -> LoopbackConnection? {
        try LoopbackConnection(port: port)
    }

    func withWorlds<Result: Sendable>(
        _ body: @escaping @Sendable (Worlds) throws -> Result
    ) throws -> Result {
        guard let result = try remote.withWorlds(body) else {
            throw MockServer.Failure.stopped
        }
        return result
    }

    func stop() {
        isStopped.withLock { isStopped in
            guard !isStopped else { return }
            isStopped = true
            remote.stop()
            _ = end.receive()
        }
    }
}
