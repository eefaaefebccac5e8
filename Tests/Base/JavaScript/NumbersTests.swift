import MockPostlyJavaScript
import Testing

@Suite struct NumbersTests {
    @Test(arguments: texts)
    func `a text is the number that Number and parseInt read`(
        _ text: String,
        _ number: String,
        _ integer: String
    ) {
        #expect(javaScriptText(of: JSValue.string(text).number) == number)
        #expect(javaScriptText(of: parseInteger(text)) == integer)
    }

    @Test(arguments: numbers)
    func `a number is written as JavaScript writes it`(_ number: Double, _ text: String) {
        #expect(javaScriptText(of: number) == text)
        #expect(JSValue.number(number).text == text)
    }
}

/// A text, `Number(text)` and `parseInt(text, 10)`, as Node answers.
private let texts: [(String, String, String)] = [
    ("", "0", "NaN"),
    ("  ", "0", "NaN"),
    ("\t\n\u{b}\u{c}\r\u{a0}\u{feff}\u{2028} 7 \u{3000}\u{202f}", "7", "7"),
    ("\u{85}", "NaN", "NaN"),
    ("\u{180e}", "NaN", "NaN"),
    ("5", "5", "5"),
    ("05", "5", "5"),
    ("-5", "-5", "-5"),
    ("+5", "5", "5"),
    ("- 5", "NaN", "NaN"),
    ("2.9", "2.9", "2"),
    (".5", "0.5", "NaN"),
    ("5.", "5", "5"),
    (".", "NaN", "NaN"),
    ("-.5e1", "-5", "NaN"),
    ("1e1", "10", "1"),
    ("1E+1", "10", "1"),
    ("1e-7", "1e-7", "1"),
    ("1e", "NaN", "1"),
    ("e1", "NaN", "NaN"),
    ("1e400", "Infinity", "1"),
    ("-1e400", "-Infinity", "-1"),
    ("1e-400", "0", "1"),
    ("5e-324", "5e-324", "5"),
    ("0x10", "16", "0"),
    ("0X1f", "31", "0"),
    ("-0x10", "NaN", "0"),
    ("0x", "NaN", "0"),
    ("0b101", "5", "0"),
    ("0o17", "15", "0"),
    ("0b2", "NaN", "0"),
    ("0xg", "NaN", "0"),
    ("0x20000000000001", "9007199254740992", "0"),
    ("0x3fffffffffffff", "18014398509481984", "0"),
    ("0xfffffffffffffbff", "18446744073709550000", "0"),
    ("0xfffffffffffffc00", "18446744073709552000", "0"),
    ("Infinity", "Infinity", "NaN"),
    ("-Infinity", "-Infinity", "NaN"),
    ("+Infinity", "Infinity", "NaN"),
    ("infinity", "NaN", "NaN"),
    ("Infinityx", "NaN", "NaN"),
    ("NaN", "NaN", "NaN"),
    ("true", "NaN", "NaN"),
    ("null", "NaN", "NaN"),
    ("10abc", "NaN", "10"),
    ("1_000", "NaN", "1"),
    ("1,2", "NaN", "1"),
    ("123456789012345678901234567890", "1.2345678901234568e+29", "1.2345678901234568e+29"),
    ("0.1", "0.1", "0"),
    ("9007199254740993", "9007199254740992", "9007199254740992"),
    ("9007199254740992.5", "9007199254740992", "9007199254740992"),
    ("00", "0", "0"),
    ("-0", "0", "0"),
    ("7\u{0}", "NaN", "7"),
    ("٣", "NaN", "NaN"),
    ("1e21", "1e+21", "1"),
    ("123e-20", "1.23e-18", "123"),
    ("1n", "NaN", "1"),
]

private let numbers: [(Double, String)] = [
    (0, "0"),
    (-0.0, "0"),
    (1, "1"),
    (-1, "-1"),
    (0.1, "0.1"),
    (1.5, "1.5"),
    (100, "100"),
    (1e21, "1e+21"),
    (100_000_000_000_000_000_000, "100000000000000000000"),
    (123_456_789_012_345_683_968, "123456789012345680000"),
    (0.000001, "0.000001"),
    (1e-7, "1e-7"),
    (.leastNonzeroMagnitude, "5e-324"),
    (.greatestFiniteMagnitude, "1.7976931348623157e+308"),
    (.nan, "NaN"),
    (.infinity, "Infinity"),
    (-.infinity, "-Infinity"),
    (0.30000000000000004, "0.30000000000000004"),
    (1.0 / 3, "0.3333333333333333"),
    (4.35, "4.35"),
    (-1.2345e-7, "-1.2345e-7"),
]
