package import MockPostlyJSON

/// The records of a collection, for reading.
///
/// Belongs to the loop's thread.
///
/// ```swift
/// var query = RecordQuery(sort: field, isDescending: true, limit: 50)
/// let first = try source.page(query)
/// query.mark = try first.next.map { try JSON(parsing: $0).root }
/// let second = try source.page(query)
/// ```
package protocol RecordSource {
    /// How many records there are.
    ///
    /// - Throws: SQLite's errors.
    func count() throws -> Int64
    /// A page of the records.
    ///
    /// Throws ``RecordRefusal`` for a mark that is not of this list.
    ///
    /// Costs O(limit) where an index gives the order, else a sort of the collection.
    func page(_ query: RecordQuery) throws -> RecordPage
    /// The record with this id as a JSON object; nil when there is none.
    ///
    /// `id` is a text here even where ids are numbers; `07` is not the id 7.
    func item(_ id: String) throws -> [UInt8]?
}

/// Which records a page has, and in which order.
package struct RecordQuery {
    /// Only records with this text; empty for all.
    ///
    /// ASCII letters match in either case; `%` and `_` mean themselves.
    package var search = ""
    /// The member that gives the order.
    ///
    /// Of equal values, the keys of the rows decide, in the same direction.
    package var sort: RecordField
    package var isDescending: Bool
    /// Where the page begins: behind the record that a mark stands for; nil for the beginning.
    package var mark: JSONValue?
    /// Whether the page ends at the mark, or at the end of the list, instead of beginning there.
    package var isBackward = false
    /// The most records of a page.
    package var limit: Int

    package init(sort: RecordField, isDescending: Bool, limit: Int) {
        (self.sort, self.isDescending, self.limit) = (sort, isDescending, limit)
    }

    /// The order as clients name it, which marks begin with.
    ///
    /// Such as `-created`, as in the query parameter `sort`.
    package var order: String { (isDescending ? "-" : "") + sort.name }

    /// The values of the mark behind the name of the order; nil without a mark.
    ///
    /// - Parameter count: how many values such a mark has behind the order.
    /// - Returns: these values in the order of the mark.
    /// - Throws: ``RecordRefusal`` for a mark of another order.
    package func markValues(_ count: Int) throws -> [JSONValue]? {
        guard let mark else { return nil }
        let parts = mark.elements
        guard parts.count == count + 1, parts[0].string == order else { throw Self.badMark }
        return Array(parts.dropFirst())
    }

    /// The refusal of a mark that is not of this list.
    package static let badMark = RecordRefusal(
        400,
        "after",
        "The place in the list is not one of this list.",
        hint: "Send 'next' or 'previous' of an answer with the same 'sort', or leave it out."
    )
}

/// A page of records, in order.
package struct RecordPage {
    /// The records as JSON objects.
    ///
    /// In the order of the query, also for a page that was read backward.
    package var items: [[UInt8]] = []
    /// How many records there are with the searched text.
    package var total: Int64 = 0
    /// Whether there are more than ``total``: counting stops at ``mostCounted``.
    package var isTotalCut = false
    /// The mark of the last record when there are more behind it, as JSON.
    ///
    /// A JSON array: the order, then the value of the member and the key: `["-views",120,17]`.
    package var next: [UInt8]?
    /// The mark of the first record when there are more before it, as JSON.
    package var previous: [UInt8]?

    /// Up to this many records with a searched text are counted.
    package static let mostCounted: Int64 = 10_000

    package init() {}
}

/// The most characters of a text in a list.
///
/// Longer texts are cut in ``RecordPage/items`` and whole in ``RecordSource/item(_:)``.
package let mostCharactersInLists = 200
