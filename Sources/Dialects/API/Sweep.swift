internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyNouns

/// Removes the rows that name a row which is not there.
///
/// Every delete does it, in one pass over all collections: a member that ends in the suffix of keys
/// names a row of the collection of that plural. What is named by a row that goes stays until the
/// next delete.
struct Sweep {
    private let api: API
    private let suffix: [UInt8]
    private let isOriginal: Bool

    init(_ api: API) {
        self.api = api
        suffix = Array(api.settings.keySuffix.utf8)
        isOriginal = api.isOriginal
    }

    func removeOrphans() throws {
        // All of them are found first: what goes in this pass still counts in it.
        var orphans: [(name: String, rows: [CollectionRow])] = []
        var parents: [String: CollectionRows?] = [:]
        for (name, member) in api.store.file.members {
            guard case .collection = member else { continue }
            var gone: [CollectionRow] = []
            for row in try api.store.rows(name)?.rows ?? [] where try isOrphan(row, &parents) {
                gone.append(row)
            }
            if !gone.isEmpty { orphans.append((name, gone)) }
        }
        for (name, rows) in orphans { try api.store.remove(name, rows) }
    }

    private func isOrphan(
        _ row: CollectionRow,
        _ parents: inout [String: CollectionRows?]
    ) throws -> Bool {
        var keys: [(name: String, id: JSValue)] = []
        row.value.forEachMember { name, value in
            if name.utf8.suffix(suffix.count).elementsEqual(suffix) {
                keys.append((name, JSValue(value)))
            }
        }
        for (name, id) in keys {
            let parent: CollectionRows?
            if let known = parents[name] {
                parent = known
            } else {
                let word = String(decoding: name.utf8.dropLast(suffix.count), as: UTF8.self)
                parent = try api.store.rows(English.plural(word))
                parents[name] = .some(parent)
            }
            guard let parent else { continue }
            guard let text = IDText(id) else {
                // The original fails here after it has removed the row; there are rows to compare.
                guard !isOriginal || parent.rows.isEmpty else {
                    throw Failure(500, "\(name) is null")
                }
                continue
            }
            if !parent.has(text) { return true }
        }
        return false
    }
}
