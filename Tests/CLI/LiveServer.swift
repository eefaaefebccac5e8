import Foundation
import MockPostlyLog
import MockPostlyServer
import MockPostlyWorlds
import Synchronization

/// A server on a thread of its own, with content in memory, for as long as it is held.
final class LiveServer: Sendable {
    let url: String
    private let remote: Remote

    init(_ change: (inout Configuration) -> Void = { _ in }) throws {
        var configuration = Configuration()
        configuration.port = 0
        configuration.ownsProcess = false
        change(&configuration)
        let start = Start()
        Thread.detachNewThread { [configuration] in start.run(configuration) }
        (url, remote) = try start.wait()
    }

    deinit { remote.stop() }

    /// Runs a command line that is told of this server by its variable.
    func run(_ arguments: String..., environment: [String: String] = [:]) -> CapturedRun {
        run(arguments, environment: environment)
    }

    func run(_ arguments: [String], environment: [String: String] = [:]) -> CapturedRun {
        let all = environment.merging(["MOCKPOSTLY_URL": url]) { given, _ in given }
        return MockPostlyCLITests.run(arguments, environment: all)
    }
}

/// What the thread that starts a server tells the one that waits for it.
private final class Start: Sendable {
    private let result = Mutex<Result<(String, Remote), StartFailure>?>(nil)
    private let isDone = DispatchSemaphore(value: 0)

    func run(_ configuration: Configuration) {
        do throws(StartFailure) {
            let log = Log(format: .text, level: .quiet, usesColour: false)
            let server = try Server(configuration, log: log)
            let (url, remote) = (server.address.url, server.remote)
            try server.run { self.finish(.success((url, remote))) }
        } catch {
            finish(.failure(error))
        }
    }

    private func finish(_ outcome: Result<(String, Remote), StartFailure>) {
        result.withLock { $0 = outcome }
        isDone.signal()
    }

    func wait() throws -> (String, Remote) {
        isDone.wait()
        return try result.withLock { try $0?.get() } ?? { throw CancellationError() }()
    }
}
