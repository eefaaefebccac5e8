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
        #expect(wrapped("(`a b`), c", width: 8) == ["(`a b`),", "c"])
        #expect(wrapped("(`a b`), c", width: 5) == ["(`a", "b`),", "c"])
    }

    @Test func `columns are as wide as their widest cell`() {
        #expect(table([["a", "b"], ["long", "c"], ["d", ""]]) == "a     b\nlong  c\nd\n")
    }

    @Test func `a last column that is too wide is broken below itself`() {
        let rows = [["a", "one two three four five six"], ["b", "x"]]
        #expect(table(rows, width: 30) == "a  one two three four five six\nb  x\n")
        #expect(table(rows, width: 24) == "a  one two three four\n   five six\nb  x\n")
    }

    @Test func `where columns have no room, cells stand below each other`() {
        let rows = [["name", "http://localhost:8080/w/one/api"], ["b", "x"]]
        #expect(table(rows, width: 36) == "name\n    http://localhost:8080/w/one/api\nb\n    x\n")
        #expect(table(rows, width: 33) == "name\n  http://localhost:8080/w/one/api\nb\n    x\n")
        #expect(table(rows, width: 9) == "name\nhttp://localhost:8080/w/one/api\nb\n    x\n")
    }

    @Test func `rows below a head become lists`() {
        let rows = [["WORLD", "ENDS", "FROM"], ["one", "", "seed"], ["two", "never", "one"]]
        #expect(
            table(rows, width: 14, hasHead: true)
                == "WORLD  one\nFROM   seed\n\nWORLD  two\nENDS   never\nFROM   one\n"
        )
    }
}
