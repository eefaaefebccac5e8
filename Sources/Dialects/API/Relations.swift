internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyNouns

/// What `_embed` and `_expand` add to the rows of an answer.
struct Relations {
    /// The rows of a collection, by the id that they name.
    private struct Children {
        var name: String
        var groups: [Group: [JSONValue]]
    }

    /// An id as an exact value: the text `1` is not the number 1.
    private struct Group: Hashable {
        let isText: Bool
        let text: IDText

        init(_ id: JSValue) {
            isText = id.string != nil
            text = IDText(id.text)
        }
    }

    private var embedded: [Children] = []
    private let expanded: [String]
    private let call: Call
    private let name: String

    /// What is added to `count` rows of a collection; nothing is looked for when none is shown.
    init(_ call: Call, _ name: String, _ count: Int) throws {
        (self.call, self.name) = (call, name)
        expanded = Self.names(call.query["_expand"])
        guard count > 0 else { return }
        let key = English.singular(name) + call.settings.keySuffix
        for child in Self.names(call.query["_embed"]) {
            var groups: [Group: [JSONValue]] = [:]
            for row in try call.store.rows(child)?.rows ?? [] {
                guard let id = row.value[key] else { continue }
                groups[Group(JSValue(id)), default: []].append(row.value)
            }
            embedded.append(Children(name: child, groups: groups))
        }
    }

    /// One name, or several of a repeated parameter; empty ones are none.
    private static func names(_ value: JSValue) -> [String] {
        switch value {
        case .string(let name): name.isEmpty ? [] : [name]
        case .array(let names): names.compactMap(\.string)
        default: []
        }
    }

    /// Prints a row with what belongs to it; children come first.
    func write(_ row: CollectionRow, _ text: inout PrettyJSON) throws {
        guard !embedded.isEmpty || !expanded.isEmpty, row.value.kind == .object,
            case .object(var object) = JSValue(row.value)
        else {
            call.write(row.value, of: name, &text)
            return
        }
        for children in embedded {
            let found = row.id == .undefined ? nil : children.groups[Group(row.id)]
            object[children.name] = .array(
                (found ?? []).map { call.hiding(JSValue($0), of: children.name) }
            )
        }
        for parent in expanded {
            let name = English.plural(parent)
            guard let rows = try call.store.rows(name), !rows.rows.isEmpty else { continue }
            guard let id = IDText(object[parent + call.settings.keySuffix]) else {
                guard !call.api.isOriginal else {
                    throw Failure(500, "a row has no \(parent + call.settings.keySuffix)")
                }
                continue
            }
            guard let found = rows.row(id) else {
                object[parent] = .undefined
                continue
            }
            object[parent] = call.hiding(JSValue(found.value), of: name)
        }
        text.write(call.hiding(.object(object), of: self.name))
    }
}
