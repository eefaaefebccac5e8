/// What has appeared in the answers of one run, and where first.
///
/// Two runs are then compared by references: an id that came with a login is the same thing in
/// both, whatever its value.
struct Memory: Sendable {
    private var places: [String: Set<String>] = [:]
    /// Numbers of things: `post 7`.
    private var numbers: [String: Set<String>] = [:]
    /// The last numbers at places that steps have in common, by which counters are compared.
    private var counters: [String: Int64] = [:]
    /// Texts that are looked for within others, with their places.
    private var names = KnownTexts()

    /// Where `text` has appeared.
    func places(of text: String) -> Set<String> { places[text] ?? [] }

    /// Where the number of a thing has appeared.
    func places(of number: String, noun: String) -> Set<String> {
        numbers["\(noun) \(number)"] ?? []
    }

    /// The last number at `place`; nil when there was none.
    func counter(at place: String) -> Int64? { counters[place] }

    /// `text` with what has appeared before in it replaced by its place.
    func withPlaces(in text: String) -> String { names.replaced(in: text) { "‹\($0)›" } }

    /// Notes what a template uses under `place`.
    mutating func note(variable text: String, at place: String) {
        places[text, default: []].insert(place)
        if text.utf8.count >= 2 { names.note(text, as: place) }
    }

    /// Notes the scalars of an answer.
    ///
    /// - Parameters:
    ///   - node: the body.
    ///   - step: the name of the step.
    ///   - resource: method and path, in which steps that read the same have their counters.
    mutating func note(_ node: Node, step: String, resource: String) {
        node.forEachScalar(at: "body") { path, value in
            switch value {
            case .text(let text):
                guard text.utf8.count >= 4 else { return }
                places[text, default: []].insert("\(step) \(path)")
                if let form = TextForm(text), case .date = form { return }
                if TextForm(text) != nil { note(variable: text, at: "\(step) \(path)") }
            case .number(let text):
                if let noun = noun(at: path, resource) {
                    numbers["\(noun) \(text)", default: []].insert("\(step) \(path)")
                }
                if let number = Int64(text) { counters["\(resource) \(path)"] = number }
            case .null, .bool, .list, .object: break
            }
        }
    }
}

/// What the number at `path` of an answer of `resource` is the number of; nil for other numbers.
///
/// `body.postId` and `body.post_id` are of a post, `body.author.id` of an author, and `body.id` of
/// `/posts/7` of a post.
func noun(at path: String, _ resource: String) -> String? {
    let steps = path.split(separator: ".").map { $0.prefix { $0 != "[" } }
    guard let last = steps.last else { return nil }
    let name = String(last)
    if ["id", "_id"].contains(name.lowercased()) {
        let parent = steps.count > 2 ? steps[steps.count - 2] : nil
        let words = resource.prefix { $0 != "?" }.split(separator: "/").dropFirst()
        let word = parent ?? words.last { $0.hasSuffix("s") } ?? ""
        return word.isEmpty ? nil : singular(word)
    }
    for ending in ["_id", "_ids", "Id", "Ids", "ID"]
    where name.hasSuffix(ending) && name.count > ending.count {
        // The last word of `liked_by_user_ids` and of `parentPostId`.
        let rest = name.dropLast(ending.count)
        let words = rest.split(separator: "_")
        guard let last = words.last else { return nil }
        return singular(last.lastIndex(where: \.isUppercase).map { last[$0...] } ?? last)
    }
    return nil
}

private let people: Set<String> = [
    "author", "creator", "member", "owner", "person", "profile", "user",
]

/// A noun in the singular; people have one.
private func singular(_ word: Substring) -> String {
    let word = word.lowercased()
    let noun = word.hasSuffix("s") ? String(word.dropLast()) : word
    return people.contains(noun) ? "person" : noun
}

/// A path with `[]` for each place in a list: `body[].id` for `body[3].id`.
func withoutPlaces(_ path: String) -> String {
    var result = ""
    var isInside = false
    for character in path {
        if character == "]" { isInside = false }
        if !isInside { result.append(character) }
        if character == "[" { isInside = true }
    }
    return result
}
