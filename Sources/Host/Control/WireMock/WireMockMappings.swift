internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyMatching
internal import MockPostlyRegex
internal import MockPostlyStubs
internal import MockPostlyWorlds

/// `/__admin/mappings`: stubs as WireMock writes them.
enum WireMockMappings {
    static let routes: [Route<Control.Call>] = [
        .get("/__admin/mappings", "list the mappings", list),
        .post("/__admin/mappings", "add a mapping", add),
        .delete("/__admin/mappings", "delete all mappings", reset),
        .post("/__admin/mappings/reset", "the mappings of the beginning, no journal", restart),
        .post("/__admin/mappings/reset-to-default", "the same as mappings/reset", restart),
        .post("/__admin/mappings/save", "keep all mappings at such a reset", save),
        .post("/__admin/mappings/remove", "delete a mapping that is sent", remove),
        .post("/__admin/mappings/import", "add several mappings", importAll),
        .post("/__admin/mappings/find-by-metadata", "mappings by metadata", findByMetadata),
        .post("/__admin/mappings/remove-by-metadata", "delete by metadata", removeByMetadata),
        .get("/__admin/mappings/{id}", "one mapping", show),
        .put("/__admin/mappings/{id}", "replace a mapping", replace),
        .delete("/__admin/mappings/{id}", "delete a mapping", delete),
    ]

    private static func list(_ request: Request, _ call: Control.Call) throws -> Response {
        let query = Query(request.rawQuery)
        var entries = try call.stubs.entries[...]
        let total = entries.count
        if let offset = try WireMock.number("offset", query) { entries = entries.dropFirst(offset) }
        if let limit = try WireMock.number("limit", query) { entries = entries.prefix(limit) }
        return response(entries, total: total)
    }

    private static func response(
        _ entries: some Sequence<StubTable.Entry>,
        total: Int
    ) -> Response {
        .object { json in
            json.list("mappings", entries) { entry, json in entry.writeMapping(&json) }
            json.key("meta")
            json.beginObject()
            json.field("total", total)
            json.endObject()
        }
    }

    private static func show(_ request: Request, _ call: Control.Call) throws -> Response {
        let entry = try entry(in: call.stubs, of: request)
        return .json { json in entry.writeMapping(&json) }
    }

    private static func add(_ request: Request, _ call: Control.Call) throws -> Response {
        let entry = try call.stubs.add(call.stub(MappingNode(request.body)))
        return .json(status: 201) { json in entry.writeMapping(&json) }
    }

    private static func replace(_ request: Request, _ call: Control.Call) throws -> Response {
        var stub = try call.stub(MappingNode(request.body))
        let stubs = try call.stubs
        let old = try entry(in: stubs, of: request)
        // The path says which one it is, as in WireMock.
        stub.id = old.stub.id
        let entry = try stubs.replace(old.number, by: stub)
        return .json { json in entry.writeMapping(&json) }
    }

    private static func delete(_ request: Request, _ call: Control.Call) throws -> Response {
        let stubs = try call.stubs
        stubs.remove(try entry(in: stubs, of: request).number)
        return WireMock.done
    }

    /// Deletes the mapping with the id that the body has, else those with the same `request`.
    private static func remove(_ request: Request, _ call: Control.Call) throws -> Response {
        let body = try MappingNode(request.body)
        let id = try (body["id"] ?? body["uuid"])?.text().lowercased()
        let wanted = body["request"]?.value
        let stubs = try call.stubs
        for entry in stubs.entries {
            let isMeant =
                if let id {
                    entry.uuid.isIdentical(to: id)
                } else if let wanted, entry.stub.definition.format == .wireMock,
                    let sent = try? JSON(parsing: entry.stub.definition.text).root["request"]
                {
                    sent.isSame(as: wanted)
                } else {
                    false
                }
            if isMeant { stubs.remove(entry.number) }
        }
        return WireMock.done
    }

    /// Back to what the server began with: WireMock empties its journal as well (`WireMockApp`,
    /// `resetToDefaultMappings`), and so does its `reset`.
    static func restart(_ request: Request, _ call: Control.Call) throws -> Response {
        let files = call.stubFiles
        try call.stubs.restart(with: try files.stubs())
        try call.clearJournal()
        return WireMock.done
    }

    /// Makes all mappings persistent.
    private static func save(_ request: Request, _ call: Control.Call) throws -> Response {
        try call.stubs.keepAll()
        return WireMock.done
    }

    private static func reset(_ request: Request, _ call: Control.Call) throws -> Response {
        try call.stubs.removeAll()
        return WireMock.done
    }

    /// The stub that the path calls by its UUID.
    private static func entry(
        in stubs: StubTable,
        of request: Request
    ) throws(StubRefusal) -> StubTable.Entry {
        let id = request.parameter("id").lowercased()
        guard let entry = stubs.entries.first(where: { $0.uuid.isIdentical(to: id) }) else {
            throw .unknown(id, known: stubs.entries.map(\.uuid))
        }
        return entry
    }

    // MARK: Import

    private static func importAll(_ request: Request, _ call: Control.Call) throws -> Response {
        let body = try MappingNode(request.body)
        try body.allow(["mappings", "importOptions", "meta"])
        let options = body["importOptions"]
        try options?.allow(["duplicatePolicy", "deleteAllNotInImport"])
        var overwrites = true
        if let policy = options?["duplicatePolicy"] {
            let name = try policy.text()
            guard ["OVERWRITE", "IGNORE"].contains(name) else {
                throw policy.fault("can be 'OVERWRITE' or 'IGNORE'")
            }
            overwrites = name == "OVERWRITE"
        }
        let isWhole = try options?["deleteAllNotInImport"]?.bool() ?? false
        let imported = try (body["mappings"]?.elements ?? []).map { try call.stub($0) }
        let stubs = try call.stubs
        try stubs.checkRoom(for: imported)
        if isWhole {
            let ids = Set(imported.compactMap(\.id))
            for entry in stubs.entries where !ids.contains(entry.uuid) {
                stubs.remove(entry.number)
            }
        }
        for stub in imported {
            let old = stub.id.flatMap { id in stubs.entries.first { $0.uuid.isIdentical(to: id) } }
            if let old {
                if overwrites { _ = try stubs.replace(old.number, by: stub) }
            } else {
                try stubs.add(stub)
            }
        }
        return WireMock.done
    }

    // MARK: Metadata

    private static func findByMetadata(
        _ request: Request,
        _ call: Control.Call
    ) throws -> Response {
        let found = try entries(in: call.stubs, byMetadataIn: request)
        return response(found, total: found.count)
    }

    private static func removeByMetadata(
        _ request: Request,
        _ call: Control.Call
    ) throws -> Response {
        let stubs = try call.stubs
        for entry in try entries(in: stubs, byMetadataIn: request) { stubs.remove(entry.number) }
        return WireMock.done
    }

    private static func entries(
        in stubs: StubTable,
        byMetadataIn request: Request
    ) throws -> [StubTable.Entry] {
        let pattern = try MappingNode(request.body).bodyPattern()
        let budget = MatchBudget(.rules)
        let found = stubs.entries.filter { entry in
            guard let metadata = entry.metadata else { return false }
            return pattern?.accepts(metadata, budget) ?? true
        }
        if let expression = budget.exceeded { throw TooManySteps(expression: expression) }
        return found
    }
}

extension StubTable.Entry {
    /// The JSON under `metadata` of a mapping; nil without.
    var metadata: [UInt8]? {
        guard stub.definition.format == .wireMock,
            let sent = try? JSON(parsing: stub.definition.text),
            let metadata = sent.root["metadata"], !metadata.isNull
        else { return nil }
        return Array(metadata.rawText)
    }
}

extension Control.Call {
    /// The stubs of the world that the request was sent to.
    var stubs: StubTable {
        get throws { try worlds.existing(try existing(world: addressedWorld)).stubs }
    }

    /// The files that mappings can name.
    var stubFiles: StubFiles { StubFiles(configuration.stubDirectory) }

    /// The stub of a mapping.
    fileprivate func stub(_ mapping: MappingNode) throws(MappingFault) -> Stub {
        try Stub(mapping: mapping, stubFiles)
    }
}
