import MockPostlyJavaScript
import Testing

@Suite struct JSONErrorsTests {
    @Test(arguments: malformed)
    func `a malformed text gets V8's message`(_ text: String, _ message: String) {
        #expect(javaScriptParseError(Array(text.utf8)) == message)
        #expect(text.hasPrefix("\u{FEFF}") || parseJavaScriptJSON(Array(text.utf8)) == nil)
    }

    @Test(arguments: refused)
    func `body-parser refuses what is no object and no array`(_ text: String, _ message: String) {
        #expect(bodyParserError(Array(text.utf8)) == message)
    }

    @Test(
        arguments: [
            "", "{}", "[]", " \t\r\n{\"a\":1}\n", "[1,null,\"x\"]", "\u{FEFF}{}", "\u{FEFF}",
            #"{"a":"\ud800"}"#,
        ]
    )
    func `body-parser accepts objects, arrays and an empty text`(_ text: String) {
        #expect(bodyParserError(Array(text.utf8)) == nil)
    }

    @Test func `bytes that are no UTF-8 are replacement characters`() {
        #expect(
            javaScriptParseError([0x5B, 0xFF, 0x5D])
                == "Unexpected token '\u{FFFD}', \"[\u{FFFD}]\" is not valid JSON"
        )
        #expect(
            parseJavaScriptJSON([0x5B, 0x22, 0xFF, 0xE2, 0x82, 0x22, 0x5D])
                == .array([.string("\u{FFFD}\u{FFFD}")])
        )
    }
}

/// Texts and the messages of Node; line and column are those of Node 24.
private let malformed: [(String, String)] = [
    ("", "Unexpected end of JSON input"),
    ("  ", "Unexpected end of JSON input"),
    ("{", "Expected property name or '}' in JSON at position 1 (line 1 column 2)"),
    ("[", "Unexpected end of JSON input"),
    (
        #"{"a":1"#,
        "Expected ',' or '}' after property value in JSON at position 6 (line 1 column 7)"
    ),
    (#"{"a""#, "Expected ':' after property name in JSON at position 4 (line 1 column 5)"),
    (#"{"a":"#, "Unexpected end of JSON input"),
    (#"{"a":1,"#, "Expected double-quoted property name in JSON at position 7 (line 1 column 8)"),
    ("[1", "Expected ',' or ']' after array element in JSON at position 2 (line 1 column 3)"),
    ("[1,", "Unexpected end of JSON input"),
    ("[1 2]", "Expected ',' or ']' after array element in JSON at position 3 (line 1 column 4)"),
    ("[1,]", #"Unexpected token ']', "[1,]" is not valid JSON"#),
    ("[,]", #"Unexpected token ',', "[,]" is not valid JSON"#),
    ("{,}", "Expected property name or '}' in JSON at position 1 (line 1 column 2)"),
    ("{a:1}", "Expected property name or '}' in JSON at position 1 (line 1 column 2)"),
    ("{'a':1}", "Expected property name or '}' in JSON at position 1 (line 1 column 2)"),
    (#"{"a" 1}"#, "Expected ':' after property name in JSON at position 5 (line 1 column 6)"),
    (#"{"a":1,}"#, "Expected double-quoted property name in JSON at position 7 (line 1 column 8)"),
    (
        #"{"a":1,b:2}"#,
        "Expected double-quoted property name in JSON at position 7 (line 1 column 8)"
    ),
    (
        #"{"a":1 "b":2}"#,
        "Expected ',' or '}' after property value in JSON at position 7 (line 1 column 8)"
    ),
    (#"{"a":}"#, #"Unexpected token '}', "{"a":}" is not valid JSON"#),
    ("01", "Unexpected number in JSON at position 1 (line 1 column 2)"),
    ("-01", "Unexpected number in JSON at position 2 (line 1 column 3)"),
    ("-", "No number after minus sign in JSON at position 1 (line 1 column 2)"),
    ("-a", "No number after minus sign in JSON at position 1 (line 1 column 2)"),
    ("[-]", "No number after minus sign in JSON at position 2 (line 1 column 3)"),
    ("--1", "No number after minus sign in JSON at position 1 (line 1 column 2)"),
    ("+1", #"Unexpected token '+', "+1" is not valid JSON"#),
    (".5", #"Unexpected token '.', ".5" is not valid JSON"#),
    ("1.", "Unterminated fractional number in JSON at position 2 (line 1 column 3)"),
    ("1.a", "Unterminated fractional number in JSON at position 2 (line 1 column 3)"),
    ("[1.]", "Unterminated fractional number in JSON at position 3 (line 1 column 4)"),
    ("1e", "Exponent part is missing a number in JSON at position 2 (line 1 column 3)"),
    ("1e+", "Exponent part is missing a number in JSON at position 3 (line 1 column 4)"),
    ("[1e]", "Exponent part is missing a number in JSON at position 3 (line 1 column 4)"),
    ("1E-x", "Exponent part is missing a number in JSON at position 3 (line 1 column 4)"),
    ("0x10", "Unexpected non-whitespace character after JSON at position 1 (line 1 column 2)"),
    (#""a"#, "Unterminated string in JSON at position 2 (line 1 column 3)"),
    (#""a\"#, "Unexpected end of JSON input"),
    (#""\x""#, "Bad escaped character in JSON at position 2 (line 1 column 3)"),
    (#""\é""#, "Bad escaped character in JSON at position 2 (line 1 column 3)"),
    (#""\€""#, #"Unexpected token '€', ""\€"" is not valid JSON"#),
    (#""\u12""#, "Bad Unicode escape in JSON at position 5 (line 1 column 6)"),
    (#""\u12g4""#, "Bad Unicode escape in JSON at position 5 (line 1 column 6)"),
    (#""\u"#, "Bad Unicode escape in JSON at position 3 (line 1 column 4)"),
    ("\"\n\"", "Bad control character in string literal in JSON at position 1 (line 1 column 2)"),
    ("\"a\tb\"", "Bad control character in string literal in JSON at position 2 (line 1 column 3)"),
    (
        "{\"a\":\"b\n\"}",
        "Bad control character in string literal in JSON at position 7 (line 1 column 8)"
    ),
    ("hello", #"Unexpected token 'h', "hello" is not valid JSON"#),
    ("[hello]", #"Unexpected token 'h', "[hello]" is not valid JSON"#),
    ("tru", "Unexpected end of JSON input"),
    ("trux", #"Unexpected token 'x', "trux" is not valid JSON"#),
    ("[tru]", #"Unexpected token ']', "[tru]" is not valid JSON"#),
    ("[tru", "Unexpected end of JSON input"),
    ("nul", "Unexpected end of JSON input"),
    ("nulL", #"Unexpected token 'L', "nulL" is not valid JSON"#),
    (#"fals""#, "Unexpected string in JSON at position 4 (line 1 column 5)"),
    ("[tru1]", "Unexpected number in JSON at position 4 (line 1 column 5)"),
    ("NaN", #""NaN" is not valid JSON"#),
    ("Infinity", #""Infinity" is not valid JSON"#),
    ("undefined", #""undefined" is not valid JSON"#),
    ("[object Object]", #""[object Object]" is not valid JSON"#),
    (" NaN", #"Unexpected token 'N', " NaN" is not valid JSON"#),
    ("[NaN]", #"Unexpected token 'N', "[NaN]" is not valid JSON"#),
    ("1 2", "Unexpected non-whitespace character after JSON at position 2 (line 1 column 3)"),
    ("{} x", "Unexpected non-whitespace character after JSON at position 3 (line 1 column 4)"),
    ("{}}", "Unexpected non-whitespace character after JSON at position 2 (line 1 column 3)"),
    (#""a"x"#, "Unexpected non-whitespace character after JSON at position 3 (line 1 column 4)"),
    ("[1]]", "Unexpected non-whitespace character after JSON at position 3 (line 1 column 4)"),
    ("é", #"Unexpected token 'é', "é" is not valid JSON"#),
    ("[😀]", #"Unexpected token '�', "[😀]" is not valid JSON"#),
    ("\u{feff}{}", "Unexpected token '\u{feff}', \"\u{feff}{}\" is not valid JSON"),
    ("\u{0}", "Unexpected token '\u{0}', \"\u{0}\" is not valid JSON"),
    ("[\u{a0}1]", "Unexpected token '\u{a0}', \"[\u{a0}1]\" is not valid JSON"),
    (
        "[1,2,3,4,5,6,7,8,9,x,11,12]",
        #"Unexpected token 'x', ..."5,6,7,8,9,x,11,12]" is not valid JSON"#
    ),
    ("[1,2,3,4,5,6,7,8,x]", #"Unexpected token 'x', "[1,2,3,4,5,6,7,8,x]" is not valid JSON"#),
    ("xxxxxxxxxxxxxxxxxxxx", #"Unexpected token 'x', "xxxxxxxxxxxxxxxxxxxx" is not valid JSON"#),
    ("xxxxxxxxxxxxxxxxxxxxx", #"Unexpected token 'x', "xxxxxxxxxx"... is not valid JSON"#),
    ("[1,1,1,1,1,1,1,1,1,1,x]", #"Unexpected token 'x', ..."1,1,1,1,1,x]" is not valid JSON"#),
    (
        "[1,2,3,4,x,6,7,8,9,10,11]",
        #"Unexpected token 'x', "[1,2,3,4,x,6,7,8,9,"... is not valid JSON"#
    ),
    (
        "[1,2,3,4,.5,6,7,8,9,10,11]",
        #"Unexpected token '.', "[1,2,3,4,.5,6,7,8,9"... is not valid JSON"#
    ),
    (
        #"{"title":"hello","body":nope,"userId":5}"#,
        #"Unexpected token 'o', ..."","body":nope,"userI"... is not valid JSON"#
    ),
    ("[😀😀😀😀😀😀😀😀😀😀😀😀]", #"Unexpected token '�', "[😀😀😀😀😀"... is not valid JSON"#),
    (
        "{\n  \"a\": 1,\n  \"b\" 2\n}",
        "Expected ':' after property name in JSON at position 18 (line 3 column 7)"
    ),
    (
        "{\r\n\"a\":1,\r\n\"b\":x}",
        "Unexpected token 'x', \"{\r\n\"a\":1,\r\n\"b\":x}\" is not valid JSON"
    ),
    (
        "{\r\r\n\n\"a\":1 ]",
        "Expected ',' or '}' after property value in JSON at position 11 (line 4 column 7)"
    ),
    ("[\n\n", "Unexpected end of JSON input"),
]

private let refused: [(String, String)] = [
    ("hello", #"Unexpected token 'h', "hello" is not valid JSON"#),
    (#""hello""#, #"Unexpected token '"', ""hello"" is not valid JSON"#),
    ("12", #"Unexpected token '1', "12" is not valid JSON"#),
    ("-1", #"Unexpected token '-', "-1" is not valid JSON"#),
    ("null", #"Unexpected token 'n', "null" is not valid JSON"#),
    ("true", #"Unexpected token 't', "true" is not valid JSON"#),
    ("  \n x", "Unexpected token 'x', \"  \n x\" is not valid JSON"),
    ("   ", "Unexpected end of JSON input"),
    ("\u{feff}x", #"Unexpected token 'x', "x" is not valid JSON"#),
    ("é", #"Unexpected token 'é', "é" is not valid JSON"#),
    ("[]x", "Unexpected non-whitespace character after JSON at position 2 (line 1 column 3)"),
    (#"{"a":}"#, #"Unexpected token '}', "{"a":}" is not valid JSON"#),
    ("#", "Unexpected token '#', \"#\" is not valid JSON"),
    ("###", "Unexpected token '#', \"###\" is not valid JSON"),
    ("a # b", #"Unexpected token 'a', "a # b" is not valid JSON"#),
    ("xxxxxxxxxxxxxxxxxxxxxxxxx", #"Unexpected token 'x', "xxxxxxxxxx"... is not valid JSON"#),
    (
        "          5          5",
        #"Unexpected token '5', ..."          5         "... is not valid JSON"#
    ),
    ("         5          5", #"Unexpected token '5', "         5         "... is not valid JSON"#),
    ("\r\n\t \"{}\"", "Unexpected token '\"', \"\r\n\t \"{}\"\" is not valid JSON"),
    ("undefined", #"Unexpected token 'u', "undefined" is not valid JSON"#),
    ("NaN", #"Unexpected token 'N', "NaN" is not valid JSON"#),
    ("[object Object]", #""[object Object]" is not valid JSON"#),
    ("😀", #"Unexpected token '�', "😀" is not valid JSON"#),
]
