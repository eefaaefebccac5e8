/// Why a text is no XML that is read here, and where.
package struct XMLFault: Error, Sendable, Equatable {
    /// As the end of a sentence: `has an element without an end`.
    package var words: String
    /// Bytes before the place, from 0.
    package var offset: Int
}
