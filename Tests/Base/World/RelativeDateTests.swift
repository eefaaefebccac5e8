import MockPostlyWorld
import Testing

@Suite
struct RelativeDateTests {
    private static let hour: Int64 = 3_600_000_000

    @Test(arguments: [
        ("now", 0), ("-3d", -72 * hour), ("now-3d", -72 * hour), ("+2h", 2 * hour),
        ("now+1d12h", 36 * hour), ("-5m", -hour / 12), ("now-0s", 0), ("-1w", -168 * hour),
        ("+90m", hour * 3 / 2), ("-1w1d1h1m1s", -193 * hour - 61_000_000),
        ("-36525d", -36_525 * 24 * hour),
    ])
    func `a date relative to now is so far from it`(text: String, microseconds: Int64) {
        let now = Instant(seconds: 1_768_046_400)
        #expect(RelativeDate(text) == .moment(microseconds: microseconds))
        let date = RelativeDate(text)?.instant(from: now)
        #expect(date == Instant(microseconds: now.microseconds + microseconds))
    }

    @Test(arguments: [("-3d 09:30", -3 * 1_440 + 570), ("+0d 00:00", 0), ("+00012d 23:59", 18_719)])
    func `a date relative to the day is at a time of it`(text: String, minutes: Int64) {
        #expect(RelativeDate(text) == .day(minutes: minutes))
        let evening = Instant(seconds: 1_768_089_599)
        let midnight = Instant(seconds: 1_768_003_200)
        let date = RelativeDate(text)?.instant(from: evening)
        #expect(date == Instant(microseconds: midnight.microseconds + minutes * 60_000_000))
    }

    @Test(arguments: [
        "", "-", "+", "now-", "now3d", "-3", "3d", "-d", "-3D", "-3 d", "- 3d", "-3d ", " -3d",
        "-1.5h",
        "-1h1d", "-1d1d", "now -3d", "--3d", "-36526d", "-3d09:30", "-3d 9:30", "-3d 24:00",
        "-3d 10:60", "+36526d 10:00", "-3d 10:00Z", "tomorrow", "Now", "-1y", "-99999999999s",
    ])
    func `other texts are none`(text: String) {
        #expect(RelativeDate(text) == nil)
    }

    @Test
    func `what begins with a sign or now is meant as one`() {
        for text in ["-3", "+x", "now", "nowhere"] { #expect(RelativeDate.isMeant(by: text)) }
        for text in ["", "2026-01-01", "3d", "Now", " now"] {
            #expect(!RelativeDate.isMeant(by: text))
        }
    }
}
