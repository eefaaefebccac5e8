import MockPostlyJavaScript
import Testing

@Suite struct JSObjectTests {
    private func names(_ object: JSObject) -> [String] { object.members.map { $0.name } }

    @Test func `indices come first and ascend, the rest stays in the order of its setting`() {
        var object = JSObject()
        for name in ["b", "10", "a", "9", "1", "0x1", "01", "4294967295", "4294967294"] {
            object[name] = .string(name)
        }
        let expected = ["1", "9", "10", "4294967294", "b", "a", "0x1", "01", "4294967295"]
        #expect(names(object) == expected)
        #expect(expected.allSatisfy { object[$0] == .string($0) })
    }

    @Test func `a later value replaces in place, and undefined removes`() {
        var object = JSObject()
        object["a"] = .number(1)
        object["b"] = .number(2)
        object["a"] = .number(3)
        #expect(names(object) == ["a", "b"] && object["a"] == .number(3))
        object["a"] = .undefined
        #expect(names(object) == ["b"] && !object.has("a") && object["a"] == .undefined)
        object["a"] = .null
        #expect(names(object) == ["b", "a"] && object.has("a") && object.count == 2)
    }

    @Test func `names are told apart by their bytes`() {
        var object = JSObject()
        object["\u{E9}"] = .number(1)
        object["e\u{301}"] = .number(2)
        #expect(object.count == 2 && object["\u{E9}"] == .number(1))
    }

    @Test func `many members are found, replaced and removed as few are`() {
        var object = JSObject()
        for number in stride(from: 99, through: 0, by: -1) {
            object[String(number)] = .number(Double(number))
            object["n\(number)"] = .number(Double(-number))
        }
        for number in 0..<100 { object[String(number)] = .string(String(number)) }
        for number in 10..<100 { object["n\(number)"] = .undefined }
        let indices = (0..<100).map { String($0) }
        #expect(names(object) == indices + (0..<10).reversed().map { "n\($0)" })
        #expect(indices.allSatisfy { object[$0] == .string($0) })
        #expect(object["n9"] == .number(-9) && object["n10"] == .undefined)
    }

    @Test func `objects are equal with equal members in equal order`() {
        var (left, right) = (JSObject(), JSObject())
        (left["1"], left["2"], left["a"]) = (.null, .null, .null)
        (right["a"], right["2"], right["1"]) = (.null, .null, .null)
        #expect(left == right)
        right["b"] = .null
        #expect(left != right)
    }
}
