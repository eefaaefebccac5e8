internal import MockPostlyEventHTTP
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyWorld

/// Log lines on standard error, collected, and handed to the thread that writes them once a tick.
///
/// What nobody reads in time is dropped and counted. Belongs to the loop's thread.
package final class Log {
    private let style: LogStyle
    private let level: Configuration.LogLevel
    private let writer: BackgroundWriter
    private var pending: [UInt8] = []

    /// A log of this format and level.
    ///
    /// `usesColour` counts for text only. `limit` is how many bytes may wait for a reader.
    package init(
        format: Configuration.LogFormat,
        level: Configuration.LogLevel,
        usesColour: Bool,
        descriptor: Int32 = 2,
        limit: Int = BackgroundWriter.limit
    ) {
        let style = LogStyle(format: format, usesColour: usesColour)
        self.style = style
        self.level = level
        writer = BackgroundWriter(descriptor, limit: limit) { dropped in
            let lines = dropped == 1 ? "1 log line was" : "\(dropped) log lines were"
            return style.line("error", "\(lines) dropped: nobody read them in time", colour: "31")
        }
    }

    deinit { close(by: monotonicNanoseconds() + Self.patience) }

    /// Nanoseconds that a log which goes has for what is not written yet.
    private static let patience: UInt64 = 500_000_000

    /// Lines that were dropped, as nobody read them in time.
    var droppedLines: Int { writer.droppedLines }

    /// Writes a text for a person as it is, in its order with the lines.
    package func tell(_ text: [UInt8]) {
        pending += text
        flush()
    }

    /// Waits until all is written, at most until `deadline` in nanoseconds of the monotonic clock;
    /// nothing more is taken.
    package func close(by deadline: UInt64) {
        flush()
        writer.close(by: deadline)
    }

    /// Whether requests are logged.
    var logsRequests: Bool { level != .quiet }

    /// What the server does, for those who asked for more.
    package func detail(_ words: String) {
        guard level == .verbose else { return }
        line("info", words, colour: "2")
    }

    /// What went wrong; always logged.
    package func failure(_ words: String) {
        line("error", words, colour: "31")
        flush()
    }

    /// One request that was answered.
    struct Entry {
        var method: String
        var target: String
        var status: Int
        var milliseconds: Double
        var bytes: Int
        var world: String?
    }

    func request(_ entry: Entry) {
        switch style.format {
        case .text:
            let status = style.painted("\(entry.status)", Self.colour(of: entry.status))
            let time = LogText.decimal(entry.milliseconds)
            add(
                "\(LogText.clock(Clock.real.now())) \(entry.method) \(entry.target) \(status)"
                    + " \(time) ms \(LogText.size(entry.bytes))\n"
            )
        case .json:
            var json = JSONWriter(escaping: .utf8)
            style.begin(&json, "info")
            json.field("method", entry.method)
            json.field("path", entry.target)
            json.field("status", entry.status)
            json.field("ms", (entry.milliseconds * 1000).rounded() / 1000)
            json.field("bytes", entry.bytes)
            if let world = entry.world { json.field("world", world) }
            json.endObject()
            json.byte(0x0A)
            pending.append(contentsOf: json.finish())
        }
        if pending.count > 64 * 1024 { flush() }
    }

    /// A request that was refused before it could be read whole.
    func rejection(status: Int, _ words: String) {
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

    /// Hands over what has been collected.
    package func flush() {
        writer.write(&pending)
    }

    /// Waits until what was collected is written, at most until `deadline`; for tests.
    func drain(by deadline: UInt64) {
        flush()
        writer.drain(by: deadline)
    }

    private func line(_ level: String, _ words: String, colour: String) {
        pending += style.line(level, words, colour: colour)
    }

    private func add(_ text: String) {
        pending.append(contentsOf: text.utf8)
    }

    private static func colour(of status: Int) -> String {
        switch status {
        case ..<300: "32"
        case ..<400: "36"
        case ..<500: "33"
        default: "31"
        }
    }
}

/// How lines look.
private struct LogStyle: Sendable {
    var format: Configuration.LogFormat
    var usesColour: Bool

    func line(_ level: String, _ words: String, colour: String) -> [UInt8] {
        switch format {
        case .text:
            let words = LogText.oneLine(words)
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

/// Texts as a log shows them.
enum LogText {
    /// `text` with control characters escaped, so that nobody writes lines of his own.
    static func oneLine(_ text: String) -> String {
        var line = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if isShown(scalar) {
                line.append(scalar)
            } else {
                line.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
            }
        }
        return String(line)
    }

    /// Not so for what moves a terminal's cursor, ends a line or turns the direction of a text.
    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: false
        default: true
        }
    }

    /// A request target without the values of parameters that can be secrets.
    static func redacted(_ target: ArraySlice<UInt8>) -> String {
        guard let mark = target.firstIndex(of: UInt8(ascii: "?")) else {
            return oneLine(String(decoding: target, as: UTF8.self))
        }
        let pieces = target[(mark + 1)...].split(
            separator: UInt8(ascii: "&"),
            omittingEmptySubsequences: false
        )
        let shown = pieces.map { piece in
            let name = piece.prefix { $0 != UInt8(ascii: "=") }
            guard name.endIndex < piece.endIndex, isSecret(formDecoded(name)) else { return piece }
            return name + "=…".utf8
        }
        let separated = shown.joined(separator: [UInt8(ascii: "&")])
        return oneLine(String(decoding: target[...mark] + separated, as: UTF8.self))
    }

    /// Whether the value of a parameter with this name is never logged.
    private static func isSecret(_ name: String) -> Bool {
        let name = name.lowercased()
        return name == "key" || secrets.contains { contains(name.utf8[...], $0.utf8) }
    }

    private static func contains(_ name: Substring.UTF8View, _ word: String.UTF8View) -> Bool {
        var rest = name
        while rest.count >= word.count {
            if rest.starts(with: word) { return true }
            rest.removeFirst()
        }
        return false
    }

    private static let secrets = [
        "token", "jwt", "password", "passwd", "secret", "api_key", "apikey", "authorization",
    ]

    /// The time of day in UTC, to the millisecond, with the Z that says so.
    static func clock(_ instant: Instant) -> String {
        String(instant.rfc3339Millis.dropFirst(11))
    }

    /// With two digits behind the point.
    static func decimal(_ value: Double) -> String {
        let hundredths = Int((value * 100).rounded())
        let fraction = hundredths % 100
        return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
    }

    /// A number of bytes for people.
    static func size(_ bytes: Int) -> String {
        if bytes < 1000 { return "\(bytes) B" }
        let tenths = (bytes * 10 + 512) / 1024
        if tenths < 10_000 { return "\(tenths / 10).\(tenths % 10) KiB" }
        let megabytes = (bytes * 10) / (1024 * 1024)
        return "\(megabytes / 10).\(megabytes % 10) MiB"
    }
}
