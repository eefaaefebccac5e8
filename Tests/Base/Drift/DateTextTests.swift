import Testing

@testable import MockPostlyDrift

@Suite struct DateTextTests {
    @Test(
        "the form and the time of a date",
        arguments: [
            ("2026-02-14", "0000-00-00", 1_771_027_200),
            ("2026-02-14T12:34:56Z", "0000-00-00T00:00:00Z", 1_771_072_496),
            ("2026-02-14T12:34:56.12+00:00", "0000-00-00T00:00:00.000+00:00", 1_771_072_496),
            ("2026-02-14 14:34:56+0200", "0000-00-00 00:00:00+0200", 1_771_072_496),
            ("Sat, 14 Feb 2026 12:34:56 GMT", "Day, 00 Mon 0000 00:00:00 GMT", 1_771_072_496),
            ("1969-12-31T23:59:59Z", "0000-00-00T00:00:00Z", -1),
        ] as [(String, String, Int64)]
    )
    func forms(text: String, form: String, seconds: Int64) {
        let date = DateText(text)
        #expect(date?.form == form)
        #expect(date?.seconds == seconds)
    }

    @Test(
        "texts that are no dates",
        arguments: [
            "", "2026-02-14T", "2026-13-14", "2026-02-14T12:34:56.", "2026-02-14T12:34:56+2",
            "14 February 2026", "2026-02-14T12:34:56.1234567890Z", "20260214123456",
        ]
    )
    func others(text: String) {
        #expect(DateText(text) == nil)
    }
}
