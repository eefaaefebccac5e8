import Foundation
import MockPostlyWorld
import Testing

@Suite
struct InstantTests {
    /// Days known from calendars: leap years, centuries, and both ends.
    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000000+00:00", "Thu, 01 Jan 1970 00:00:00 GMT"),
        (-1, "1969-12-31T23:59:59.000000+00:00", "Wed, 31 Dec 1969 23:59:59 GMT"),
        (951_782_400, "2000-02-29T00:00:00.000000+00:00", "Tue, 29 Feb 2000 00:00:00 GMT"),
        (951_868_799, "2000-02-29T23:59:59.000000+00:00", "Tue, 29 Feb 2000 23:59:59 GMT"),
        (951_868_800, "2000-03-01T00:00:00.000000+00:00", "Wed, 01 Mar 2000 00:00:00 GMT"),
        (-2_203_977_600, "1900-02-28T00:00:00.000000+00:00", "Wed, 28 Feb 1900 00:00:00 GMT"),
        (-2_203_891_200, "1900-03-01T00:00:00.000000+00:00", "Thu, 01 Mar 1900 00:00:00 GMT"),
        (1_709_164_800, "2024-02-29T00:00:00.000000+00:00", "Thu, 29 Feb 2024 00:00:00 GMT"),
        (1_771_072_496, "2026-02-14T12:34:56.000000+00:00", "Sat, 14 Feb 2026 12:34:56 GMT"),
        (2_147_483_648, "2038-01-19T03:14:08.000000+00:00", "Tue, 19 Jan 2038 03:14:08 GMT"),
        (4_107_542_400, "2100-03-01T00:00:00.000000+00:00", "Mon, 01 Mar 2100 00:00:00 GMT"),
        (253_402_300_799, "9999-12-31T23:59:59.000000+00:00", "Fri, 31 Dec 9999 23:59:59 GMT"),
        (-62_167_219_200, "0000-01-01T00:00:00.000000+00:00", "Sat, 01 Jan 0000 00:00:00 GMT"),
    ])
    func `an instant is written in the Gregorian calendar`(
        seconds: Int64,
        rfc3339: String,
        http: String
    ) {
        let instant = Instant(seconds: seconds)
        #expect(instant.rfc3339Micros == rfc3339)
        #expect(instant.httpDate == http)
        #expect(instant.rfc3339Millis == rfc3339.dropLast(9) + "Z")
        #expect(Instant(rfc3339: rfc3339) == instant)
    }

    @Test(arguments: [
        (123_456, "00.123456+00:00", "00.123Z", 0), (1, "00.000001+00:00", "00.000Z", 0),
        (999_999, "00.999999+00:00", "00.999Z", 0), (100_000, "00.100000+00:00", "00.100Z", 0),
        (-1, "59.999999+00:00", "59.999Z", -1), (-999_999, "59.000001+00:00", "59.000Z", -1),
        (-1_000_000, "59.000000+00:00", "59.000Z", -1),
    ])
    func `a fraction is cut, never rounded`(
        microseconds: Int64,
        micros: String,
        millis: String,
        seconds: Int64
    ) {
        let instant = Instant(microseconds: microseconds)
        #expect(instant.rfc3339Micros.hasSuffix(micros))
        #expect(instant.rfc3339Millis.hasSuffix(millis))
        #expect(instant.seconds == seconds)
    }

    @Test
    func `every day of 600 years is the one after the last`() throws {
        var expected = (year: 1700, month: 1, day: 1)
        var instant = try #require(Instant(rfc3339: "1700-01-01T00:00:00Z"))
        var wrong: [String] = []
        while expected.year < 2300 {
            // Formatting by a pattern would take longer than all else here.
            let month = expected.month < 10 ? "0\(expected.month)" : "\(expected.month)"
            let day = expected.day < 10 ? "0\(expected.day)" : "\(expected.day)"
            let text = "\(expected.year)-\(month)-\(day)T00:00:00.000000+00:00"
            if instant.rfc3339Micros != text || Instant(rfc3339: text) != instant {
                wrong.append(text)
            }
            instant += .seconds(86_400)
            expected.day += 1
            if expected.day > daysInMonth(expected.month, expected.year) {
                expected = (expected.year, expected.month + 1, 1)
            }
            if expected.month > 12 { expected = (expected.year + 1, 1, 1) }
        }
        #expect(wrong.isEmpty)
    }

    @Test
    func `random instants are written as by the reference and read back`() throws {
        var random = RandomSource(seed: 3)
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        for _ in 0..<2_000 {
            // From 1600, where Foundation uses the same calendar, to 9999.
            let seconds = Int64.random(in: -11_676_096_000...253_402_300_799, using: &random)
            let microsecond = Int64.random(in: 0..<1_000_000, using: &random)
            let instant = Instant(microseconds: seconds * 1_000_000 + microsecond)
            let date = Date(timeIntervalSince1970: Double(seconds))
            #expect(instant.httpDate == formatter.string(from: date))
            #expect(instant.seconds == seconds)
            #expect(Instant(rfc3339: instant.rfc3339Micros) == instant)
            instant.withRFC3339Micros {
                #expect(String(decoding: $0, as: UTF8.self) == instant.rfc3339Micros)
            }
        }
    }

    @Test
    func `sums and differences stop at the ends of the range`() {
        let (first, last) = (Instant(microseconds: .min), Instant(microseconds: .max))
        #expect(Instant(seconds: 5) + .milliseconds(1_500) == Instant(microseconds: 6_500_000))
        #expect(Instant(seconds: 5) - .microseconds(1) == Instant(microseconds: 4_999_999))
        #expect(Instant(seconds: 5) - Instant(seconds: 7) == .seconds(-2))
        #expect(last + .microseconds(1) == last)
        #expect(first - .microseconds(1) == first)
        #expect(last + .seconds(Int64.max) == last)
        #expect(last + .seconds(Int64.min) == Instant(microseconds: -1))
        #expect(Instant(seconds: .max) == last)
        #expect(Instant(seconds: .min) == first)
        #expect((last - first).wholeMicroseconds == .max)
        #expect(first < last && Instant(seconds: 1) < Instant(seconds: 2))
    }

    @Test
    func `the ends of the range can be written`() {
        #expect(
            Instant(microseconds: .min).rfc3339Micros == "-290308-12-21T19:59:05.224192+00:00"
        )
        #expect(Instant(microseconds: .max).rfc3339Micros == "294247-01-10T04:00:54.775807+00:00")
        #expect(Instant(microseconds: .max).httpDate == "Sun, 10 Jan 294247 04:00:54 GMT")
    }

    @Test(arguments: [
        (253_402_300_800, "+010000-01-01T00:00:00.000Z"),
        (8_640_000_000_000, "+275760-09-13T00:00:00.000Z"),
        (-62_167_219_201, "-000001-12-31T23:59:59.000Z"),
        (-8_640_000_000_000, "-271821-04-20T00:00:00.000Z"),
        (-62_167_219_200, "0000-01-01T00:00:00.000Z"),
    ])
    func `years beyond four digits are as JavaScript writes them`(seconds: Int64, text: String) {
        #expect(Instant(seconds: seconds).rfc3339Millis == text)
    }

    private func daysInMonth(_ month: Int, _ year: Int) -> Int {
        let isLeap = year % 400 == 0 || year % 4 == 0 && year % 100 != 0
        return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }
}
