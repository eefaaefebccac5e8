import Testing

@testable import PostlyDialect

/// Page and limit, as Python and MongoDB take and refuse them.
@Suite
struct WindowTests {
    @Test(
        arguments: [
            (nil, nil, 1, 10, 0), ("2", "3", 2, 3, 3), ("+2", " 2 ", 2, 2, 2),
            ("002", "010", 2, 10, 10),
            ("1", "9223372036854775807", 1, .max, 0), ("2", "9223372036854775807", 2, .max, .max),
            ("9223372036854775807", "1", 9_223_372_036_854_775_807, 1, .max - 1),
            ("9223372036854775808", "1", 1 << 63, 1, .max),
            ("4611686018427387904", "2", 1 << 62, 2, .max - 1),
        ] as [(String?, String?, UInt64, Int64, Int64)]
    )
    func `what can be counted`(
        page: String?,
        limit: String?,
        number: UInt64,
        size: Int64,
        offset: Int64
    ) throws {
        let window = try Window(page: page, limit: limit)
        #expect(window.page == number && window.limit == size && window.offset == offset)
    }

    private static let skip = "skip must be >= 0"
    private static let eightBytes = "MongoDB can only handle up to 8-byte ints"
    private static let division = "integer division or modulo by zero"

    @Test(
        arguments: [
            ("0", nil, skip), ("-1", nil, skip), ("0", "9223372036854775808", skip),
            ("-99999999999999999999", "5", skip), ("2", "-1", skip),
            ("3", "-99999999999999999999", skip),
            ("9223372036854775808", "-1", skip),
            ("1", "9223372036854775808", eightBytes), ("3", "9223372036854775807", eightBytes),
            ("9223372036854775809", "1", eightBytes), ("9223372036854775807", "2", eightBytes),
            ("4611686018427387905", "2", eightBytes), (digits(4300), nil, eightBytes),
            (nil, digits(4300), eightBytes),
            ("1", "0", division), ("0", "0", division), ("-5", "0", division),
            ("-5", "-0", division),
            (digits(4300), "0", division), ("99999999999999999999", "+0", division),
        ] as [(String?, String?, String)]
    )
    func `what cannot be counted`(page: String?, limit: String?, words: String) {
        #expect(refusal { try Window(page: page, limit: limit) } == Failure(400, words))
    }

    @Test(
        arguments: [
            ("abc", nil, "'abc'"), (nil, "abc", "'abc'"), ("1.5", "x", "'1.5'"), ("", "", "''"),
            ("  ", nil, "'  '"), ("it's", nil, "\"it's\""), ("\u{0}", nil, "'\\x00'"),
            ("0x1", nil, "'0x1'"), ("0", "abc", "'abc'"), ("1e1", "0", "'1e1'"), ("1", "²", "'²'"),
            ("%C3(", nil, "'%C3('"),
        ] as [(String?, String?, String)]
    )
    func `a literal that is no number comes first, the page's before the limit's`(
        page: String?,
        limit: String?,
        literal: String
    ) {
        let words = "invalid literal for int() with base 10: " + literal
        #expect(refusal { try Window(page: page, limit: limit) } == Failure(400, words))
    }

    @Test(
        arguments: [
            ("1", "-1"), ("0", "-1"), ("-3", "-3"), (nil, "-2"), ("1", "-99999999999999999999"),
            (digits(4301), nil), (nil, digits(4301)),
            ("-99999999999999999999", "-99999999999999999999"),
        ] as [(String?, String?)]
    )
    func `what has no words of its own is refused all the same`(page: String?, limit: String?) {
        #expect(refusal { try Window(page: page, limit: limit) }?.status == 400)
    }

    private static func digits(_ count: Int) -> String { String(repeating: "9", count: count) }
}
