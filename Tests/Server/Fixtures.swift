import Foundation
import MockPostlyContent
import MockPostlyControl
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyNouns
import MockPostlyWorld
import PostlyDialect

@testable import MockPostlyServer

/// A directory of its own, gone with the value.
final class ScratchDirectory {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory
            .appendingPathComponent("mockpostly-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit {
        // What is left behind is in the system's temporary directory.
        try? FileManager.default.removeItem(atPath: path)
    }

    func file(_ name: String) -> String { path + "/" + name }

    func write(_ text: String, to name: String) throws {
        try text.write(toFile: file(name), atomically: false, encoding: .utf8)
    }

    func read(_ name: String) throws -> String {
        try String(contentsOfFile: file(name), encoding: .utf8)
    }

    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }
}

/// A log whose lines can be read.
final class CapturedLog {
    let log: Log
    private let directory: ScratchDirectory
    private let handle: FileHandle

    init(
        _ format: Configuration.LogFormat = .text,
        _ level: Configuration.LogLevel = .verbose,
        usesColour: Bool = false
    ) throws {
        directory = try ScratchDirectory()
        try directory.write("", to: "log")
        handle = try FileHandle(forWritingTo: URL(fileURLWithPath: directory.file("log")))
        log = Log(
            format: format,
            level: level,
            usesColour: usesColour,
            descriptor: handle.fileDescriptor
        )
    }

    // The file must not be closed before all is written.
    deinit { drain() }

    private func drain() {
        log.drain(by: monotonicNanoseconds() + 10_000_000_000)
    }

    /// What has been written, without the last newline.
    func text() throws -> String {
        drain()
        let text = try directory.read("log")
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }
}

/// Reads a pipe to its end on another thread.
final class LineReader: @unchecked Sendable {
    private let handle: FileHandle
    private let isDone = DispatchSemaphore(value: 0)
    // Touched by the thread until `isDone` says that it has ended, then by who asks.
    private var bytes = Data()

    init(_ handle: FileHandle) {
        self.handle = handle
        Thread.detachNewThread { [self] in
            bytes = handle.readDataToEndOfFile()
            isDone.signal()
        }
    }

    func lines() -> [Substring] {
        isDone.wait()
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    }
}

extension Application {
    /// An application on loopback with a world of this seed, whose log is thrown away.
    static func serving(
        _ seed: SeedSource = .empty,
        _ configure: (inout Configuration) -> Void = { _ in }
    ) throws -> Application {
        try serving(seed, log: CapturedLog(.text, .quiet).log, configure)
    }

    static func serving(
        _ seed: SeedSource = .empty,
        log: Log,
        _ configure: (inout Configuration) -> Void = { _ in }
    ) throws -> Application {
        var configuration = Configuration()
        configuration.seed = seed
        configuration.randomSeed = 1
        configure(&configuration)
        let application = Application(
            configuration,
            log: log,
            SameSite(allowedHosts: [], isLoopbackOnly: true)
        )
        application.add(try Loader.load(configuration))
        return application
    }

    func answer(
        _ method: String,
        _ target: String,
        _ fields: [(String, String)] = [],
        body: String = ""
    ) throws -> Response {
        answer(to: try .asking(method, target, fields, body: body))
    }

    /// The answer to `request`, slow work done on the spot.
    func answer(to request: Request) -> Response {
        let (outcome, route) = begin(request)
        return answer(outcome, to: request, route)
    }

    /// What `outcome` leads to, slow work done on the spot.
    func answer(_ outcome: Outcome, to request: Request, _ route: RouteTaken) -> Response {
        var outcome = outcome
        while case .slow(let work, let world) = outcome {
            work.willBegin()
            outcome = finish(work, with: work.work(), request, route, in: world)
        }
        guard case .answered(let response, let world) = outcome else {
            return Response(status: 599)
        }
        guard let world, !commit(world) else { return response }
        return answerAfterLoss(to: request, label: 0, route, in: world)
    }

    /// The answer to a POST of JSON.
    func post(_ target: String, _ body: String) throws -> Response {
        try answer("POST", target, [("Content-Type", "application/json")], body: body)
    }
}

struct NoRequest: Error {}

extension Request {
    /// A request as the parser gives it.
    static func asking(
        _ method: String,
        _ target: String,
        _ fields: [(String, String)] = [],
        body: String = ""
    ) throws -> Request {
        var text = "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\n"
        for (name, value) in fields { text += "\(name): \(value)\r\n" }
        if !body.isEmpty { text += "Content-Length: \(body.utf8.count)\r\n" }
        text += "\r\n" + body
        let step = RequestParser.parse(whole: Array(text.utf8))
        guard case .request(let request) = step else { throw NoRequest() }
        return request
    }
}

extension Response {
    var text: String { String(decoding: body, as: UTF8.self) }

    func json() throws -> JSONValue { try JSON(parsing: body).root }
}
