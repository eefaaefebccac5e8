internal import MockPostlyHTTP
internal import MockPostlyOpenAPI
internal import MockPostlySchemas

/// The paths of rows of a description, by what is asked of them.
struct RowPaths {
    /// Those of rows that have rows below them.
    private(set) var haveBelow: Set<String> = []
    /// Those of rows below other rows, such as `/posts/{}/comments/{}`, by their last word.
    private(set) var ofParents: [String: [String]] = [:]

    init(_ keys: [String]) {
        for key in keys {
            guard let list = PathTemplate.keyAbove(key), let row = PathTemplate.keyAbove(list)
            else { continue }
            if row.hasSuffix("}") {
                ofParents[String(list.dropFirst(row.count + 1)), default: []].append(key)
            }
            var above = Optional(list)
            while let path = above, !path.isEmpty {
                if path.hasSuffix("/{}") { haveBelow.insert(path) }
                above = PathTemplate.keyAbove(path)
            }
        }
    }
}

/// Paths of rows that leave out what stands above them: `/comments/{id}` beside
/// `/posts/{post}/comments/{id}`.
extension Recogniser {
    /// The path of the same rows with all that stands above them, where rows are made in its list
    /// alone; nil for others, and where several fit.
    func shortcut(_ item: String, _ items: RowPaths) -> String? {
        guard let list = PathTemplate.keyAbove(item), !list.contains("{"),
            let word = list.split(separator: "/").last, place(.post, list) == nil,
            !items.haveBelow.contains(item)
        else { return nil }
        if places[list] == nil, let twin = twin(item, String(word)) { return twin }
        let whole = (items.ofParents[String(word)] ?? []).filter { other in
            guard let above = PathTemplate.keyAbove(other) else { return false }
            return place(.post, above) != nil && answersSameRows(item, other)
        }
        return whole.count == 1 ? whole[0] : nil
    }

    /// The path of the same rows where they are listed: `/snapshots/{id}` beside
    /// `/volumes/snapshots/{id}`, which nothing lists; nil where there is none, or several.
    private func twin(_ item: String, _ word: String) -> String? {
        let found = items.keys.filter { other in
            guard other != item, let list = PathTemplate.keyAbove(other), !list.contains("{")
            else { return false }
            return list.hasSuffix("/" + word) && place(.get, list) != nil
                && answersSameRows(item, other)
        }
        return found.count == 1 ? found[0] : nil
    }

    /// Whether what is read on two paths is the same component.
    private func answersSameRows(_ item: String, _ other: String) -> Bool {
        func row(_ key: String) -> Schema? {
            let methods: [Method] = [.get, .patch, .put]
            let word = PathTemplate.keyAbove(key)?.split(separator: "/").last.map(String.init)
            let singular = Words.plain(English.singular(word ?? ""))
            return methods.lazy.compactMap { self.plan($0, key)?.answer }.first
                .map { unwrapped($0, singular) }
        }
        guard let one = row(item), let two = row(other), one.component != nil, one.element == nil
        else { return false }
        return notes.isSame(one, two)
    }

    /// Gives the operations of such a path, and those below it, the collection of the whole one.
    mutating func addShortcut(_ item: String, _ whole: String) {
        guard let home = items[whole] else { return }
        items[item] = home
        homes[home].isFoundAlone = true
        let title = homes[home].row?.component ?? homes[home].singular
        let path = homes[home].path.text
        for place in places[item] ?? [] {
            switch plans[place].method {
            case .get:
                set(place, .read, home, "reads \(English.one(title)) of \(path) by its id alone")
            case .put: set(place, .replace, home, "changes \(English.one(title)) of \(path)")
            case .patch: set(place, .patch, home, "changes \(English.one(title)) of \(path)")
            case .post where !has([.put, .patch], item):
                set(place, .update, home, "changes \(English.one(title)) of \(path)")
            case .delete: set(place, .delete, home, "deletes \(English.one(title)) of \(path)")
            default: break
            }
        }
        for place in plans.indices
        where plans[place].key == item || plans[place].key.hasPrefix(item + "/") {
            plans[place].findsAlone = true
        }
    }
}
