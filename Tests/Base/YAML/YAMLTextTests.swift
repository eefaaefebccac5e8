import MockPostlyJSON
import MockPostlyYAML
import Testing

@Suite struct YAMLTextTests {
    @Test func `an empty text is null`() throws {
        #expect(try YAMLText(parsing: []).json == Array("null".utf8))
    }
}
