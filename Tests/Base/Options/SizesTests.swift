import Testing

@testable import MockPostlyOptions

@Suite struct SizesTests {
    @Test(arguments: [
        ("0", 0), ("1", 1), ("4096", 4096), ("1B", 1), ("32KiB", 32_768), ("32KB", 32_768),
        ("32k", 32_768), ("8MiB", 8_388_608), ("8mb", 8_388_608), ("1GiB", 1_073_741_824),
        ("1TiB", 1 << 40), ("2tb", 2 << 40),
    ])
    func `sizes are multiples of 1024`(text: String, expected: Int) {
        #expect(parseSize(text) == expected)
    }

    @Test(arguments: [
        "", "KiB", "-1", "+1", "1.5MiB", "8 MiB", "5XB", "1e3", "٣", "99999999999999999999",
        "9223372036854775807KiB",
    ])
    func `what is no size is refused`(text: String) {
        #expect(parseSize(text) == nil)
    }

    @Test(arguments: ["1023", "1099511627777", "9223372036854775807", "2TiB", "8388607TiB"])
    func `sizes have a largest one, so that sums of them are numbers`(text: String) {
        let type = ValueType.size(from: 1024)
        #expect(type.read(text) == nil)
        #expect(type.expected == "a size such as 4096, 32KiB or 8MiB, from 1KiB to 1TiB")
        #expect(type.read("1TiB") == 1 << 40)
    }

    @Test(arguments: [
        (0, "0"), (1000, "1000"), (1024, "1KiB"), (1_500_000, "1500000"), (8 << 20, "8MiB"),
        (3 << 30, "3GiB"), (5 << 40, "5TiB"), (1025 << 10, "1025KiB"),
    ])
    func `sizes are shown as they can be written`(size: Int, expected: String) {
        #expect(formatSize(size) == expected)
        #expect(parseSize(expected) == size)
    }

    @Test(arguments: [
        ("500ms", Duration.milliseconds(500)), ("10s", .seconds(10)), ("15m", .seconds(900)),
        ("2h30m", .seconds(9_000)), ("7d", .seconds(604_800)), ("PT15M", .seconds(900)),
    ])
    func `durations are read`(text: String, expected: Duration) {
        #expect(ValueType.duration(days: 7).read(text) == expected)
    }

    @Test(arguments: ["", "0s", "10", "-5s", "fast", "1h2x", "s", "8d", "106751991d"])
    func `what is no duration is refused`(text: String) {
        #expect(ValueType.duration(days: 7).read(text) == nil)
    }

    @Test(arguments: [
        (Duration.seconds(75), "75s"), (.seconds(10), "10s"), (.seconds(120), "2m"),
        (.milliseconds(500), "500ms"), (.milliseconds(1_500), "1s500ms"), (.seconds(604_800), "7d"),
    ])
    func `durations are shown as they can be written`(duration: Duration, expected: String) {
        #expect(ValueType.duration(days: 7).show(duration) == .text(expected))
        #expect(ValueType.duration(days: 7).read(expected) == duration)
    }
}
