import MockPostlyJavaScript
import Testing

@Suite struct ComparisonTests {
    @Test(arguments: rows)
    func `two values compare as in JavaScript`(_ written: String, _ row: String) {
        #expect(row.count == rows.count)
        for (other, relation) in zip(rows, row) {
            let (a, b) = (value(written), value(other.0))
            #expect(isStrictlyEqual(a, b) == (relation == "="), "\(written) === \(other.0)")
            #expect(isGreater(a, b) == (relation == ">"), "\(written) > \(other.0)")
            #expect(isLess(a, b) == (relation == "<"), "\(written) < \(other.0)")
        }
    }

    @Test func `undefined equals itself and is in no order, and NaN equals nothing`() {
        #expect(isStrictlyEqual(.undefined, .undefined) && !isStrictlyEqual(.undefined, .null))
        #expect(!isStrictlyEqual(.number(.nan), .number(.nan)))
        for other in [JSValue.undefined, .null, .number(1), .string("a"), .array([])] {
            #expect(!isLess(.undefined, other) && !isGreater(.undefined, other))
        }
    }
}

/// Values, and how each compares with all of them: `=` is `===`, a dot none of the three.
private let rows: [(String, String)] = [
    ("null", "=<.<<..<<......<..."),
    ("true", ">=>....<<>....>...."),
    ("0", ".<=<<..<<......<..."),
    ("1", ">.>=...<<>....>...."),
    (#""1""#, ">.>.=<<<<><<<<>.<<<"),
    (#""a""#, "....>=>>>><<<<>>.>>"),
    (#""B""#, "....><=>>><<<<>><<<"),
    (#""10""#, ">>>>><<=<><<<<>><<<"),
    (#""9""#, ">>>>><<>=><<<<>><<<"),
    (#""""#, ".<.<<<<<<=<<<<.<<<<"),
    (#""\uffee""#, "....>>>>>>=>>>>>>>>"),
    (#""😀""#, "....>>>>>><=>>>>>>>"),
    (#""é""#, "....>>>>>><<=>>>>>>"),
    (#""e\u0301""#, "....>>>>>><<<=>>>>>"),
    ("[]", ".<.<<<<<<.<<<<.<<<<"),
    ("[1]", ">.>..<<<<><<<<>.<<<"),
    (#"["a"]"#, "....>.>>>><<<<>>.>>"),
    ("{}", "....><>>>><<<<>><.."),
    (#"{"a":1}"#, "....><>>>><<<<>><.."),
]
