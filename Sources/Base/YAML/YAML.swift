internal import MockPostlyJSON

/// The part of YAML 1.2 that the descriptions of the API are written in, made JSON.
///
/// Block and flow collections, plain, quoted and literal (`|`) scalars, comments. Whatever else YAML
/// has is refused, also what could be read in two ways, such as `0x1F` or a plain `Null`: a wrong
/// reading is worse than none.
package enum YAML {
    /// The JSON of a document: the same values, the members of objects in their order, each once.
    package static func json(_ text: [UInt8]) throws(YAMLError) -> [UInt8] {
        var reader = YAMLReader(text)
        try reader.document()
        return reader.json.finish()
    }
}

/// Where a document is not what ``YAML`` reads, and why.
package struct YAMLError: Error, Sendable, Equatable {
    /// Counted from 1.
    package var line: Int
    package var words: String
}
