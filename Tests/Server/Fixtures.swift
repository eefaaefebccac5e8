import Foundation
import MockPostlyContent
import MockPostlyControl
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyNouns
import MockPostlyTestKit
import MockPostlyWorld
import PostlyDialect

@testable import MockPostlyCourse
@testable import MockPostlyLog
@testable import MockPostlyServer
@testable import MockPostlyThreads
@testable import MockPostlyWorlds

/// The default world of a server that is told `configuration`.
func load(_ configuration: Configuration) throws(StartFailure) -> RunningWorld {
    try Loader.load(configuration.worlds)
}

/// A log whose lines can be read.
final class CapturedLog {
    let log: Log
    private let directory: ScratchDirectory
    private let handle: FileHandle

    init(
        _ format: LogFormat = .text,
        _ level: LogLevel = .verbose,
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
        let text = try directory.text(of: "log")
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

/// Takes everything and keeps nothing; never closed, as a log that outlives its file would write
/// into another test's.
private let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)

extension Log {
    /// A log that nobody reads.
    static var thrownAway: Log {
        Log(format: .text, level: .verbose, usesColour: false, descriptor: nowhere)
    }
}
