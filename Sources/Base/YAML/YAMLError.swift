/// The reason why a text is not YAML that can be read as JSON, and its place.
package struct YAMLError: Error, Sendable, Equatable {
    /// Counted from 1.
    package var line: Int
    /// Counted from 1.
    package var column: Int
    /// What is wrong, without a full stop: `the key "a" is there twice, first in line 3`.
    package var words: String

    package init(line: Int, column: Int, words: String) {
        (self.line, self.column, self.words) = (line, column, words)
    }
}
