extension Instant {
    /// `2026-02-14T12:34:56.123456+00:00`, always with six digits of fraction.
    ///
    /// The format of Postly's dates, and of Python's `isoformat()` with UTC.
    package var rfc3339Micros: String {
        var text = ""
        withRFC3339Micros { text = String(ascii: $0) }
        return text
    }

    /// `2026-02-14T12:34:56.123Z`, with the fraction cut to milliseconds.
    ///
    /// Years beyond four digits have a sign and six digits, as in JavaScript's `toISOString`.
    ///
    /// 24 characters for the years 0 to 9999, as JavaScript's `JSON.stringify` writes a Date.
    package var rfc3339Millis: String {
        withText(String.init(ascii:)) { text in
            text.count = text.buffer.baseAddress.map(writeRFC3339Millis) ?? 0
        }
    }

    /// `Sat, 14 Feb 2026 12:34:56 GMT`, the format of RFC 9110 section 5.6.7.
    ///
    /// 29 characters for the years 0 to 9999; the fraction of the second is cut off.
    package var httpDate: String {
        withText(String.init(ascii:)) { text in
            let time = CalendarTime(self)
            text.put(weekdays[time.weekday])
            text.put(", ")
            text.put(pair: time.day)
            text.put(" ")
            text.put(months[Int(time.month) - 1])
            text.put(" ")
            text.put(year: time.year)
            text.put(" ")
            text.put(timeOfDay: time)
            text.put(" GMT")
        }
    }

    /// Calls `body` with the ASCII of ``rfc3339Micros``, valid only during the call.
    ///
    /// 32 bytes for the years 0 to 9999. Costs no allocation.
    package func withRFC3339Micros(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        withText(body) { text in
            text.count = text.buffer.baseAddress.map(writeRFC3339Micros) ?? 0
        }
    }

    /// Writes ``rfc3339Micros`` for a year outside of four digits; returns the number of bytes.
    func writeFarRFC3339Micros(to start: UnsafeMutablePointer<UInt8>) -> Int {
        let buffer = UnsafeMutableBufferPointer(start: start, count: TextCursor.capacity)
        var text = TextCursor(buffer: buffer)
        let time = CalendarTime(self)
        text.put(dateAndTime: time)
        text.put(".")
        text.put(thousands: time.microsecond / 1_000)
        text.put(thousands: time.microsecond % 1_000)
        text.put("+00:00")
        return text.count
    }

    /// Writes ``rfc3339Millis`` for a year outside of four digits; returns the number of bytes.
    func writeFarRFC3339Millis(to start: UnsafeMutablePointer<UInt8>) -> Int {
        let buffer = UnsafeMutableBufferPointer(start: start, count: TextCursor.capacity)
        var text = TextCursor(buffer: buffer)
        let time = CalendarTime(self)
        text.put(dateAndTime: time, isExpanded: true)
        text.put(".")
        text.put(thousands: time.microsecond / 1_000)
        text.put("Z")
        return text.count
    }

    /// Calls `body` with the text that `write` makes in a temporary buffer.
    private func withText<Result>(
        _ body: (UnsafeBufferPointer<UInt8>) -> Result,
        _ write: (inout TextCursor) -> Void
    ) -> Result {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: TextCursor.capacity) { buffer in
            var text = TextCursor(buffer: buffer)
            write(&text)
            return body(UnsafeBufferPointer(rebasing: buffer[..<text.count]))
        }
    }
}

private let weekdays: [StaticString] = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
private let months: [StaticString] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
]

extension String {
    fileprivate init(ascii bytes: UnsafeBufferPointer<UInt8>) {
        self.init(decoding: bytes, as: UTF8.self)
    }
}

/// Writes the parts of a date into a buffer with enough room for every instant.
private struct TextCursor {
    /// The longest text is `-290308-12-21T19:59:05.224192+00:00`, 35 bytes.
    static var capacity: Int { 40 }

    let buffer: UnsafeMutableBufferPointer<UInt8>
    var count = 0

    @inline(__always)
    mutating func put(digit: Int64) {
        buffer[count] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit)
        count += 1
    }

    @inline(__always)
    mutating func put(_ text: StaticString) {
        text.withUTF8Buffer { bytes in
            for byte in bytes {
                buffer[count] = byte
                count += 1
            }
        }
    }

    /// A number below 100, as two digits.
    @inline(__always)
    mutating func put(pair number: Int64) {
        put(digit: number / 10)
        put(digit: number % 10)
    }

    /// A number below 1,000, as three digits.
    @inline(__always)
    mutating func put(thousands number: Int64) {
        put(digit: number / 100)
        put(pair: number % 100)
    }

    /// At least four digits, more only for a longer year, and a minus before year 0.
    @inline(__always)
    mutating func put(year: Int64) {
        if year < 0 { put("-") }
        let year = abs(year)
        if year >= 100_000 { put(digit: year / 100_000) }
        if year >= 10_000 { put(digit: year / 10_000 % 10) }
        put(pair: year / 100 % 100)
        put(pair: year % 100)
    }

    /// A sign and six digits.
    mutating func put(expandedYear year: Int64) {
        put(year < 0 ? "-" : "+")
        let year = abs(year)
        put(pair: year / 10_000)
        put(pair: year / 100 % 100)
        put(pair: year % 100)
    }

    /// Date and time of day, `2026-02-14T12:34:56`.
    @inline(__always)
    mutating func put(dateAndTime time: CalendarTime, isExpanded: Bool = false) {
        if isExpanded { put(expandedYear: time.year) } else { put(year: time.year) }
        put("-")
        put(pair: time.month)
        put("-")
        put(pair: time.day)
        put("T")
        put(timeOfDay: time)
    }

    /// Time of day, `12:34:56`.
    @inline(__always)
    mutating func put(timeOfDay time: CalendarTime) {
        put(pair: time.hour)
        put(":")
        put(pair: time.minute)
        put(":")
        put(pair: time.second)
    }
}
