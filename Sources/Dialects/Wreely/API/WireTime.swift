internal import MockPostlyJSON
internal import MockPostlyWorld

/// Times as the client writes and reads them: `yyyy-MM-dd HH:mm:ss`, without a zone.
///
/// They are UTC times of the world's clock. The app takes them for the phone's local time.
enum WireTime {
    /// The text of `instant`; outside the years 1 to 9999 that of the nearest instant inside.
    static func text(_ instant: Instant) -> String {
        var text = ""
        // Drops `.123456+00:00` and changes the `T`.
        instant.asPrintable.withRFC3339Micros { bytes in
            let isT = { (byte: UInt8) in byte == UInt8(ascii: "T") }
            let seconds = bytes.dropLast(13).map { isT($0) ? 0x20 : $0 }
            text = String(decoding: seconds, as: UTF8.self)
        }
        return text
    }

    /// The month of `instant`: `February 2026`.
    static func month(_ instant: Instant) -> String {
        let date = text(instant)
        let number = Int(date.dropFirst(5).prefix(2)) ?? 1
        return "\(months[number - 1]) \(date.prefix(4))"
    }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]

    /// The time of day at a minute of the day: `09:30:00`.
    ///
    /// The end of the day, minute 1440, is `23:59:59`: `HH:mm:ss` has no hour 24.
    static func timeOfDay(_ minute: Int64) -> String {
        guard minute < 1_440 else { return "23:59:59" }
        let pair = { (number: Int64) in number < 10 ? "0\(number)" : "\(number)" }
        return "\(pair(minute / 60)):\(pair(minute % 60)):00"
    }

    /// Reads `yyyy-MM-dd HH:mm:ss`, or a date alone, which is its midnight; nil for other texts,
    /// and outside the years 1 to 9999.
    ///
    /// A `T` in place of the space is allowed, and so are missing seconds.
    static func read(_ text: String) -> Instant? {
        let parts = text.split(omittingEmptySubsequences: false) { $0 == " " || $0 == "T" }
        guard (1...2).contains(parts.count) else { return nil }
        var time = parts.count == 2 ? String(parts[1]) : "00:00:00"
        if time.utf8.count == 5 { time += ":00" }
        guard time.utf8.count == 8 else { return nil }
        guard let instant = Instant(rfc3339: "\(parts[0])T\(time)Z"),
            Instant.printable.contains(instant)
        else { return nil }
        return instant
    }
}

extension JSONWriter {
    /// Writes a member with a time.
    mutating func field(_ name: StaticString, _ time: Instant) {
        field(name, WireTime.text(time))
    }
}
