import MockPostlyJSON
import MockPostlyJavaScript
import Testing

@Suite struct JSValueTests {
    @Test(arguments: values)
    func `a value has a text, a number and a truth`(
        _ written: String,
        _ text: String,
        _ number: String,
        _ isTrue: Bool
    ) {
        let value = value(written)
        #expect(value.text == text)
        #expect(javaScriptText(of: value.number) == number)
        #expect(value.isTrue == isTrue)
    }

    @Test func `undefined and NaN are not true, and undefined is no number`() {
        #expect(!JSValue.undefined.isTrue && !JSValue.number(.nan).isTrue)
        #expect(JSValue.undefined.number.isNaN && JSValue.undefined.text == "undefined")
        #expect(JSValue.undefined.isNullish && JSValue.null.isNullish)
        #expect(!JSValue.bool(false).isNullish && !JSValue.string("").isNullish)
        #expect(JSValue.array([.undefined, .null, .number(1)]).text == ",,1")
    }

    @Test func `only a string has a string`() {
        #expect(JSValue.string("a").string == "a")
        #expect(JSValue.number(1).string == nil && JSValue.array([]).string == nil)
    }

    @Test func `properties are members, elements, units and lengths`() {
        let object = value(#"{"a":{"b":[1,"x\ud83d\ude00y"]},"length":null}"#)
        #expect(object["a"]["b"]["0"] == .number(1))
        #expect(object["a"]["b"]["length"] == .number(2))
        #expect(object["a"]["b"]["1"]["length"] == .number(4))
        #expect(object["a"]["b"]["1"]["0"] == .string("x"))
        #expect(object["a"]["b"]["1"]["1"] == .string("\u{FFFD}"))
        #expect(object["a"]["b"]["1"]["3"] == .string("y"))
        #expect(object["a"]["b"]["1"]["4"] == .undefined)
        #expect(object["length"] == .null)
        for name in ["2", "00", "-1", "1.0", " 1", "", "a"] {
            #expect(object["a"]["b"][name] == .undefined)
        }
        #expect(JSValue.number(5)["length"] == .undefined && JSValue.null["a"] == .undefined)
    }

    @Test(
        arguments: [
            (#"{"b":1,"a":2}"#, #"{"b":1,"a":2}"#),
            (#"{"b":1,"2":2,"1":1,"a":0}"#, #"{"1":1,"2":2,"b":1,"a":0}"#),
            (#"{"10":1,"9":2,"01":3,"-1":4}"#, #"{"9":2,"10":1,"01":3,"-1":4}"#),
            (#"{"a":1,"b":2,"a":3}"#, #"{"a":3,"b":2}"#),
            (#"{"4294967294":1,"4294967295":2,"0":3}"#, #"{"0":3,"4294967294":1,"4294967295":2}"#),
            (#"[1.0,1e2,0.10,-0,1e21,1e-7,1e400]"#, "[1,100,0.1,0,1e+21,1e-7,null]"),
            (#"["\u00e9\/\n\ud83d"]"#, #"["é/\n�"]"#),
            (#"{"__proto__":1,"é":1,"e\u0301":2}"#, "{\"__proto__\":1,\"é\":1,\"e\u{301}\":2}"),
        ] as [(String, String)]
    )
    func `what is written is what JavaScript would write`(_ read: String, _ written: String) {
        #expect(json(value(read)).utf8.elementsEqual(written.utf8))
    }

    @Test func `undefined is left out of objects only`() {
        var object = JSObject()
        object["a"] = .array([.undefined, .number(.nan)])
        object["b"] = .undefined
        #expect(json(.object(object)) == #"{"a":[null,null]}"#)
        #expect(json(.undefined) == "null")
    }

    @Test func `a value of the strict parser is the same value`() throws {
        let text = #"{"b":[1,2.5,-3e2,true,false,null],"1":"é","b2":{"x":{}},"a":1,"a":1e999}"#
        let document = try JSON(parsing: Array(text.utf8))
        #expect(JSValue(document.root) == value(text))
        #expect(JSValue(document.root)["a"] == .number(.infinity))
    }

    @Test func `values are equal when they are written alike`() {
        #expect(value(#"{"a":1,"b":[2]}"#) == value(#"{"a":1,"b":[2]}"#))
        #expect(value(#"{"a":1,"b":2}"#) != value(#"{"b":2,"a":1}"#))
        #expect(value(#"["é"]"#) != value("[\"e\u{301}\"]"))
        #expect(JSValue.number(.nan) == .number(.nan) && JSValue.number(0) == .number(-0.0))
        #expect(JSValue.undefined != .null && JSValue.number(1) != .bool(true))
        #expect(value("[1]") != value("[1,2]") && value("{}") != value("[]"))
    }
}

private let values: [(String, String, String, Bool)] = [
    ("null", "null", "0", false),
    ("true", "true", "1", true),
    ("false", "false", "0", false),
    ("0", "0", "0", false),
    ("-0", "0", "0", false),
    ("1.5", "1.5", "1.5", true),
    ("1e400", "Infinity", "Infinity", true),
    (#""""#, "", "0", false),
    (#""x""#, "x", "NaN", true),
    (#"" 12 ""#, " 12 ", "12", true),
    (#""0""#, "0", "0", true),
    ("[]", "", "0", true),
    ("[5]", "5", "5", true),
    (#"["5"]"#, "5", "5", true),
    ("[null]", "", "0", true),
    ("[[7]]", "7", "7", true),
    ("[1,2]", "1,2", "NaN", true),
    (#"[null,true,[1,[2,null]],"a",{"b":1}]"#, ",true,1,2,,a,[object Object]", "NaN", true),
    ("{}", "[object Object]", "NaN", true),
    (#"{"a":1}"#, "[object Object]", "NaN", true),
    (#"["0x10"]"#, "0x10", "16", true),
    ("[[]]", "", "0", true),
    ("[{}]", "[object Object]", "NaN", true),
]
