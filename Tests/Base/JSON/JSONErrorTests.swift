import MockPostlyJSON
import Testing

@Suite
struct JSONErrorTests {
    @Test(arguments: [
        ("", 0, 1, 1), ("abc", 0, 1, 1), ("abc", 2, 1, 3), ("abc", 3, 1, 4),
        ("a\nb", 1, 1, 2), ("a\nb", 2, 2, 1), ("a\r\nb", 3, 2, 1), ("\n\n\n", 3, 4, 1),
        ("é😀x", 6, 1, 3), ("\u{FEFF}x", 3, 1, 1), ("\u{FEFF}xy", 4, 1, 2), ("abc", 99, 1, 4),
    ])
    func `a position counts lines and characters from 1`(
        text: String,
        offset: Int,
        line: Int,
        column: Int
    ) {
        let error = JSONError(offset: offset, reason: .expectedValue)
        #expect(error.position(in: Array(text.utf8)) == (line, column))
    }

    @Test
    func `a value knows its own line and column`() throws {
        let text = "{\n  \"é\": [1,\n    {\"b\": false}]\n}"
        let document = try JSON(parsing: Array(text.utf8))
        let list = try #require(document.root["é"])
        #expect(list.position == (2, 8))
        let inner = try #require(list.elements[1]["b"])
        #expect(inner.position == (3, 11))
        #expect(document.root.position == (1, 1))
    }
}
