internal import MockPostlyBodies
internal import MockPostlyJSON
internal import MockPostlyWorld

/// The format of log lines: text for people, or one JSON object a line.
package enum LogFormat: String, Sendable, CaseIterable {
    case text, json
}

/// How much is logged.
package enum LogLevel: Sendable, Equatable {
    /// Failures and warnings only.
    case quiet
    /// Failures, warnings, notices, and one line for each request.
    case normal
    /// As `normal`, and details of what the server does.
    case verbose
}

/// The log: lines are collected, and handed to the writing thread once a tick.
///
/// Lines that a slow reader does not take in time are dropped and counted. Belongs to the loop's
/// thread.
package final class Log {
    let style: LogStyle
    private let level: LogLevel
    private let writer: BackgroundWriter
    private var pending: [UInt8] = []
    /// The time at the start of the lines of requests.
    var stamp: LogStamp

    /// A log that writes to `descriptor`, by default standard error.
    ///
    /// `usesColour` applies to the text format only. `limit` is how many bytes may wait for a
    /// reader.
    ///
    /// - Parameters:
    ///   - format: of all lines.
    ///   - level: what is left out.
    ///   - usesColour: escapes of ANSI terminals.
    ///   - descriptor: not owned.
    ///   - limit: in bytes.
    package init(
        format: LogFormat,
        level: LogLevel,
        usesColour: Bool,
        descriptor: Int32 = 2,
        limit: Int = BackgroundWriter.limit
    ) {
        let style = LogStyle(format: format, usesColour: usesColour)
        self.style = style
        self.level = level
        stamp = LogStamp(format)
        writer = BackgroundWriter(descriptor, limit: limit) { dropped in
            let lines = dropped == 1 ? "1 log line was" : "\(dropped) log lines were"
            return style.line("error", "\(lines) dropped: nobody read them in time", colour: "31")
        }
    }

    deinit { close(by: monotonicNanoseconds() + Self.timeout) }

    /// How long a released log waits, in nanoseconds, for its last lines to be written.
    private static let timeout: UInt64 = 500_000_000

    /// The number of lines dropped because the reader was too slow or a write failed.
    ///
    /// Since the start.
    package var droppedLines: Int { writer.droppedLines }

    /// Writes a text for a person unchanged, in order with the log lines, at every level.
    package func tell(_ text: [UInt8]) {
        pending += text
        writer.write(&pending, urgent: true)
    }

    /// Waits until everything is written, at most until `deadline` (monotonic nanoseconds).
    ///
    /// Later lines are dropped.
    package func close(by deadline: UInt64) {
        flush()
        writer.close(by: deadline)
    }

    /// Whether requests are logged.
    package var logsRequests: Bool { level != .quiet }

    /// Logs what a person needs to know; not at the level `quiet`.
    ///
    /// `words` is one line without its end, in English.
    package func notice(_ words: String) {
        guard level != .quiet else { return }
        line("info", words, colour: "36")
    }

    /// Logs what is probably a mistake of the user, at every level.
    package func warning(_ words: String) {
        line("warning", words, colour: "33")
        writer.write(&pending, urgent: true)
    }

    /// Logs what the server does; only at the level `verbose`.
    ///
    /// Costs nothing at other levels but the making of `words`.
    package func detail(_ words: String) {
        guard level == .verbose else { return }
        line("info", words, colour: "2")
    }

    /// Logs an error, at every level, and hands it to the writer at once.
    package func failure(_ words: String) {
        line("error", words, colour: "31")
        writer.write(&pending, urgent: true)
    }

    /// Logs a request that was refused before it was read completely.
    ///
    /// A request without a head has neither method nor target in its line.
    package func rejection(status: Int, _ words: String) {
        guard logsRequests else { return }
        switch style.format {
        case .text:
            let status = style.painted("\(status)", Self.colour(of: status))
            add("\(LogText.clock(Clock.real.now())) - - \(status) \(words)\n")
        case .json:
            var json = JSONWriter(escaping: .utf8)
            style.begin(&json, "info")
            json.field("status", status)
            json.field("message", words)
            json.endObject()
            json.byte(0x0A)
            pending.append(contentsOf: json.finish())
        }
    }

    /// Hands the collected lines to the writer.
    ///
    /// To be called at the end of each tick.
    package func flush() {
        writer.write(&pending)
    }

    /// Waits until the collected lines are written, at most until `deadline`; for tests.
    package func drain(by deadline: UInt64) {
        flush()
        writer.drain(by: deadline)
    }

    private func line(_ level: String, _ words: String, colour: String) {
        pending += style.line(level, words, colour: colour)
    }

    private func add(_ text: String) {
        pending.append(contentsOf: text.utf8)
    }

    /// Adds a whole line.
    func add(_ line: UnsafeBufferPointer<UInt8>) {
        pending.append(contentsOf: line)
        if pending.count > 64 * 1024 { flush() }
    }

    static func colour(of status: Int) -> String {
        switch status {
        case ..<300: "32"
        case ..<400: "36"
        case ..<500: "33"
        default: "31"
        }
    }
}

/// Formats log lines.
struct LogStyle: Sendable {
    var format: LogFormat
    var usesColour: Bool

    func line(_ level: String, _ words: String, colour: String) -> [UInt8] {
        switch format {
        case .text:
            let words = oneLine(words)
            let time = LogText.clock(Clock.real.now())
            return Array("\(time) \(painted(level, colour)) \(words)\n".utf8)
        case .json:
            var json = JSONWriter(escaping: .utf8)
            begin(&json, level)
            json.field("message", words)
            json.endObject()
            json.byte(0x0A)
            return json.finish()
        }
    }

    func begin(_ json: inout JSONWriter, _ level: String) {
        json.beginObject()
        json.field("time", Clock.real.now().rfc3339Millis)
        json.field("level", level)
    }

    func painted(_ text: String, _ colour: String) -> String {
        usesColour ? "\u{1B}[\(colour)m\(text)\u{1B}[0m" : text
    }
}
