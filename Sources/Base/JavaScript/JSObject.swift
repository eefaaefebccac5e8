/// The members of a JavaScript object, in JavaScript's order.
///
/// First the names that are array indices, ascending, then the others in the order of their first
/// setting (ECMA-262, OrdinaryOwnPropertyKeys). Names are told apart by their bytes.
package struct JSObject: Sendable {
    /// Each name once; in JavaScript's order when `isSettled`.
    private var entries: [(name: String, value: JSValue)] = []
    /// Where a name stands in `entries`, once there are enough to look it up.
    private var places: [ByteName: Int] = [:]
    private var isSettled = true

    package init() {}

    /// An object that `members` are set in one after the other; undefined ones are kept.
    init(_ members: [(String, JSValue)]) {
        entries.reserveCapacity(members.count)
        for (name, value) in members { set(name, value) }
        settle()
    }

    package var members: [(name: String, value: JSValue)] {
        if isSettled { return entries }
        var settled = self
        settled.settle()
        return settled.entries
    }

    /// How many members there are.
    package var count: Int { entries.count }

    /// The member `name`, undefined when absent; setting undefined removes it.
    package subscript(_ name: String) -> JSValue {
        get { place(of: name).map { entries[$0].value } ?? .undefined }
        set {
            if case .undefined = newValue { remove(name) } else { set(name, newValue) }
        }
    }

    package func has(_ name: String) -> Bool { place(of: name) != nil }

    /// Sets a member, undefined too.
    mutating func set(_ name: String, _ value: JSValue) {
        if let place = place(of: name) {
            entries[place].value = value
            return
        }
        if isSettled, let last = entries.last?.name, let index = arrayIndex(name) {
            isSettled = arrayIndex(last).map { $0 < index } ?? false
        }
        entries.append((name, value))
        if entries.count > Self.searched {
            if places.isEmpty { layPlaces() } else { places[ByteName(name)] = entries.count - 1 }
        }
    }

    /// Puts the members in order for good, so that ``members`` need not.
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
        return entries.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
    }

    private mutating func layPlaces() {
        places.removeAll(keepingCapacity: true)
        for (place, entry) in entries.enumerated() { places[ByteName(entry.name)] = place }
    }

    /// Up to so many members are looked through one by one.
    private static var searched: Int { 12 }
}

extension JSObject: Equatable {
    package static func == (left: JSObject, right: JSObject) -> Bool {
        guard left.count == right.count else { return false }
        return zip(left.members, right.members).allSatisfy { left, right in
            left.name.utf8.elementsEqual(right.name.utf8) && left.value == right.value
        }
    }
}

/// A member's name, which is its bytes: two spellings of one letter are two names.
struct ByteName: Hashable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: ByteName, right: ByteName) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

/// The number that `name` writes as an array index: canonical digits, 0 to 2³² - 2.
func arrayIndex(_ name: String) -> Int? {
    let digits = name.utf8
    guard 1...10 ~= digits.count, let first = digits.first,
        first != UInt8(ascii: "0") || digits.count == 1
    else { return nil }
    var index = 0
    for digit in digits {
        guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit else { return nil }
        index = index * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return index < 0xFFFF_FFFF ? index : nil
}
