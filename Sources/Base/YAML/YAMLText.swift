/// A YAML text as the JSON text with the same values, and where each of them stood.
///
/// Read by libyaml as YAML 1.1, with the types of plain scalars by the core schema of YAML 1.2
/// (section 10.3): `yes`, `off`, `2026-11-25` and `1_000` are texts. Keys are always texts, quoted
/// scalars too. `<<` merges (yaml.org/type/merge.html). Aliases stand for a copy.
///
/// ```swift
/// let text = try YAMLText(parsing: Array("a: [1, off]".utf8))    // {"a":[1,"off"]}
/// let root = try JSON(parsing: text.json).root
/// text.position(of: root["a"]!.offset)                           // line 1, column 4
/// ```
package struct YAMLText: Sendable {
    /// How large a text may become by its aliases.
    package struct Limits: Sendable {
        /// Values and keys, those of copies included.
        package var nodes = 3_000_000
        /// Sequences and mappings inside each other; not above that of `JSON`.
        package var depth = 64
        /// Bytes of the JSON text.
        package var bytes = 64 << 20

        package init() {}
    }

    /// UTF-8, one line.
    package let json: [UInt8]
    private let places: [Place]

    /// Where a value of the JSON text stood.
    struct Place: Sendable {
        let offset: UInt32
        let line: UInt32
        let column: UInt32
    }

    /// Reads one document, in UTF-8 or UTF-16 with a mark; an empty text is `null`.
    ///
    /// - Throws: ``YAMLError`` with the first fault.
    package init(parsing bytes: [UInt8], _ limits: Limits = Limits()) throws(YAMLError) {
        var reader = YAMLReader(limits)
        try reader.read(bytes)
        (json, places) = (reader.output.bytes, reader.places)
    }

    /// Line and column, from 1, of the value that has `offset` in ``json``.
    ///
    /// Within a copy that an alias stands for it is the place of the alias.
    package func position(of offset: Int) -> (line: Int, column: Int) {
        var (low, high) = (0, places.count)
        while low < high {
            let middle = (low + high) / 2
            if Int(places[middle].offset) <= offset { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return (1, 1) }
        return (Int(places[low - 1].line), Int(places[low - 1].column))
    }
}
