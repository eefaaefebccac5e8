internal import MockPostlyEventHTTP
internal import MockPostlyJSON
internal import MockPostlyWorld

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Log lines on standard error, collected and written once a tick.
///
/// Belongs to the loop's thread.
package final class Log {
    private let format: Configuration.LogFormat
    private let level: Configuration.LogLevel
    private let usesColour: Bool
    private let descriptor: Int32
    private var pending: [UInt8] = []

    /// A log of this format and level. `usesColour` counts for text only.
    package init(
        format: Configuration.LogFormat,
        level: Configuration.LogLevel,
        usesColour: Bool,
        descriptor: Int32 = STDERR_FILENO
    ) {
        self.format = format
        self.level = level
        self.usesColour = usesColour
        self.descriptor = descriptor
    }

    deinit { flush() }

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
        switch format {
        case .text:
            let status = painted("\(entry.status)", Self.colour(of: entry.status))
            let time = LogText.decimal(entry.milliseconds)
            add(
                "\(LogText.clock(Clock.real.now())) \(entry.method) \(entry.target) \(status)"
                    + " \(time) ms \(LogText.size(entry.bytes))\n"
            )
        case .json:
            var json = JSONWriter(escaping: .utf8)
            begin(&json, "info")
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

    /// Writes out what has been collected. A log that cannot be written is given up, not retried.
    package func flush() {
        guard !pending.isEmpty else { return }
        var sent = 0
        while sent < pending.count {
            let count = pending.withUnsafeBytes {
                write(descriptor, $0.baseAddress?.advanced(by: sent), $0.count - sent)
            }
            if count > 0 { sent += count } else if errno != EINTR { break }
        }
        pending.removeAll(keepingCapacity: pending.capacity <= 128 * 1024)
    }

    private func line(_ level: String, _ words: String, colour: String) {
        switch format {
        case .text:
            let words = LogText.oneLine(words)
            add("\(LogText.clock(Clock.real.now())) \(painted(level, colour)) \(words)\n")
        case .json:
            var json = JSONWriter(escaping: .utf8)
            begin(&json, level)
            json.field("message", words)
            json.endObject()
            json.byte(0x0A)
            pending.append(contentsOf: json.finish())
        }
    }

    private func begin(_ json: inout JSONWriter, _ level: String) {
        json.beginObject()
        json.field("time", Clock.real.now().rfc3339Millis)
        json.field("level", level)
    }

    private func add(_ text: String) {
        pending.append(contentsOf: text.utf8)
    }

    private func painted(_ text: String, _ colour: String) -> String {
        usesColour ? "\u{1B}[\(colour)m\(text)\u{1B}[0m" : text
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

/// Texts as a log shows them.
enum LogText {
    /// `text` with control characters escaped, so that nobody writes lines of his own.
    static func oneLine(_ text: String) -> String {
        var line = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar.value >= 0x20 && scalar.value != 0x7F {
                line.append(scalar)
            } else {
                line.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
            }
        }
        return String(line)
    }

    /// Parameters whose values are never logged.
    private static let secrets = ["token", "access_token", "jwt", "password", "secret", "key"]

    /// A request target without the values of parameters that can be secrets.
    static func redacted(_ target: ArraySlice<UInt8>) -> String {
        let text = oneLine(String(decoding: target, as: UTF8.self))
        guard let mark = text.firstIndex(of: "?") else { return text }
        let pieces = text[text.index(after: mark)...].split(
            separator: "&",
            omittingEmptySubsequences: false
        )
        let shown = pieces.map { piece -> String in
            let name = piece.prefix { $0 != "=" }
            return secrets.contains(name.lowercased()) ? name + "=…" : String(piece)
        }
        return text[...mark] + shown.joined(separator: "&")
    }

    /// The time of day in UTC, to the millisecond.
    static func clock(_ instant: Instant) -> String {
        String(instant.rfc3339Millis.dropFirst(11).prefix(12))
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
