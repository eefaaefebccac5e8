import MockPostlyJSON
import Testing

@Suite
struct JSONValueTests {
    @Test(arguments: [
        ("0", 0), ("-0", 0), ("7", 7), ("-42", -42),
        ("9223372036854775807", Int64.max), ("-9223372036854775808", Int64.min),
        ("9223372036854775808", nil), ("-9223372036854775809", nil),
        ("18446744073709551617", nil), ("1.0", nil), ("1e2", nil), ("\"1\"", nil), ("true", nil),
    ])
    func `an integer is exact or absent`(text: String, expected: Int64?) throws {
        #expect(try parse(text).int == expected)
    }

    @Test(arguments: [
        ("1", true), ("-0", true), ("123456789012345678901234567890", true), ("1.0", false),
        ("1e0", false), ("1E0", false), ("\"1\"", false), ("null", false),
    ])
    func `an integer literal has no fraction and no exponent`(text: String, expected: Bool) throws {
        #expect(try parse(text).isIntegerLiteral == expected)
    }

    @Test(arguments: [
        ("0", 0.0), ("-2.5", -2.5), ("1e3", 1_000), ("0.1", 0.1),
        ("5e-324", .leastNonzeroMagnitude),
        ("1.7976931348623157e308", Double.greatestFiniteMagnitude), ("1e-400", 0),
        ("9007199254740993", 9_007_199_254_740_992), ("1e400", nil), ("-1e400", nil),
        ("\"1\"", nil), ("[]", nil),
    ])
    func `a double is the nearest one, absent when out of range`(
        text: String,
        expected: Double?
    ) throws {
        #expect(try parse(text).double == expected)
    }

    @Test(arguments: [
        (#""""#, ""), (#""plain""#, "plain"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
        (#""\u0041\u00e9\u20AC""#, "Aé€"), (#""\ud83d\ude00\uDBFF\uDFFF""#, "😀\u{10FFFF}"),
        (#""a\u0000b""#, "a\u{0}b"), (#""é日本😀\n""#, "é日本😀\n"),
        (
            #""a long plain run and then\n another long plain run""#,
            "a long plain run and then\n another long plain run"
        ),
        (#""\ud7ff\ue000""#, "\u{D7FF}\u{E000}"),
    ])
    func `a string has its escapes resolved`(text: String, expected: String) throws {
        let string = try #require(try parse(text).string)
        #expect(Array(string.utf8) == Array(expected.utf8))
    }

    @Test
    func `a question of the wrong kind has no answer`() throws {
        for text in ["null", "true", "1", "\"a\"", "[1]", "{\"a\":1}"] {
            let value = try parse(text)
            #expect(value.isNull == (text == "null"))
            #expect((value.bool != nil) == (value.kind == .bool))
            #expect((value.string != nil) == (value.kind == .string))
            #expect((value.int != nil) == (value.kind == .number))
            #expect(value.elements.isEmpty == (value.kind != .array))
            #expect(value.members.isEmpty == (value.kind != .object))
            #expect((value["a"] != nil) == (value.kind == .object))
        }
        #expect(try parse("true").bool == true)
        #expect(try parse("false").bool == false)
    }

    @Test
    func `of members with one name the last value wins in the first place`() throws {
        let value = try parse(#"{"a":1,"b":2,"a":{"a":9},"\u0061":3}"#)
        #expect(value.count == 4)
        #expect(value.members.map(\.name) == ["a", "b"])
        #expect(value.members.map(\.value.int) == [3, 2])
        #expect(value["a"]?.int == 3)
        #expect(value["b"]?.int == 2)
        #expect(value["c"] == nil)
    }

    @Test
    func `names are told apart by their bytes`() throws {
        // One letter as one scalar and as two: equal as strings.
        let value = try parse("{\"\u{E9}\":1,\"e\u{301}\":2}")
        #expect(value["\u{E9}"]?.int == 1)
        #expect(value["e\u{301}"]?.int == 2)
        #expect(value.members.count == 2)
    }

    @Test
    func `a name can be empty or escaped`() throws {
        let value = try parse(#"{"":1,"a\nb":2,"abc":3,"abd":4}"#)
        #expect(value[""]?.int == 1)
        #expect(value["a\nb"]?.int == 2)
        #expect(value["abd"]?.int == 4)
        #expect(value["ab"] == nil)
        #expect(value["abcd"] == nil)
    }

    @Test
    func `elements and members skip what is nested in them`() throws {
        let value = try parse(#"[[1,[2,3]],{"a":[4],"b":{"c":5}},[],{},6]"#)
        #expect(value.count == 5)
        #expect(value.elements.map(\.count) == [2, 2, 0, 0, 0])
        #expect(value.elements[0].elements[1].elements[1].int == 3)
        #expect(value.elements[1]["b"]?["c"]?.int == 5)
        #expect(value.elements[4].int == 6)
    }

    @Test
    func `the raw text is the value as written`() throws {
        let text = " { \"a\" : [ 1 , 2.50 ] , \"b\\n\" : \"x\\u0041\" , \"c\" : { } } "
        let value = try parse(text)
        #expect(raw(value) == text.dropFirst().dropLast())
        #expect(value["a"].map(raw) == "[ 1 , 2.50 ]")
        #expect(value["a"]?.elements.map(raw) == ["1", "2.50"])
        #expect(value["b\n"].map(raw) == "\"x\\u0041\"")
        #expect(value["c"].map(raw) == "{ }")
        #expect(value["c"]?.offset == text.utf8.count - 6)
    }

    @Test
    func `several members are found at once as one by one`() throws {
        let text = #"{"a":1,"bc":2,"b\u0063":3,"id":4,"\u0061":5,"d":{"a":6},"é":7,"ab":8}"#
        let value = try parse(text)
        let names: [StaticString] = ["a", "bc", "id", "nothing", "d", "ab", "a"]
        let found = value.members(named: names).map { $0.map(raw) }
        #expect(found == names.map { name in value[name].map(raw) })
        #expect(found == names.map { name in value["\(name)"].map(raw) })
        #expect(found == ["5", "3", "4", nil, #"{"a":6}"#, "8", "5"])
        #expect(try parse("[]").members(named: names).allSatisfy { $0 == nil })
        #expect(try parse("{}").members(named: []).isEmpty)
        let long = String(repeating: "a", count: 100)
        #expect(try parse(#"{"\#(long)":1}"#).members(named: names).allSatisfy { $0 == nil })
    }

    @Test
    func `a value outlives its document`() throws {
        func inner() throws -> JSONValue? { try parse(#"{"a":["kept"]}"#)["a"]?.elements.first }
        #expect(try inner()?.string == "kept")
    }

    private func parse(_ text: String) throws -> JSONValue {
        try JSON(parsing: Array(text.utf8)).root
    }

    private func raw(_ value: JSONValue) -> String {
        String(decoding: value.rawText, as: UTF8.self)
    }
}
