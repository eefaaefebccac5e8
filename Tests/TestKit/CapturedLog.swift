import Foundation
package import MockPostlyLog
import MockPostlyWorld

/// A log whose lines can be read.
package final class CapturedLog {
    package let log: Log
    private let directory: ScratchDirectory
    private let handle: FileHandle

    package init(
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
        log.drain(by: monotonicNanoseconds() + 60_000_000_000)
    }

    /// What has been written, without the last newline.
    package func text() throws -> String {
        drain()
        let text = try directory.text(of: "log")
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }
}

/// Takes everything and keeps nothing; never closed, as a log that outlives its file would write
/// into another test's.
private let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)

extension Log {
    /// A log that nobody reads.
    package static var thrownAway: Log {
        Log(format: .text, level: .verbose, usesColour: false, descriptor: nowhere)
    }
}
