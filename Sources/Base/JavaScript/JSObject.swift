internal import MockPostlyText

/// The members of a JavaScript object, in JavaScript's order.
///
/// Names that are array indices come first, ascending, then the others in the order in which they
/// were first set (ECMA-262, OrdinaryOwnPropertyKeys). Names are compared by their bytes.
package struct JSObject: Sendable {
    /// Each name once; in JavaScript's order if `isSettled`.
    private var entries: [(name: String, value: JSValue)] = []
    /// The index of each name in `entries`; empty for a small object, which is searched directly.
    private var places: [ByteName: Int] = [:]
    private var isSettled = true

    /// An object without members.
    package init() {}

    /// An object without members, which has room for `count`.
    init(reserving count: Int) {
        entries.reserveCapacity(count)
    }

    /// An object in which `members` are set one after the other; undefined values are kept.
    init(_ members: [(String, JSValue)]) {
        entries.reserveCapacity(members.count)
        for (name, value) in members { set(name, value) }
        settle()
    }

    /// The members in JavaScript's order, each name once.
    ///
    /// Costs O(n log n) once after members with array indices were set out of order.
    package var members: [(name: String, value: JSValue)] {
        if isSettled { return entries }
        var settled = self
        settled.settle()
        return settled.entries
    }

    /// How many members there are.
    package var count: Int { entries.count }

    /// The member `name`, undefined if missing; setting it to undefined removes it.
    ///
    /// Costs O(1) on average, and a search of at most 12 members in small objects.
    package subscript(_ name: String) -> JSValue {
        get { place(of: name).map { entries[$0].value } ?? .undefined }
        set {
            if case .undefined = newValue { remove(name) } else { set(name, newValue) }
        }
    }

    /// Whether there is a member `name`, even with the value undefined.
    package func has(_ name: String) -> Bool { place(of: name) != nil }

    /// Sets a member, also to undefined.
    mutating func set(_ name: String, _ value: JSValue) {
        if let place = place(of: name) {
            entries[place].value = value
        } else {
            add(name, value)
        }
    }

    /// Adds a member that is not there yet.
    mutating func add(_ name: String, _ value: JSValue) {
        if isSettled, let last = entries.last?.name, let index = arrayIndex(name) {
            isSettled = arrayIndex(last).map { $0 < index } ?? false
        }
        entries.append((name, value))
        if entries.count > Self.searched {
            if places.isEmpty { layPlaces() } else { places[ByteName(name)] = entries.count - 1 }
        }
    }

    /// Sorts the members once, so that ``members`` does not have to.
    mutating func settle() {
        guard !isSettled else { return }
        let indexed = entries.enumerated().compactMap { place, entry in
            arrayIndex(entry.name).map { (index: $0, place: place) }
        }
        let ascending = indexed.sorted { $0.index < $1.index }
        entries =
            ascending.map { entries[$0.place] } + entries.filter { arrayIndex($0.name) == nil }
        if !places.isEmpty { layPlaces() }
        isSettled = true
    }

    private mutating func remove(_ name: String) {
        guard let place = place(of: name) else { return }
        entries.remove(at: place)
        if !places.isEmpty { layPlaces() }
    }

    private func place(of name: String) -> Int? {
        if !places.isEmpty { return places[ByteName(name)] }
        let length = name.utf8.count
        for place in entries.indices
        // Mostly the lengths differ already, and a comparison of bytes costs as much as ten.
        where entries[place].name.utf8.count == length && entries[place].name.hasBytes(of: name) {
            return place
        }
        return nil
    }

    private mutating func layPlaces() {
        places.removeAll(keepingCapacity: true)
        for (place, entry) in entries.enumerated() { places[ByteName(entry.name)] = place }
    }

    /// The largest object that is searched without ``places``.
    private static var searched: Int { 12 }
}

extension JSObject: Equatable {
    /// Whether both have the same members in the same order.
    package static func == (left: JSObject, right: JSObject) -> Bool {
        guard left.count == right.count else { return false }
        return zip(left.members, right.members).allSatisfy { left, right in
            left.name.utf8.elementsEqual(right.name.utf8) && left.value == right.value
        }
    }
}

/// A member's name, compared by its bytes: different encodings of a letter are different names.
struct ByteName: Hashable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: ByteName, right: ByteName) -> Bool {
        left.text.hasBytes(of: right.text)
    }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

extension String {
    /// Whether both texts are the same bytes; `==` treats different encodings of a letter as equal.
    func hasBytes(of other: String) -> Bool {
        let isSame = utf8.withContiguousStorageIfAvailable { bytes in
            other.utf8.withContiguousStorageIfAvailable { others in
                guard bytes.count == others.count else { return false }
                for index in 0..<bytes.count where bytes[index] != others[index] { return false }
                return true
            }
        }
        // Texts of Foundation on Darwin may not be contiguous.
        return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
    }
}

/// The array index that `name` denotes: canonical digits, 0 to 2³² - 2; else nil.
func arrayIndex(_ name: String) -> Int? {
    let digits = name.utf8
    guard 1...10 ~= digits.count, let first = digits.first,
        first != UInt8(ascii: "0") || digits.count == 1
    else { return nil }
    var index = 0
    for digit in digits {
        guard digit.isDigit else { return nil }
        index = index * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return index < 0xFFFF_FFFF ? index : nil
}
