import Testing

@testable import MockPostlyJavaScript

/// The expected texts are what append-field 1.0 makes, written by `JSON.stringify`.
@Suite struct AppendFieldTests {
    private func object(_ names: [String]) -> String {
        var object = JSObject()
        for (index, name) in names.enumerated() {
            let isAdded = object.append(field: name, .string("\(index)"))
            #expect(isAdded)
        }
        return json(.object(object))
    }

    @Test(
        arguments: [
            (["a"], #"{"a":"0"}"#),
            (["a", "a"], #"{"a":["0","1"]}"#),
            (["a", "a", "a"], #"{"a":["0","1","2"]}"#),
            (["a[]"], #"{"a":["0"]}"#),
            (["a[]", "a[]"], #"{"a":["0","1"]}"#),
            (["a", "a[]"], #"{"a":["0","1"]}"#),
            (["a[b]"], #"{"a":{"b":"0"}}"#),
            (["a[b]", "a[c]"], #"{"a":{"b":"0","c":"1"}}"#),
            (["a[b][c]", "a[b][d]"], #"{"a":{"b":{"c":"0","d":"1"}}}"#),
            (["a[0]", "a[1]"], #"{"a":["0","1"]}"#),
            (["a[2]"], #"{"a":[null,null,"0"]}"#),
            (["a[0][b]", "a[1][b]"], #"{"a":[{"b":"0"},{"b":"1"}]}"#),
            (["a[0]", "a[b]"], #"{"a":{"0":"0","b":"1"}}"#),
            (["a[b]", "a[0]"], #"{"a":{"0":"1","b":"0"}}"#),
            (["a", "a[b]"], #"{"a":{"":"0","b":"1"}}"#),
            (["a[b]", "a"], #"{"a":{"b":"0","":"1"}}"#),
            (["a[b][]", "a[b][]"], #"{"a":{"b":["0","1"]}}"#),
            (["a[b][0]", "b"], #"{"a":{"b":["0"]},"b":"1"}"#),
        ] as [([String], String)]
    )
    func `names say where a value stands`(names: [String], expected: String) {
        #expect(object(names) == expected)
    }

    @Test(arguments: ["", "[a]", "[]", "a[", "a[b", "a[b]c", "a[]b", "a[][b]", "a]", "a[b]["])
    func `a malformed name is one plain member`(name: String) {
        var expected = JSObject()
        expected[name] = .string("0")
        #expect(object([name]) == json(.object(expected)))
    }

    @Test func `names have limits`() {
        var object = JSObject()
        let deep = { (parts: Int) in "a" + String(repeating: "[b]", count: parts - 1) }
        let names = [deep(1_000), deep(1_001), "c[1000]", "d[1001]", "d[99999999999999999999]"]
        let isAdded = names.map { object.append(field: $0, .null) }
        #expect(isAdded == [true, false, true, false, false])
        #expect(object.count == 2)
    }
}
