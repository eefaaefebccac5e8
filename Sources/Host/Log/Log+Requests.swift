internal import MockPostlyJSON
internal import MockPostlyWorld

/// The lines of answered requests.
extension Log {
    /// The log entry of one answered request.
    package struct Entry {
        var method: String
        /// Without the values of parameters that can be secrets.
        var target: String
        var status: Int
        /// The size of the response's body.
        var bytes: Int
        var world: String?
        /// The name of the fault that changed the answer; nil for none.
        var fault: String?
        /// The number of the stub that answered; nil for none.
        var stub: Int?
        /// The URL of the real server that answered; nil for none.
        var upstream: String?

        /// - Parameters:
        ///   - method: as sent.
        ///   - target: redacted already, see ``Redaction/target(_:)``.
        ///   - status: as sent.
        ///   - bytes: of the body, before the server compresses it.
        ///   - world: nil to leave it out.
        ///   - fault: its name.
        ///   - stub: its number.
        ///   - upstream: its URL.
        package init(
            method: String,
            target: String,
            status: Int,
            bytes: Int,
            world: String?,
            fault: String? = nil,
            stub: Int? = nil,
            upstream: String? = nil
        ) {
            self.method = method
            self.target = target
            self.status = status
            self.bytes = bytes
            self.world = world
            self.fault = fault
            self.stub = stub
            self.upstream = upstream
        }
    }

    /// The line of an entry without its time and duration, which are written when it is logged.
    package struct PreparedLine {
        /// From behind the time to before the duration.
        fileprivate let middle: [UInt8]
        /// From behind the duration to the end of the line.
        fileprivate let end: [UInt8]
    }

    /// The line of `entry`, for any number of requests with that entry.
    ///
    /// For answers that come again with the same bytes: formatted once.
    package func line(of entry: Entry) -> PreparedLine {
        switch style.format {
        case .text:
            let status = style.painted("\(entry.status)", Self.colour(of: entry.status))
            let fault = entry.fault.map { ", fault \($0)" } ?? ""
            let stub = entry.stub.map { ", stub \($0)" } ?? ""
            let upstream = entry.upstream.map { ", from \($0)" } ?? ""
            let place = Self.place(of: entry)
            let end = " ms \(LogText.size(entry.bytes))\(place)\(upstream)\(stub)\(fault)\n"
            return PreparedLine(
                middle: Array("Z \(entry.method) \(entry.target) \(status) ".utf8),
                end: Array(end.utf8)
            )
        case .json:
            var middle = JSONWriter(escaping: .utf8)
            middle.beginObject()
            middle.field("level", "info")
            middle.field("method", entry.method)
            middle.field("path", entry.target)
            middle.field("status", entry.status)
            middle.key("ms")
            var end = JSONWriter(escaping: .utf8)
            end.beginObject()
            end.field("bytes", entry.bytes)
            if let world = entry.world { end.field("world", world) }
            if let stub = entry.stub { end.field("stub", stub) }
            if let fault = entry.fault { end.field("fault", fault) }
            if let upstream = entry.upstream { end.field("upstream", upstream) }
            end.endObject()
            // Both continue the object that begins with the time.
            let comma = [UInt8(ascii: ",")]
            return PreparedLine(
                middle: Array("Z\"".utf8) + comma + middle.bytes.dropFirst(),
                end: comma + end.finish().dropFirst() + [0x0A]
            )
        }
    }

    /// Logs a request with `entry` that took so many nanoseconds, up to the monotonic time `end`;
    /// the caller checks ``logsRequests`` first.
    ///
    /// The time stands in text as `12:34:56.789Z`, in JSON as RFC 3339, both in UTC.
    package func request(_ entry: Entry, nanoseconds: UInt64, at end: UInt64) {
        request(line(of: entry), nanoseconds: nanoseconds, at: end)
    }

    /// Logs a request that took so many nanoseconds, up to the monotonic time `end`; the caller
    /// checks ``logsRequests`` first.
    package func request(_ line: PreparedLine, nanoseconds: UInt64, at end: UInt64) {
        stamp.update(to: end)
        let capacity = stamp.text.count + 3 + line.middle.count + 24 + line.end.count
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { buffer in
            guard let start = buffer.baseAddress else { return }
            var cursor = LineCursor(start)
            cursor.put(stamp.text)
            cursor.put(digits: 3, of: stamp.millisecond)
            cursor.put(line.middle)
            switch style.format {
            case .text: cursor.put(hundredths: nanoseconds)
            case .json: cursor.put(thousandths: nanoseconds)
            }
            cursor.put(line.end)
            add(UnsafeBufferPointer(start: start, count: cursor.count))
        }
    }

    /// The world of a request that another than the path has chosen: a header or a port.
    private static func place(of entry: Entry) -> String {
        guard let world = entry.world, !world.utf8.elementsEqual("default".utf8),
            !entry.target.hasPrefix("/w/")
        else { return "" }
        return ", world \(world)"
    }
}

/// The time of the machine as log lines begin, up to the point before its milliseconds.
///
/// The machine's time is read, and formatted, once a second.
struct LogStamp {
    private let format: LogFormat
    /// When the second of ``text`` began, in nanoseconds of the monotonic clock.
    private var secondStart: UInt64 = 0
    private(set) var text: [UInt8] = []
    /// From 0 to 999.
    private(set) var millisecond: UInt64 = 0

    init(_ format: LogFormat) {
        self.format = format
    }

    /// Sets it to `moment`, a recent time of the machine's monotonic clock.
    mutating func update(to moment: UInt64) {
        if moment &- secondStart < 1_000_000_000 {
            millisecond = (moment &- secondStart) / 1_000_000
            return
        }
        let now = Clock.real.now()
        let microsecond = UInt64(now.microseconds.dividedRoundingDown(by: 1_000_000).remainder)
        millisecond = microsecond / 1000
        secondStart = monotonicNanoseconds() &- microsecond * 1000
        // Without `123Z`.
        let start = format == .json ? "{\"time\":\"" : ""
        text =
            Array(start.utf8)
            + now.rfc3339Millis.utf8.dropLast(4).dropFirst(format == .json ? 0 : 11)
    }
}

/// Appends bytes to memory that has enough room.
private struct LineCursor {
    private let start: UnsafeMutablePointer<UInt8>
    private(set) var count = 0

    init(_ start: UnsafeMutablePointer<UInt8>) {
        self.start = start
    }

    mutating func put(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { bytes in
            guard let source = bytes.baseAddress else { return }
            (start + count).update(from: source, count: bytes.count)
            count += bytes.count
        }
    }

    /// The last `digits` digits of `number`, with leading zeros.
    mutating func put(digits: Int, of number: UInt64) {
        var rest = number
        for place in (0..<digits).reversed() {
            start[count + place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        count += digits
    }

    mutating func put(whole number: UInt64) {
        var digits = 1
        var bound: UInt64 = 10
        while number >= bound, digits < 19 {
            digits += 1
            bound *= 10
        }
        put(digits: digits, of: number)
    }

    /// Milliseconds with two digits after the point.
    mutating func put(hundredths nanoseconds: UInt64) {
        let hundredths = (nanoseconds + 5_000) / 10_000
        put(whole: hundredths / 100)
        put(byte: UInt8(ascii: "."))
        put(digits: 2, of: hundredths % 100)
    }

    /// Milliseconds with up to three digits after the point, as a number of JSON.
    mutating func put(thousandths nanoseconds: UInt64) {
        let thousandths = (nanoseconds + 500) / 1_000
        put(whole: thousandths / 1000)
        var fraction = thousandths % 1000
        guard fraction > 0 else { return }
        var digits = 3
        while fraction % 10 == 0 {
            fraction /= 10
            digits -= 1
        }
        put(byte: UInt8(ascii: "."))
        put(digits: digits, of: fraction)
    }

    private mutating func put(byte: UInt8) {
        start[count] = byte
        count += 1
    }
}
