internal import MockPostlyContent
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyNouns

/// The texts of records in lower case, for searches, and the users by name, for log-ins.
///
/// Made at the first use, and again after something was written.
final class SearchTexts: CacheOwner {
    private let documents: DocumentStore
    private var version: ContentVersion?
    private var texts: [DocumentKind: LowerCaseTexts] = [:]
    /// The users by user name, in lower case.
    private var users: (people: [String: Person], place: CacheBudget.Place)?
    private let budget: CacheBudget
    /// The budget's key for ``users``; the key for texts is the number of their kind.
    private static let usersKey = UInt64.max

    init(_ documents: DocumentStore, _ budget: CacheBudget) {
        self.documents = documents
        self.budget = budget
    }

    deinit { forgetAll() }

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

    /// The positions of the records of a kind that contain `text`, which is in lower case and not
    /// empty.
    func search(_ kind: DocumentKind, _ text: String) -> [Int] {
        let texts = texts(of: kind)
        let known = texts.bufferedBytes
        let found = texts.records(with: Array(text.utf8))
        let more = texts.bufferedBytes - known
        if more > 0, self.texts[kind] === texts { budget.grow(texts.place, by: more) }
        return found
    }

    /// The first user with the user name `name`, in any case; nil when there is none.
    func user(named name: String) -> Person? {
        people()[name.lowercased()]
    }

    /// Keeps what a log-in has prepared, until the users change.
    func keep(_ start: TokenStart, for user: Person) {
        // Without room for the users, each log-in has its own.
        guard let users else { return }
        let more = start.bufferedBytes - (user.tokenStart?.bufferedBytes ?? 0)
        user.tokenStart = start
        if more > 0 { budget.grow(users.place, by: more) }
    }

    private func people() -> [String: Person] {
        follow()
        if let users {
            budget.touch(users.place)
            return users.people
        }
        var people: [String: Person] = [:]
        for user in documents.all(.users) {
            let known = user["username"]?.string?.lowercased() ?? ""
            if people[known] == nil { people[known] = Person(user) }
        }
        let size = people.keys.reduce(0) { $0 + 128 + Person.size + $1.utf8.count }
        if let place = budget.insert(size, Self.usersKey, of: self) { users = (people, place) }
        return people
    }

    private func texts(of kind: DocumentKind) -> LowerCaseTexts {
        follow()
        if let made = texts[kind] {
            budget.touch(made.place)
            return made
        }
        let members = Self.members(kind)
        let made = LowerCaseTexts(
            documents.all(kind).lazy.map { document in
                members.compactMap { document[$0]?.string }
            }
        )
        if let place = budget.insert(made.bufferedBytes, UInt64(kind.rawValue), of: self) {
            made.place = place
            texts[kind] = made
        }
        return made
    }

    private func follow() {
        let present = documents.version
        guard version != present else { return }
        version = present
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
