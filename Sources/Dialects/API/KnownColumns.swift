internal import MockPostlyJavaScript
internal import MockPostlyNouns

/// The values of the members that lists were last filtered and sorted by: so a row is parsed for the
/// first of many lists alone.
///
/// Belongs to the loop's thread.
final class KnownColumns {
    /// A collection as it is now.
    struct Source {
        let name: String
        /// As ``CollectionStore/generation``.
        let generation: Int
        let rows: [CollectionRow]
    }

    private struct Column {
        let name: String
        let generation: Int
        let path: FieldPath
        let values: [JSValue?]
    }

    /// How many columns are kept.
    private static let most = 4
    /// A column with more bytes of text is not kept.
    private static let mostText = 8 * 1024 * 1024
    private var known: [Column] = []

    init() {}

    /// The value of each row in order; nil for a row without the member.
    func values(_ path: FieldPath, of source: Source) -> [JSValue?] {
        let found = known.first {
            $0.generation == source.generation && $0.path == path
                && $0.name.utf8.elementsEqual(source.name.utf8)
        }
        if let found { return found.values }
        let values = source.rows.map { path.find(in: $0.value) }
        known.removeAll { $0.generation != source.generation }
        guard values.reduce(0, { $0 + Self.size(of: $1) }) <= Self.mostText else { return values }
        if known.count == Self.most { known.removeFirst() }
        known.append(
            Column(
                name: source.name,
                generation: source.generation,
                path: path,
                values: values
            )
        )
        return values
    }

    func forget() { known = [] }

    /// About how many bytes a value takes besides its place in the column.
    private static func size(of value: JSValue?) -> Int {
        switch value {
        case .string(let text): text.utf8.count
        case .long(let number): number.text.utf8.count
        // Not worth counting: nobody sorts many rows by them.
        case .array, .object: 256
        case .number, .bool, .null, .undefined, nil: 0
        }
    }
}
