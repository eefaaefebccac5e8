import MockPostlyWorld
import Testing

@Suite
struct DurationTextTests {
    @Test(arguments: [
        ("500ms", 500_000), ("10s", 10_000_000), ("15m", 900_000_000), ("2h30m", 9_000_000_000),
        ("7d", 604_800_000_000), ("1w", 604_800_000_000), ("1w1d", 691_200_000_000), ("0s", 0),
        ("1us", 1), ("1d2h3m4s5ms6us", 93_784_005_006),
        ("1.5s", 1_500_000), ("0.25h", 900_000_000), ("1m0.5s", 60_500_000), ("90m", 5_400_000_000),
        ("0.0000019s", 1), ("007s", 7_000_000), ("1.000000000999s", 1_000_000),
        ("PT15M", 900_000_000), ("P7D", 604_800_000_000), ("P2W", 1_209_600_000_000),
        ("P1DT2H3M4S", 93_784_000_000), ("PT0.5S", 500_000), ("PT36H", 129_600_000_000),
        ("P0D", 0), ("9223372036854775807us", Int64.max),
    ])
    func `a duration is read in the short form and that of ISO 8601`(
        text: String,
        microseconds: Int64
    ) {
        #expect(parseDuration(text) == .microseconds(microseconds))
    }

    @Test(arguments: [
        "", "10", "s", "10 s", " 10s", "10s ", "-10s", "+10s", "10S", "10x", "10sec", "1h30",
        "30m2h", "1s1s", "1s2m", "1.s", ".5s", "1.5h30m", "1..5s", "1,5s", "1e3s", "1d1w", "1y",
        "P", "PT", "P1", "PT1", "P1H", "PT1D", "P1Y", "P1M", "P1DT", "P1WT1H", "P1W1D", "P1D1W",
        "PT1M1H", "P1.5DT1H", "p1d", "pt1s", "PT1HT1M", "P-1D", "1dT2h", "T1H", "10sT",
        "9223372036854775808us", "9223372036855s", "106751992d", "99999999999999999999s",
        "106751991d4h1m", "１s", "1s\u{0}", "1µs",
    ])
    func `anything else is refused`(text: String) {
        #expect(parseDuration(text) == nil)
    }

    @Test(arguments: [
        (0, "0s"), (500_000, "500ms"), (10_000_000, "10s"), (900_000_000, "15m"),
        (9_000_000_000, "2h30m"), (604_800_000_000, "7d"), (1, "1us"), (1_500_000, "1s500ms"),
        (93_784_005_006, "1d2h3m4s5ms6us"), (-90_000_000, "-1m30s"),
    ])
    func `a duration is written in the short form`(microseconds: Int64, expected: String) {
        #expect(formatDuration(.microseconds(microseconds)) == expected)
    }

    @Test
    func `random durations come back from their text`() {
        var random = RandomSource(seed: 31)
        for _ in 0..<5_000 {
            let magnitude = Int.random(in: 0..<63, using: &random)
            let duration = Duration.microseconds(Int64(random.next() >> 1) >> magnitude)
            #expect(parseDuration(formatDuration(duration)) == duration)
        }
    }
}
