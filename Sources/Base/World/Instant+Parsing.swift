internal import MockPostlyText

extension Instant {
    /// Reads a date as people write one: as ``init(rfc3339:)``, or the day alone, `2026-02-14`, for
    /// its first moment in UTC.
    ///
    /// All dates that a user gives are read so; dates of the mocked systems follow their own rules.
    package init?(dateText text: String) {
        if let instant = Instant(rfc3339: text) {
            self = instant
        } else if let day = Instant(rfc3339: text + "T00:00:00Z") {
            self = day
        } else {
            return nil
        }
    }

    /// Reads `2026-02-14T12:34:56.123456Z`, RFC 3339 section 5.6; nil for other texts.
    ///
    /// The fraction may have one to nine digits and is cut to six; the offset is `Z` or `±hh:mm`.
    /// `T` and `Z` may be in lower case. Leap seconds and instants outside the years 0000 to 9999
    /// in UTC are refused.
    package init?(rfc3339 text: String) {
        var text = text
        guard let instant = text.withUTF8(Self.init(rfc3339:)) else { return nil }
        self = instant
    }

    private init?(rfc3339 text: UnsafeBufferPointer<UInt8>) {
        var reader = DigitReader(text[...])
        guard let year = reader.number(digits: 4), reader.skip("-"),
            let month = reader.number(digits: 2), reader.skip("-"),
            let day = reader.number(digits: 2), reader.skip("T") || reader.skip("t"),
            let hour = reader.number(digits: 2), reader.skip(":"),
            let minute = reader.number(digits: 2), reader.skip(":"),
            let second = reader.number(digits: 2),
            let microsecond = reader.fraction(),
            let offset = reader.offset(), reader.rest.isEmpty,
            1...12 ~= month, day >= 1, day <= CalendarTime.daysInMonth(month, of: year),
            hour < 24, minute < 60, second < 60
        else { return nil }
        var time = CalendarTime(year: year, month: month, day: day)
        (time.hour, time.minute, time.second) = (hour, minute, second)
        time.microsecond = microsecond
        let instant = Instant(microseconds: time.instant.microseconds - offset * 60_000_000)
        guard 0...9999 ~= CalendarTime(instant).year else { return nil }
        self = instant
    }
}

extension DigitReader {
    /// Microseconds of a fraction after a point; 0 when there is no point.
    fileprivate mutating func fraction() -> Int64? {
        skip(".") ? fraction(places: 6, most: 9) : 0
    }

    /// Reads the offset in minutes east of UTC.
    fileprivate mutating func offset() -> Int64? {
        if skip("Z") || skip("z") { return 0 }
        let isWest = skip("-")
        guard isWest || skip("+"), let hours = number(digits: 2), skip(":"),
            let minutes = number(digits: 2), hours < 24, minutes < 60
        else { return nil }
        return (isWest ? -1 : 1) * (hours * 60 + minutes)
    }
}
