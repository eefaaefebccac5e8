internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyNouns
internal import MockPostlySchemas

/// What goes when a row goes.
extension Described {
    /// Removes a row and all that is below it: rows, documents, and the files sent to their paths.
    func remove(_ home: ResourceHome, _ row: CollectionRow) throws {
        let key = row.id.text
        let paths = itemPaths(home, row)
        try store.remove(home.name, [row])
        try forget(home, key)
        var stone = JSObject()
        stone["$key"] = .string("\(home.name)/\(key)")
        stone["row"] = JSValue(row.value)
        try store.add(Tombstone.collection, .object(stone), id: stone["$key"])
        try forgetFiles(at: paths)
        let itemKey = home.path.key + "/{}"
        for other in source.recognition.homes
        where other.path.key.hasPrefix(itemKey + "/") || other.path.key == itemKey {
            let lists = Self.listsBelow(key, of: row)
            let below = try store.rows(other.name)?.rows.filter { row in
                let list = row.value[CollectionRows.Naming.list]?.string ?? ""
                return list == lists || list.hasPrefix(lists + "/")
                    // A document is called by its path.
                    || Self.isAt(paths, row.id.text)
            }
            guard let below, !below.isEmpty else { continue }
            try store.remove(other.name, below)
            try forgetFiles(at: below.flatMap { itemPaths(other, $0) })
        }
    }

    /// Forgets the files that clients have sent to these paths, and below them.
    func forgetFiles(at paths: [String]) throws {
        guard store.hasUploads, !paths.isEmpty else { return }
        let gone = try store.rows(CollectionUpload.collection)?.rows.filter { file in
            Self.isAt(paths, file.id.text)
        }
        try store.remove(CollectionUpload.collection, gone ?? [])
    }

    private static func isAt(_ paths: [String], _ path: String) -> Bool {
        paths.contains { path.hasPrefix($0) && (path == $0 || path.hasPrefix($0 + "/")) }
    }

    /// The paths at which a row is, by its id and by its other names.
    private func itemPaths(_ home: ResourceHome, _ row: CollectionRow) -> [String] {
        let own = Self.listsBelow(row.id.text, of: row).split(separator: "/").map(String.init)
        guard own.count == home.parents + 1 else { return [] }
        let names = Words.secondIDs.compactMap { home.row?.fieldName($0) }
        let ids = own.suffix(1) + names.compactMap { row.value[$0]?.string }.map { encoded($0) }
        let keys = itemKeys(home)
        var paths: Set<String> = []
        for id in ids {
            let values = Array(own.dropLast()) + [id]
            for key in keys {
                if let path = Self.path(key, values) { paths.insert(path) }
            }
        }
        return paths.sorted()
    }

    /// The keys of the paths at which one row is, which may be others than that of its collection.
    private func itemKeys(_ home: ResourceHome) -> Set<String> {
        let recognition = source.recognition
        let place = recognition.homes.firstIndex { $0.name == home.name }
        let roles: [Role] = [.read, .replace, .patch, .update, .delete]
        let others = recognition.plans.lazy.filter { plan in
            plan.home == place && roles.contains(plan.role) && plan.key.hasSuffix("{}")
        }
        return Set(others.map(\.key)).union([home.path.key + "/{}"])
    }

    /// A path of which parameters have these values; nil where it has more of them, or fewer.
    private static func path(_ key: String, _ values: [String]) -> String? {
        let parts = key.split(separator: "{", omittingEmptySubsequences: false)
            .map { $0.hasPrefix("}") ? $0.dropFirst() : $0 }
        guard parts.count == values.count + 1 else { return nil }
        return zip(parts, values).map { $0 + $1 }.joined() + (parts.last ?? "")
    }

    /// How the names of the lists below a row begin: that of its own list, and its id.
    private static func listsBelow(_ key: String, of row: CollectionRow) -> String {
        let list = row.value[CollectionRows.Naming.list]?.string ?? ""
        guard !list.isEmpty, key.hasPrefix(list + "/") else { return encoded(key) }
        return list + "/" + encoded(String(key.dropFirst(list.count + 1)))
    }
}
