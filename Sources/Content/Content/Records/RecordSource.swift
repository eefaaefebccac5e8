package import MockPostlyJSON

/// The records of a collection, for reading.
///
/// Belongs to the loop's thread.
package protocol RecordSource {
    /// How many records there are.
    func count() throws -> Int64
    /// A page of the records.
    ///
    /// Throws ``RecordRefusal`` for a mark that is not of this list.
    func page(_ query: RecordQuery) throws -> RecordPage
    /// The record with this id as a JSON object; nil when there is none.
    func item(_ id: String) throws -> [UInt8]?
}

/// Which records a page has, and in which order.
package struct RecordQuery {
    /// Only records with this text; empty for all.
    package var search = ""
    /// The member that gives the order.
    package var sort: RecordField
    package var isDescending: Bool
    /// Where the page begins: behind the record that a mark stands for; nil for the beginning.
    package var mark: JSONValue?
    /// Whether the page ends at the mark, or at the end of the list, instead of beginning there.
    package var isBackward = false
    package var limit: Int

    package init(sort: RecordField, isDescending: Bool, limit: Int) {
        (self.sort, self.isDescending, self.limit) = (sort, isDescending, limit)
    }

    /// The order as clients name it, which marks begin with.
    package var order: String { (isDescending ? "-" : "") + sort.name }

    /// The values of the mark behind the name of the order; nil without a mark.
    ///
    /// Throws ``RecordRefusal`` for a mark of another order.
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
    package var items: [[UInt8]] = []
    /// How many records there are with the searched text.
    package var total: Int64 = 0
    /// Whether there are more than ``total``: counting stops at ``mostCounted``.
    package var isTotalCut = false
    /// The mark of the last record when there are more behind it, as JSON.
    package var next: [UInt8]?
    /// The mark of the first record when there are more before it, as JSON.
    package var previous: [UInt8]?

    /// Up to this many records with a searched text are counted.
    package static let mostCounted: Int64 = 10_000

    package init() {}
}

/// The most characters of a text in a list.
package let mostCharactersInLists = 200
