import Testing

@testable import WreelyDialect

@Suite
struct PathValuesTests {
    private func values(_ text: String) -> PathValues { PathValues(Array(text.utf8)[...]) }

    @Test
    func `pairs are found in any order, and unknown ones are ignored`() {
        for text in [
            "per_page=10&page_number=2&is_member_feeds=(null)",
            "is_member_feeds=%28null%29&x&page_number=2&&per_page=10",
            "per_page%3D10%26page_number=2",
        ] {
            let values = values(text)
            #expect(values.number("per_page") == 10, "\(text)")
            #expect(values.number("page_number") == 2, "\(text)")
            #expect(values["other"] == nil)
        }
    }

    @Test
    func `a pair is split at its first equals sign, and the first of a name counts`() {
        let values = values("a=b=c&a=d&=e&f&g=")
        #expect(values["a"] == "b=c")
        #expect(values[""] == "e")
        #expect(values["f"] == "" && values["g"] == "")
    }

    @Test(
        arguments: [
            ("start_date=2026-11-22%2009:30:00", "2026-11-22 09:30:00"),
            ("start_date=2026-11-22+09:30:00", "2026-11-22+09:30:00"),
            ("start_date=%zz%4", "%zz%4"),
            ("start_date=caf%C3%A9", "café"),
            ("start_date=%FF", "\u{FFFD}"),
            ("start_date=a%2Fb", "a/b"),
        ] as [(String, String)]
    )
    func `values are percent-decoded`(text: String, expected: String) {
        #expect(values(text)["start_date"] == expected)
    }

    @Test(
        arguments: [
            ("(null)", false), ("0", false), ("1", true), ("false", false), ("true", true),
            ("TRUE", true), ("2", false), ("", false), ("10", false),
        ] as [(String, Bool)]
    )
    func `only 1 and true switch something on`(value: String, isOn: Bool) {
        #expect(values("is_member_feeds=\(value)").isSet("is_member_feeds") == isOn)
    }

    @Test
    func `nothing is in an empty segment`() {
        #expect(values("")["a"] == nil)
        #expect(values("").number("a") == nil)
        #expect(!values("").isSet("a"))
    }

    @Test(
        arguments: [
            ("123)", 123), ("5", 5), ("", 0), (")5", 0), ("abc", 0), ("  12abc", 12), ("-7", -7),
            ("+7", 7), ("- 7", 0), ("1.9", 1), ("1e3", 1), ("007", 7), ("0x10", 0), ("１２", 0),
            ("9223372036854775807", .max), ("9223372036854775808", .max),
            ("-9223372036854775808", .min), ("-99999999999999999999", .min),
        ] as [(String, Int64)]
    )
    func `a number is the leading digits`(text: String, number: Int64) {
        #expect(leadingNumber(text) == number)
    }
}
