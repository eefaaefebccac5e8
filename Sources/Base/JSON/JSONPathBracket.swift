/// Why a text is no path into a JSON document.
package struct JSONPathFault: Error, Sendable, Equatable {
    /// As the end of a sentence: `has no ']' for its '['`.
    package var words: String

    package init(words: String) { self.words = words }
}

/// A step of a path in brackets: `['a name']`, `["a name"]`, or something without quotes.
///
/// The names of RFC 9535, without its escapes.
package enum JSONPathBracket {
    case name(String)
    /// The text as it is, such as `-1` or `*`.
    case plain(ArraySlice<UInt8>)

    /// Takes the step from the front of `rest`, where a `[` was; its `]` is taken too.
    package init(_ rest: inout ArraySlice<UInt8>) throws(JSONPathFault) {
        if let quote = rest.first, quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") {
            let name = rest.dropFirst().prefix { $0 != quote }
            rest = rest.dropFirst(name.count + 1)
            guard rest.starts(with: [quote, UInt8(ascii: "]")]) else {
                throw JSONPathFault(words: "has a name in brackets that does not end")
            }
            rest = rest.dropFirst(2)
            self = .name(String(decoding: name, as: UTF8.self))
            return
        }
        let inside = rest.prefix { $0 != UInt8(ascii: "]") }
        guard inside.count < rest.count else {
            throw JSONPathFault(words: "has no ']' for its '['")
        }
        rest = rest.dropFirst(inside.count + 1)
        self = .plain(inside)
    }
}
