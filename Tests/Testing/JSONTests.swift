import MockPostlyTesting
import Testing

struct JSONTests {
    private static let text =
        #"{"b":[1,-2.5,true,null,"é\n"],"a":{"x":9007199254740993},"c":[]}"#

    @Test func `a text is read and written`() throws {
        let json = try MockServer.JSON(text: Self.text)
        #expect(json.text == Self.text)
        #expect(json["b"]?[1] == -2.5 && json["b"]?[5] == nil && json["z"] == nil)
        #expect(json["a"]?["x"]?.integer == 9_007_199_254_740_993)
        #expect(json["b"]?[2]?.bool == true && json["b"]?[4]?.string == "é\n")
        #expect(json["c"]?.elements == [])
    }

    @Test func `a literal is the same value in any order`() throws {
        let literal: MockServer.JSON = [
            "a": ["x": 9_007_199_254_740_993], "c": [], "b": [1, -2.5, true, nil, "é\n"],
        ]
        #expect(try MockServer.JSON(text: Self.text) == literal)
        #expect(Set([literal, try MockServer.JSON(text: Self.text)]).count == 1)
        #expect(MockServer.JSON.integer(1) == .number(1))
        #expect(literal != ["a": 1] && MockServer.JSON.array([1]) != [1, 2])
    }

    @Test(arguments: [("", 0), ("{]", 1), ("nul", 0)])
    func `what is not JSON is refused`(_ text: String, _ offset: Int) async {
        #expect(await words { _ = try MockServer.JSON(text: text) } == "not JSON at byte \(offset)")
    }
}
