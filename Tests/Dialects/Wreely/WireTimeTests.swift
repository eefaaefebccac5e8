import MockPostlyWorld
import Testing

@testable import WreelyDialect

@Suite
struct WireTimeTests {
    @Test(
        arguments: [
            (0, "1970-01-01 00:00:00"), (1_771_072_496, "2026-02-14 12:34:56"),
            (Int64.max, "9999-12-31 23:59:59"), (-62_135_596_800, "0001-01-01 00:00:00"),
            (Int64.min, "0001-01-01 00:00:00"),
        ] as [(Int64, String)]
    )
    func `a time has no zone and no fraction`(seconds: Int64, text: String) {
        #expect(WireTime.text(Instant(seconds: seconds)) == text)
    }

    @Test(
        arguments: [
            ("2026-02-14 12:34:56", 1_771_072_496), ("2026-02-14T12:34:56", 1_771_072_496),
            ("2026-02-14 12:34", 1_771_072_440), ("2026-02-14", 1_771_027_200),
        ] as [(String, Int64)]
    )
    func `what the client writes is read`(text: String, seconds: Int64) {
        #expect(WireTime.read(text) == Instant(seconds: seconds))
    }

    @Test(arguments: [
        "", "x", "2026-02-30", "2026-02-14 24:00:00", "2026-02-14 12", "2026-02-14 12:34:56 1",
        "2026-02-14 12:34:56Z", "14.02.2026", "2026-2-14 12:34:56", "(null)", " ", "T",
        "2026-02-14 12:34:56.1", "0000-01-01 10:00:00",
    ])
    func `other texts are no times`(text: String) {
        #expect(WireTime.read(text) == nil)
    }

    @Test
    func `months, and times of day`() {
        #expect(WireTime.month(Instant(seconds: 1_771_072_496)) == "February 2026")
        #expect(WireTime.month(Instant(seconds: 0)) == "January 1970")
        #expect(WireTime.timeOfDay(0) == "00:00:00")
        #expect(WireTime.timeOfDay(570) == "09:30:00")
        #expect(WireTime.timeOfDay(1440) == "23:59:59")
    }
}
