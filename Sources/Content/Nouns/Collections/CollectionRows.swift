package import MockPostlyJSON
package import MockPostlyJavaScript
package import MockPostlyWorld

/// A row of a collection: any JSON value, mostly an object with an id.
package struct CollectionRow: Sendable {
    package let value: JSONValue
    /// As in the value; undefined for a row without one.
    package let id: JSValue
    /// Where it stands: each row has a higher one than those before it.
    package let ordinal: Int
}

/// The rows of a collection in their order, found by their ids as text.
///
/// A value: worlds share it until one of them writes.
package struct CollectionRows: Sendable {
    /// The most bytes of an id that a client gives a new row: it must fit into a path and a header.
    package static let longestID = 1_000

    /// Which row it is: how the id is found in one.
    package struct Naming: Sendable, Equatable {
        /// The member that is the id.
        package var member: String
        /// Whether rows of several lists are in the collection: a row then has ``list``, and its id
        /// is unique in its list alone.
        package var hasLists = false

        package init(_ member: String, hasLists: Bool = false) {
            (self.member, self.hasLists) = (member, hasLists)
        }

        /// The member that names the list of a row; absent in rows of the only list.
        package static let list = "$at"
        /// The member with the id of a row that does not show it.
        package static let key = "$key"

        /// The id of a row, which begins with its list where it has one; undefined without an id.
        package func id(of value: JSONValue) -> JSValue {
            guard hasLists else { return value[member].map { JSValue($0) } ?? .undefined }
            guard let own = value[Self.key] ?? value[member] else { return .undefined }
            guard let list = value[Self.list]?.string else { return JSValue(own) }
            return .string(Self.id(JSValue(own).text, in: list))
        }

        /// The id of the row that is called `id` in a list.
        package static func id(_ id: String, in list: String) -> String {
            list.isEmpty ? id : "\(list)/\(id)"
        }
    }

    package private(set) var rows: [CollectionRow] = []
    private var ordinals: [IDText: Int] = [:]
    /// The ordinal of the next row that is added.
    private(set) var next = 1

    /// The rows of a file.
    ///
    /// Calls `repeated` with each row whose id an earlier one has.
    package init(
        _ elements: [JSONValue],
        id naming: Naming,
        repeated: (JSONValue) -> Void = { _ in }
    ) {
        rows.reserveCapacity(elements.count)
        ordinals.reserveCapacity(elements.count)
        for element in elements {
            let id = naming.id(of: element)
            if let text = IDText(id), ordinals.updateValue(next, forKey: text) != nil {
                repeated(element)
            }
            rows.append(CollectionRow(value: element, id: id, ordinal: next))
            next += 1
        }
    }

    /// The rows with other values at these places, which have the same ids.
    func changing(_ places: [Int], _ change: (JSONValue) -> JSONValue) -> CollectionRows {
        var changed = self
        for place in places {
            let row = rows[place]
            changed.rows[place] = CollectionRow(
                value: change(row.value),
                id: row.id,
                ordinal: row.ordinal
            )
        }
        return changed
    }

    /// A random id of `length` letters, digits, `-` and `_`: json-server gives 7 of them, and 11
    /// from 1.0 on.
    package static func newID(of length: Int = 11, _ random: inout RandomSource) -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        return String(decoding: random.bytes(length).map { letters[Int($0 & 63)] }, as: UTF8.self)
    }

    /// The row with this id; ids are compared as text.
    ///
    /// Costs O(log n).
    package func row(_ id: IDText) -> CollectionRow? {
        ordinals[id].flatMap { place(of: $0) }.map { rows[$0] }
    }

    package func has(_ id: IDText) -> Bool { ordinals[id] != nil }

    /// Where the row with this ordinal is among ``rows``; nil when there is none.
    func place(of ordinal: Int) -> Int? {
        var (low, high) = (0, rows.count)
        while low < high {
            let middle = (low + high) / 2
            if rows[middle].ordinal < ordinal { low = middle + 1 } else { high = middle }
        }
        return low < rows.count && rows[low].ordinal == ordinal ? low : nil
    }

    /// Replaces the row at the place of `ordinal`, or adds one with at least this ordinal.
    mutating func put(_ value: JSONValue, id: JSValue, ordinal: Int) {
        if let place = place(of: ordinal) {
            rows[place] = CollectionRow(value: value, id: id, ordinal: ordinal)
            return
        }
        let row = CollectionRow(value: value, id: id, ordinal: max(ordinal, next))
        rows.append(row)
        next = row.ordinal + 1
        if let text = IDText(id) { ordinals[text] = row.ordinal }
    }

    /// Removes the row with this ordinal; nothing happens without one.
    mutating func remove(ordinal: Int) {
        guard let place = place(of: ordinal) else { return }
        if let text = IDText(rows[place].id) { ordinals[text] = nil }
        rows.remove(at: place)
    }

    /// The ordinal of a row by its key in the database; nil when there is none.
    func ordinal(of key: RowKey) -> Int? {
        if let id = key.id { return ordinals[id] }
        return key.ordinal.flatMap { place(of: $0) == nil ? nil : $0 }
    }
}
