import Testing

@testable import MockPostlyCLI

@Suite struct TextLayoutTests {
    @Test func `text is broken at spaces`() {
        #expect(wrapped("one two  three\nfour", width: 9) == ["one two", "three", "four"])
        #expect(wrapped("", width: 9).isEmpty)
        #expect(wrapped("unbreakable word", width: 4) == ["unbreakable", "word"])
    }

    @Test func `what is quoted stays together`() {
        #expect(wrapped("run `a b c` now", width: 7) == ["run", "`a b c`", "now"])
        #expect(wrapped("(`a b`), c", width: 5) == ["(`a b`),", "c"])
    }

    @Test func `columns are as wide as their widest cell`() {
        #expect(table([["a", "b"], ["long", "c"], ["d", ""]]) == "a     b\nlong  c\nd\n")
    }
}
