internal import MockPostlyContent

/// The records of one kind in a content: those of a base, with changes.
///
/// Nothing is read from the base before it is needed.
struct DocumentList: Sendable {
    private let kind: DocumentKind
    private let base: DocumentSet
    /// The records, once they were needed.
    private var known: [Document]?
    private var knownNextID: Int64?
    /// The positions of the records.
    private var places = DocumentPlaces()

    /// The records of `kind` in `base`, without changes.
    init(_ kind: DocumentKind, of base: DocumentSet) {
        (self.kind, self.base) = (kind, base)
    }

    /// The records: those of the base in its order, then the added ones in the order of adding.
    var records: [Document] {
        mutating get {
            if let known { return known }
            let records = base.documents(kind)
            known = records
            return records
        }
    }

    /// Whether they are those that ship inside this program, and nobody has asked for them yet.
    var areUnread: Bool { known == nil && base === DocumentSet.standard }

    /// How many records there are; nothing is read from the base.
    var count: Int { known?.count ?? base.count(kind) }

    /// One more than the highest id that was ever used, within the ids that a content may have.
    private(set) var nextID: Int64 {
        mutating get {
            if let knownNextID { return knownNextID }
            let next = Self.next(after: records.map(\.id).max() ?? 0)
            knownNextID = next
            return next
        }
        set { knownNextID = newValue }
    }

    /// The position of the record with this id; nil when there is none.
    mutating func index(of id: Int64) -> Int? {
        places.index(of: id, in: records)
    }

    /// Adds a record, or replaces the one with this id, which is its own.
    mutating func put(_ document: Document, as id: Int64) {
        if let index = noteUse(of: id) {
            known?[index] = document
        } else {
            places.note(appended: id, to: records)
            known?.append(document)
        }
    }

    /// Notes that an id was used; returns the position of the record that has it, if there is one.
    mutating func noteUse(of id: Int64) -> Int? {
        // An id that was never used need not be looked for.
        let index = id < nextID || id > .largestInContent ? index(of: id) : nil
        nextID = max(nextID, Self.next(after: id))
        return index
    }

    /// Removes the records at these positions.
    mutating func remove(at indexes: Set<Int>) {
        known = records.enumerated().filter { !indexes.contains($0.offset) }.map(\.element)
        places = DocumentPlaces()
    }

    /// The id after `id`, held within the ids that a content may have.
    private static func next(after id: Int64) -> Int64 {
        min(max(id, 0), .largestInContent) + 1
    }
}
