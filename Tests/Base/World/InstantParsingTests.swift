import MockPostlyWorld
import Testing

@Suite
struct InstantParsingTests {
    @Test
    func `a day alone is its first moment`() {
        #expect(Instant(dateText: "2027-01-01") == Instant(rfc3339: "2027-01-01T00:00:00Z"))
        let whole = "2027-01-01T01:02:03+01:00"
        #expect(Instant(dateText: whole) == Instant(rfc3339: whole))
        for text in ["", "2027", "2027-02-30", "2027-1-1", "2027-01-01 ", "2027-01-01Z"] {
            #expect(Instant(dateText: text) == nil)
        }
    }

    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0), ("1970-01-01t00:00:00z", 0),
        ("1970-01-01T00:00:00+00:00", 0), ("1970-01-01T00:00:00-00:00", 0),
        ("1970-01-01T00:00:00.1Z", 100_000), ("1970-01-01T00:00:00.000001Z", 1),
        ("1970-01-01T00:00:00.123456789Z", 123_456), ("1970-01-01T00:00:00.9999999Z", 999_999),
        ("1969-12-31T23:59:59.999999Z", -1),
        ("1970-01-01T02:30:00+02:30", 0), ("1969-12-31T18:15:00.5-05:45", 500_000),
        ("1970-01-01T23:59:00+23:59", 0), ("1970-01-02T00:00:00+00:00", 86_400_000_000),
        ("2026-02-14T12:34:56.123456+00:00", 1_771_072_496_123_456),
        ("2000-02-29T00:00:00Z", 951_782_400_000_000),
    ])
    func `a date of RFC 3339 is read`(text: String, microseconds: Int64) {
        #expect(Instant(rfc3339: text) == Instant(microseconds: microseconds))
    }

    @Test(arguments: [
        "", "2026", "2026-02-14", "2026-02-14T12:34:56", "2026-02-14T12:34Z",
        "2026-02-14 12:34:56Z", " 2026-02-14T12:34:56Z", "2026-02-14T12:34:56Z ",
        "2026-02-14T12:34:56ZZ", "2026-02-14T12:34:56+00", "2026-02-14T12:34:56+0000",
        "2026-02-14T12:34:56+24:00", "2026-02-14T12:34:56+00:60", "2026-02-14T12:34:56 +00:00",
        "2026-02-14T12:34:56.Z", "2026-02-14T12:34:56,5Z", "2026-02-14T12:34:56.1234567890Z",
        "2026-2-14T12:34:56Z", "26-02-14T12:34:56Z", "02026-02-14T12:34:56Z",
        "-2026-02-14T12:34:56Z", "+2026-02-14T12:34:56Z", "2026-00-14T12:34:56Z",
        "2026-13-14T12:34:56Z", "2026-02-00T12:34:56Z", "2026-02-29T12:34:56Z",
        "1900-02-29T12:34:56Z", "2100-02-29T12:34:56Z", "2026-04-31T12:34:56Z",
        "2026-06-31T12:34:56Z", "2026-01-32T12:34:56Z", "2026-02-14T24:00:00Z",
        "2026-02-14T12:60:56Z", "2026-02-14T12:34:60Z", "2016-12-31T23:59:60Z",
        "2026-02-14T1２:34:56Z", "2026-02-14T12:34:56Z\u{0}", "2026-02-14T12:34:56\u{305}Z",
        "2026/02/14T12:34:56Z", "20260214T123456Z", "0000-01-01T00:00:00+00:01",
        "9999-12-31T23:59:59-00:01", "١٩٧٠-01-01T00:00:00Z",
    ])
    func `anything else is refused, leap seconds too`(text: String) {
        #expect(Instant(rfc3339: text) == nil)
    }

    @Test
    func `a date with any one character changed is refused or another date`() {
        let text = Array("2026-02-14T12:34:56.123456+01:30".utf8)
        let instant = Instant(rfc3339: String(decoding: text, as: UTF8.self))
        for place in text.indices {
            for byte in UInt8(0)..<0x80 where byte != text[place] && byte | 0x20 != 0x74 {
                var changed = text
                changed[place] = byte
                let read = Instant(rfc3339: String(decoding: changed, as: UTF8.self))
                #expect(read == nil || read != instant)
            }
        }
    }
}
