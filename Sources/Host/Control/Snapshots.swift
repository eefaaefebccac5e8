internal import MockPostlyContent
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyWorlds

/// `snapshots`: named contents of worlds.
enum Snapshots {
    static func list(_ request: Request, _ call: Control.Call) throws -> Reply {
        let query = try ControlQuery(request, parameters: ["world", "all"])
        guard call.worlds.isLoaded else { throw HostError.notReady }
        let isOfAll = try query.flag("all")
        if isOfAll, try query.name("world") != nil {
            throw conflict("all", "world", hint: "Send one of them.")
        }
        let names = isOfAll ? call.worlds.worldNames : [try call.world(query)]
        return try call.worlds.snapshots(of: names).map { snapshots in
            .object { json in
                json.list("snapshots", snapshots) { snapshot, json in snapshot.write(&json) }
            }
        }
    }

    static func show(_ request: Request, _ call: Control.Call) throws -> Reply {
        let query = try ControlQuery(request, parameters: ["world"])
        let name = try name(in: request)
        let snapshot = try call.worlds.snapshot(SnapshotName(name, of: try call.world(query)))
        return try snapshot.map { snapshot in .json { json in snapshot.write(&json) } }
    }

    static func save(_ request: Request, _ call: Control.Call) throws -> Reply {
        let query = try ControlQuery(request, parameters: ["world"])
        let body = try ControlBody(request, members: ["name", "world", "of", "overwrite"])
        guard let name = try body.name("name") else {
            throw body.missing("name", "Give the snapshot a name, such as 'before-checkout'.")
        }
        let overwrites = try body.bool("overwrite") ?? false
        let world = try call.world(query, body)
        let owner = try body.name("of").map { try call.existing(world: $0) } ?? world
        let saved = try call.worlds.save(
            snapshot: SnapshotName(name, of: owner),
            of: world,
            overwriting: overwrites
        )
        return try saved.map { snapshot in
            var response = Response.json(status: 201) { json in snapshot.write(&json) }
            // With its world: a request without one may be for another world than this was.
            let location =
                "\(Control.prefix)/snapshots/\(snapshot.name)?world=\(snapshot.world)"
            response.fields.append(.init("Location", location))
            return response
        }
    }

    static func delete(_ request: Request, _ call: Control.Call) throws -> Response {
        let query = try ControlQuery(request, parameters: ["world"])
        let name = try name(in: request)
        try call.worlds.delete(snapshot: SnapshotName(name, of: try call.world(query)))
        return Response(status: 204)
    }

    static func restore(_ request: Request, _ call: Control.Call) throws -> Reply {
        let query = try ControlQuery(request, parameters: ["world"])
        let body = try ControlBody(request, members: ["world", "of", "disconnect"])
        let name = try name(in: request)
        let disconnects = try body.bool("disconnect") ?? false
        let world = try call.world(query, body)
        let owner = try body.name("of").map { try call.existing(world: $0) } ?? world
        let restored = try call.worlds.restore(
            snapshot: SnapshotName(name, of: owner),
            in: world,
            disconnects: disconnects
        )
        return try restored.map { $0.response() }
    }

    static func diff(_ request: Request, _ call: Control.Call) throws -> Reply {
        let query = try ControlQuery(request, parameters: ["world", "of", "snapshot", "limit"])
        let limit = try query.int("limit", in: 1...mostKeys) ?? usualKeys
        let name = try name(in: request)
        let hasWorld = try query.name("world") != nil
        let world = try call.world(query)
        let owner = try query.name("of").map { try call.existing(world: $0) } ?? world
        let old = ContentName.snapshot(SnapshotName(name, of: owner))
        let new: ContentName
        if let other = try query.snapshot("snapshot", of: owner) {
            guard !hasWorld else {
                throw conflict(
                    "world",
                    "snapshot",
                    hint: "Send one of them; 'of' names the world of the snapshots."
                )
            }
            _ = try call.existing(world: other.world)
            new = .snapshot(other)
        } else {
            new = .world(world)
        }
        return try call.worlds.compare(old, new).map { tables in
            response(from: old, to: new, tables, limit: limit)
        }
    }

    /// `changes`: what is not as the world began.
    static func changes(_ request: Request, _ call: Control.Call) throws -> Reply {
        let query = try ControlQuery(request, parameters: ["world", "limit"])
        let limit = try query.int("limit", in: 1...mostKeys) ?? usualKeys
        let world = try call.world(query)
        let (old, new) = (ContentName.start(world), ContentName.world(world))
        return try call.worlds.compare(old, new).map { tables in
            response(from: old, to: new, tables, limit: limit)
        }
    }

    private static func conflict(_ one: String, _ other: String, hint: String) -> Problem {
        Problem(
            400,
            "Conflicting values",
            detail: "The parameters '\(one)' and '\(other)' exclude each other.",
            hint: hint
        )
    }

    static func name(in request: Request) throws -> String {
        try checkedName(request.parameter("name"), "the path")
    }
}

// MARK: Differences

extension Snapshots {
    /// The most keys that a list in the response has, unless the request wants more; `truncated`
    /// says whether there are more.
    private static let usualKeys = 100
    private static let mostKeys = 1_000_000

    static func response(
        from old: ContentName,
        to new: ContentName,
        _ tables: [TableChanges],
        limit: Int
    ) -> Response {
        .object { json in
            json.field("from", old.words)
            json.field("to", new.words)
            json.list("tables", tables) { table, json in
                json.beginObject()
                json.field("table", table.table)
                json.field("added", table.added.count)
                json.field("changed", table.changed.count)
                json.field("removed", table.removed.count)
                json.key("keys")
                json.beginObject()
                json.list("added", table.added.prefix(limit))
                json.list("changed", table.changed.prefix(limit))
                json.list("removed", table.removed.prefix(limit))
                json.endObject()
                json.endObject()
            }
            json.field("truncated", tables.contains { $0.longestList > limit })
        }
    }
}

extension ContentName {
    fileprivate var words: String {
        switch self {
        case .world(let name): "world:\(name)"
        case .start(let name): "start:\(name)"
        case .snapshot(let name): "snapshot:\(name.text)"
        }
    }
}

extension TableChanges {
    fileprivate var longestList: Int { max(added.count, changed.count, removed.count) }
}
