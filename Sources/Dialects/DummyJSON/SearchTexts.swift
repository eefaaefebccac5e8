internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyNouns

/// The texts of records in lower case, for searches, and the users by name, for log-ins.
///
/// Made at the first use, and again after a record has changed.
final class SearchTexts: CacheOwner {
    /// The texts of all records of one kind in one buffer, separated by a byte that no text
    /// contains.
    private struct Texts {
        var place: CacheBudget.Place = 0
        var bytes: [UInt8] = []
        /// The position in `bytes` where the text of each record ends.
        var ends: [Int] = []
    }

    private static let separator: UInt8 = 0xFF

    private let documents: DocumentStore
    private var version: UInt64 = 0
    private var texts: [DocumentKind: Texts] = [:]
    /// The users by user name, in lower case.
    private var users: (people: [String: Document], place: CacheBudget.Place)?
    private let budget: CacheBudget
    private var owner: Int32 = 0
    /// The budget's key for ``users``; the key for texts is the number of their kind.
    private static let usersKey = UInt64.max

    init(_ documents: DocumentStore, _ budget: CacheBudget) {
        self.documents = documents
        self.budget = budget
        owner = budget.join(self)
    }

    deinit {
        forgetAll()
        budget.leave(owner)
    }

    /// The members of a record that are searched.
    private static func members(_ kind: DocumentKind) -> [String] {
        switch kind {
        case .posts: ["body"]
        case .users: ["firstName", "lastName", "email", "username"]
        case .products: ["title", "description"]
        case .recipes: ["name"]
        case .comments, .todos, .quotes, .carts: []
        }
    }

    /// The records of a kind that contain `text`, which is in lower case; all of them for an empty
    /// text.
    func search(_ kind: DocumentKind, _ text: String) -> [Document] {
        let all = documents.all(kind)
        guard !text.isEmpty else { return all }
        let texts = texts(of: kind)
        let needle = Array(text.utf8)
        var found: [Document] = []
        texts.bytes.withUnsafeBufferPointer { bytes in
            var record = 0
            var start = 0
            while let place = firstPlace(of: needle, in: bytes, from: start) {
                while texts.ends[record] <= place { record += 1 }
                found.append(all[record])
                start = texts.ends[record]
            }
        }
        return found
    }

    /// The first user with the user name `name`, in any case; nil when there is none.
    func user(named name: String) -> Document? {
        people()[name.lowercased()]
    }

    private func people() -> [String: Document] {
        follow()
        if let users {
            budget.touch(users.place)
            return users.people
        }
        var people: [String: Document] = [:]
        for user in documents.all(.users) {
            let known = user["username"]?.string?.lowercased() ?? ""
            if people[known] == nil { people[known] = user }
        }
        let size = people.keys.reduce(0) { $0 + 128 + $1.utf8.count }
        if let place = budget.insert(size, Self.usersKey, of: owner) { users = (people, place) }
        return people
    }

    private func texts(of kind: DocumentKind) -> Texts {
        follow()
        if let made = texts[kind] {
            budget.touch(made.place)
            return made
        }
        var made = Texts()
        let members = Self.members(kind)
        for document in documents.all(kind) {
            for member in members {
                guard let text = document[member]?.string else { continue }
                made.bytes += text.lowercased().utf8
                made.bytes.append(Self.separator)
            }
            made.bytes.append(Self.separator)
            made.ends.append(made.bytes.count)
        }
        let size = made.bytes.heldBytes + made.ends.capacity * 8
        if let place = budget.insert(size, UInt64(kind.rawValue), of: owner) {
            made.place = place
            texts[kind] = made
        }
        return made
    }

    private func follow() {
        guard version != documents.version else { return }
        version = documents.version
        forgetAll()
    }

    func forgetAll() {
        for made in texts.values { budget.remove(made.place) }
        if let users { budget.remove(users.place) }
        (texts, users) = ([:], nil)
    }

    func evict(_ key: UInt64) {
        if key == Self.usersKey {
            users = nil
        } else if let kind = DocumentKind(rawValue: Int(truncatingIfNeeded: key)) {
            texts[kind] = nil
        }
    }
}

/// The first position of `needle` in `bytes`, from `start` on; nil when it is not there.
///
/// `needle` is not empty. 32 positions at a time are compared with its first and its last byte.
func firstPlace(
    of needle: [UInt8],
    in bytes: UnsafeBufferPointer<UInt8>,
    from start: Int
) -> Int? {
    guard let base = bytes.baseAddress, let first = needle.first, let last = needle.last else {
        return nil
    }
    let length = needle.count
    let end = bytes.count - length
    let isThere = { (place: Int) in
        needle.withUnsafeBufferPointer { needle in
            (0..<length).allSatisfy { base[place + $0] == needle[$0] }
        }
    }
    let firsts = SIMD16<UInt8>(repeating: first)
    let lasts = SIMD16<UInt8>(repeating: last)
    var place = start
    while place + 31 <= end {
        let low = hits(base + place, firsts: firsts, distance: length - 1, lasts: lasts)
        let high = hits(base + place + 16, firsts: firsts, distance: length - 1, lasts: lasts)
        let any = low | high
        if any.x | any.y != 0, let found = (place..<place + 32).first(where: isThere) {
            return found
        }
        place += 32
    }
    return place <= end ? (place...end).first(where: isThere) : nil
}

/// Not zero when one of 16 positions has the byte of `firsts`, and `distance` bytes later that of
/// `lasts`.
@inline(__always)
private func hits(
    _ start: UnsafePointer<UInt8>,
    firsts: SIMD16<UInt8>,
    distance: Int,
    lasts: SIMD16<UInt8>
) -> SIMD2<UInt64> {
    let heads = UnsafeRawPointer(start).loadUnaligned(as: SIMD16<UInt8>.self)
    let tails = UnsafeRawPointer(start + distance).loadUnaligned(as: SIMD16<UInt8>.self)
    return unsafeBitCast((heads .== firsts) .& (tails .== lasts), to: SIMD2<UInt64>.self)
}
