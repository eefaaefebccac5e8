package import MockPostlyContent
internal import MockPostlyJSON
internal import MockPostlyJavaScript

/// The records of DummyJSON as documents that people look at.
package struct DocumentRecords: RecordSource {
    private let kind: DocumentKind
    private let store: DocumentStore
    private let orders: DocumentOrders

    /// `orders` is kept by the caller from one request to the next.
    package init(_ kind: DocumentKind, _ store: DocumentStore, _ orders: DocumentOrders) {
        (self.kind, self.store, self.orders) = (kind, store, orders)
    }

    /// The members that lists show, and last the document as a whole.
    ///
    /// A member can be ordered by only when it is one value; `document` has the record as JSON.
    package var fields: [RecordField] {
        DocumentShape.of(kind).compactMap { RecordField($0) }
            + [RecordField("document", .json, .written)]
    }

    package func count() throws -> Int64 { Int64(store.count(kind)) }

    package func item(_ id: String) throws -> [UInt8]? {
        guard let id = DocumentRecords.id(id), let document = store.find(kind, id) else {
            return nil
        }
        return Array(document.value.rawText)
    }

    /// The number that `text` is, exactly; nil for other texts.
    ///
    /// `07`, `+7` and ` 7` are nil.
    package static func id(_ text: String) -> Int64? {
        Int64(text).flatMap { "\($0)".utf8.elementsEqual(text.utf8) ? $0 : nil }
    }

    package func page(_ query: RecordQuery) throws -> RecordPage {
        let all = store.all(kind)
        return try query.page(of: orders.places(kind, store, query)) { place in
            fields.object { all[place][$0] }
        }
    }
}

extension RecordField {
    /// A member that is one value; nil for lists and objects.
    fileprivate init?(_ member: DocumentShape.Member) {
        let kind: Kind
        switch member.type {
        case .id, .whole, .number: kind = .number
        case .text: kind = .text
        case .flag: kind = .flag
        case .list, .object, .either: return nil
        }
        self.init(member.name, kind, member.isOptional ? [.sortable, .optional] : .sortable)
    }
}

/// The last order of records that was asked for, as the positions of the records.
///
/// So the pages of one list are found once.
///
/// Costs a sort when the kind, the order, the search or any record has changed, else nothing.
package final class DocumentOrders {
    private struct Wanted: Equatable {
        var kind: DocumentKind
        var version: ContentVersion
        var order: String
        var search: String
    }

    private var known: (wanted: Wanted, places: [Int])?

    /// Belongs to the loop's thread.
    package init() {}

    func places(_ kind: DocumentKind, _ store: DocumentStore, _ query: RecordQuery) -> [Int] {
        let wanted = Wanted(
            kind: kind,
            version: store.version,
            order: query.order,
            search: query.search
        )
        if let known, known.wanted == wanted { return known.places }
        let all = store.all(kind)
        let text = query.search.utf8.map(Self.lower)
        var places = Array(all.indices)
        if !text.isEmpty {
            places.removeAll { !Self.contains(all[$0].value.rawText, text) }
        }
        let name = query.sort.name
        if query.sort.kind == .text {
            let keys = places.map { (all[$0][name]?.string ?? "").prefix(100).lowercased() }
            places = Self.sorted(places, keys, query.isDescending)
        } else {
            let keys = places.map { place -> Double in
                let value = all[place][name]
                return value?.double ?? (value?.bool == true ? 1 : 0)
            }
            places = Self.sorted(places, keys, query.isDescending)
        }
        known = (wanted, places)
        return places
    }

    /// `places` in the order of `keys`; of equal ones the first stays first, or last.
    private static func sorted(
        _ places: [Int],
        _ keys: [some Comparable],
        _ isDescending: Bool
    ) -> [Int] {
        let order = keys.indices.sorted { left, right in
            keys[left] == keys[right] ? left < right : keys[left] < keys[right]
        }
        return (isDescending ? order.reversed() : order).map { places[$0] }
    }

    private static func lower(_ byte: UInt8) -> UInt8 {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
    }

    /// Whether `text` is in the bytes, where the case of ASCII letters makes no difference.
    private static func contains(_ bytes: ArraySlice<UInt8>, _ text: [UInt8]) -> Bool {
        bytes.withUnsafeBufferPointer { bytes in
            guard bytes.count >= text.count else { return false }
            for start in 0...(bytes.count - text.count) where lower(bytes[start]) == text[0] {
                var length = 1
                while length < text.count, lower(bytes[start + length]) == text[length] {
                    length += 1
                }
                if length == text.count { return true }
            }
            return false
        }
    }
}
