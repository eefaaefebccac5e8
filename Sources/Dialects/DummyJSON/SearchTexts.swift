internal import MockPostlyContent
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyNouns

/// The texts of records in lower case, for searches, and the users by name, for log-ins.
///
/// Made at the first use, and again after something was written.
final class SearchTexts {
    private final class People {
        var byName: [String: Person] = [:]
    }

    private let documents: DocumentStore
    private var version: ContentVersion?
    /// By the number of their kind.
    private let texts: KeptValues<LowerCaseTexts>
    /// The users by user name, in lower case: one value, with the number 0.
    private let users: KeptValues<People>

    init(_ documents: DocumentStore, _ budget: CacheBudget) {
        self.documents = documents
        (texts, users) = (KeptValues(budget), KeptValues(budget))
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

    /// The positions of the records of a kind that contain `text`, which is in lower case and not
    /// empty.
    func search(_ kind: DocumentKind, _ text: String) -> [Int] {
        let texts = texts(of: kind)
        let known = texts.bufferedBytes
        let found = texts.records(with: Array(text.utf8))
        self.texts.grow(Int64(kind.rawValue), by: texts.bufferedBytes - known)
        return found
    }

    /// The first user with the user name `name`, in any case; nil when there is none.
    func user(named name: String) -> Person? {
        people().byName[name.lowercased()]
    }

    /// Keeps what a log-in has prepared, until the users change.
    func keep(_ start: TokenStart, for user: Person) {
        // Without room for the users, each log-in has its own.
        guard !users.isEmpty else { return }
        let known = user.tokenStart?.bufferedBytes ?? 0
        user.tokenStart = start
        users.grow(0, by: start.bufferedBytes - known)
    }

    private func people() -> People {
        follow()
        if let people = users.find(0) { return people }
        let people = People()
        for user in documents.all(.users) {
            let known = user["username"]?.string?.lowercased() ?? ""
            if people.byName[known] == nil { people.byName[known] = Person(user) }
        }
        let size = people.byName.keys.reduce(0) { $0 + 128 + Person.size + $1.utf8.count }
        users.keep(people, as: 0, size: size)
        return people
    }

    private func texts(of kind: DocumentKind) -> LowerCaseTexts {
        follow()
        let number = Int64(kind.rawValue)
        if let made = texts.find(number) { return made }
        let members = Self.members(kind)
        let made = LowerCaseTexts(
            documents.all(kind).lazy.map { document in
                members.compactMap { document[$0]?.string }
            }
        )
        texts.keep(made, as: number, size: made.bufferedBytes)
        return made
    }

    private func follow() {
        let present = documents.version
        guard version != present else { return }
        version = present
        forgetAll()
    }

    func forgetAll() {
        texts.removeAll()
        users.removeAll()
    }
}
