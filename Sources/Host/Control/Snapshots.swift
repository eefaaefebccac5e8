internal import MockPostlyHTTP
internal import MockPostlyJSON

/// `snapshots`: named contents of worlds.
enum Snapshots {
    static func list(_ request: Request, _ call: Control.Call) throws -> Response {
        try ControlQuery(request)
        let snapshots = try call.server.snapshots()
        return .object { json in
            json.list("snapshots", snapshots) { snapshot, json in snapshot.write(&json) }
        }
    }

    static func show(_ request: Request, _ call: Control.Call) throws -> Response {
        try ControlQuery(request)
        let snapshot = try call.server.snapshot(try name(in: request))
        return .json { json in snapshot.write(&json) }
    }

    static func save(_ request: Request, _ call: Control.Call) throws -> Reply {
        let query = try ControlQuery(request, parameters: ["world"])
        let body = try ControlBody(request, members: ["name", "world", "overwrite"])
        guard let name = try body.name("name") else {
            throw body.missing("name", "Give the snapshot a name, such as 'before-checkout'.")
        }
        let overwrites = try body.bool("overwrite") ?? false
        let world = try call.world(query, body)
        let saved = try call.server.save(snapshot: name, of: world, overwriting: overwrites)
        return Reply(
            try saved.map { snapshot in
                var response = Response.json(status: 201) { json in snapshot.write(&json) }
                let location = "\(Control.prefix)/snapshots/\(snapshot.name)"
                response.fields.append(.init("Location", location))
                return response
            }
        )
    }

    static func delete(_ request: Request, _ call: Control.Call) throws -> Response {
        try ControlQuery(request)
        try call.server.delete(snapshot: try name(in: request))
        return Response(status: 204)
    }

    static func restore(_ request: Request, _ call: Control.Call) throws -> Reply {
        let query = try ControlQuery(request, parameters: ["world"])
        let body = try ControlBody(request, members: ["world", "disconnect"])
        let name = try name(in: request)
        let disconnects = try body.bool("disconnect") ?? false
        let world = try call.world(query, body)
        let restored = try call.server.restore(
            snapshot: name,
            in: world,
            disconnects: disconnects
        )
        return Reply(try restored.map { $0.response() })
    }

    static func diff(_ request: Request, _ call: Control.Call) throws -> Reply {
        let query = try ControlQuery(request, parameters: ["world", "snapshot"])
        let old = ContentName.snapshot(try name(in: request))
        let new: ContentName
        if let other = try query.name("snapshot") {
            guard try query.name("world") == nil else {
                throw Problem(
                    400,
                    "Conflicting values",
                    detail: "The parameters 'world' and 'snapshot' exclude each other.",
                    hint: "Compare with one of them."
                )
            }
            new = .snapshot(other)
        } else {
            new = .world(try call.world(query))
        }
        return Reply(try call.server.compare(old, new).map { response(old, new, $0) })
    }

    static func name(in request: Request) throws -> String {
        try checkedName(request.parameter("name"), "the path")
    }
}

// MARK: Differences

extension Snapshots {
    /// The most keys that a list in the response has; `truncated` says whether there are more.
    private static let mostKeys = 100

    private static func response(
        _ old: ContentName,
        _ new: ContentName,
        _ tables: [TableDifference]
    ) -> Response {
        let tables = tables.filter { !$0.isEmpty }
        return .object { json in
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
                json.list("added", table.added.prefix(mostKeys))
                json.list("changed", table.changed.prefix(mostKeys))
                json.list("removed", table.removed.prefix(mostKeys))
                json.endObject()
                json.endObject()
            }
            json.field("truncated", tables.contains { $0.longestList > mostKeys })
        }
    }
}

extension ContentName {
    fileprivate var words: String {
        switch self {
        case .world(let name): "world:\(name)"
        case .snapshot(let name): "snapshot:\(name)"
        }
    }
}

extension TableDifference {
    fileprivate var isEmpty: Bool { longestList == 0 }
    fileprivate var longestList: Int { max(added.count, changed.count, removed.count) }
}
