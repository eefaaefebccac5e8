internal import MockPostlyJSON

/// A converter to JSON of the part of YAML 1.2 that the API descriptions use.
///
/// It reads block and flow collections, plain, quoted and literal (`|`) scalars and comments.
/// Everything else is refused, also what could be read in two ways, such as `0x1F` or a plain
/// `Null`: a wrong reading is worse than an error.
package enum YAML {
    /// The same values as JSON, with members in their order; a repeated member is an error.
    package static func json(_ text: [UInt8]) throws(YAMLError) -> [UInt8] {
        var reader = YAMLReader(text)
        try reader.document()
        return reader.json.finish()
    }
}

/// The position and reason of text that ``YAML`` does not read.
package struct YAMLError: Error, Sendable, Equatable {
    /// The number of the line, from 1.
    package var line: Int
    package var words: String
}
