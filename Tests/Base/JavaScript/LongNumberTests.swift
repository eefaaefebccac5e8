import MockPostlyJSON
import MockPostlyJavaScript
import Testing

@Suite struct LongNumberTests {
    @Test(arguments: [
        "9007199254740993", "-9007199254740993", "18446744073709551615",
        "123456789012345678901234567890", "1000000000000000000000",
    ])
    func `a number that a double does not hold keeps its digits`(text: String) throws {
        let json = try JSON(parsing: Array("[\(text)]".utf8)).root
        let value = JSValue(json)
        #expect(value[0.description].text == text)
        #expect(value[0.description].isNumber && value.isTrue)
        #expect(value[0.description] == JSValue(spelling: text))
        #expect(value[0.description].number == Double(text))
        var writer = JSONWriter(escaping: .utf8)
        value.write(&writer)
        #expect(String(decoding: writer.finish(), as: UTF8.self) == "[\(text)]")
        #expect(JSValue(json, rounding: true) == .array([.number(Double(text) ?? 0)]))
    }

    @Test(arguments: ["9007199254740992", "10000000000000000", "1.5", "1e400", "x", "", "007"])
    func `others are doubles`(text: String) {
        guard case .number = JSValue(spelling: text) else {
            Issue.record("\(text) is no double")
            return
        }
    }

    @Test(arguments: [
        ("9007199254740992", "9007199254740993"), ("9007199254740993", "9007199254740994"),
        ("-9007199254740993", "-9007199254740992"),
        ("18446744073709551615", "18446744073709551616"),
        ("-9007199254740993", "9007199254740993"), ("1", "9007199254740993"),
        ("99999999999999999999", "100000000000000000001"),
    ])
    func `numbers are ordered by all their digits`(small: String, great: String) {
        let (one, other) = (JSValue(spelling: small), JSValue(spelling: great))
        #expect(isLess(one, other) && !isLess(other, one) && !isLess(one, one))
        #expect(isLess(one, .string(great)) && !isLess(.string(great), one))
        #expect(!isStrictlyEqual(one, other) && isStrictlyEqual(other, other))
    }

    @Test(arguments: [
        ("41", "42"), ("9007199254740991", "9007199254740992"),
        ("9007199254740992", "9007199254740993"), ("9999999999999999999", "10000000000000000000"),
        ("-9007199254740993", "-9007199254740992"),
        ("-10000000000000000001", "-10000000000000000000"),
        ("99.5", "100.5"),
    ])
    func `the next number has one more`(text: String, next: String) {
        #expect(JSValue(spelling: text).next.text == next)
    }
}
