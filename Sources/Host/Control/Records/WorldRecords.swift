internal import MockPostlyContent
internal import MockPostlyCrypto
internal import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyText
internal import MockPostlyWorlds

/// `data`: the records of a world, by collections.
enum WorldRecords {
    /// The most characters of a searched text.
    private static let mostSearched = 200
    private static let mostItems = 200
    private static let usualItems = 50

    static func list(_ request: Request, _ call: Control.Call) throws -> Response {
        let query = try ControlQuery(request, parameters: ["world"])
        let world = try call.world(query)
        let collections = try call.worlds.collections(of: world)
        let counts = try collections.map { try $0.records.source.count() }
        return .object { json in
            json.field("world", world)
            json.list("collections", zip(collections, counts)) { collection, json in
                collection.0.write(count: collection.1, &json)
            }
        }
    }

    static func page(_ request: Request, _ call: Control.Call) throws -> Response {
        let query = try ControlQuery(
            request,
            parameters: ["world", "search", "sort", "limit", "after", "before"]
        )
        let records = try collection(request, call, query).records
        let order = query.text("sort") ?? records.order
        var wanted = RecordQuery(
            sort: try field(order, of: records),
            isDescending: order.utf8.first == UInt8(ascii: "-"),
            limit: try query.int("limit", in: 1...mostItems) ?? usualItems
        )
        wanted.search = query.text("search") ?? ""
        guard wanted.search.unicodeScalars.count <= mostSearched else {
            throw Problem(
                400,
                "Bad value",
                detail: "The parameter 'search' has more than \(mostSearched) characters.",
                hint: "Search for less.",
                member: "search"
            )
        }
        if let before = query.text("before") {
            guard query.text("after") == nil else {
                throw Problem(
                    400,
                    "Conflicting values",
                    detail: "The parameters 'after' and 'before' exclude each other.",
                    hint: "Send one of them.",
                    member: "before"
                )
            }
            wanted.isBackward = true
            if !before.isIdentical(to: "end") { wanted.mark = try mark(before) }
        } else if let after = query.text("after") {
            wanted.mark = try mark(after)
        }
        let page = try records.source.page(wanted)
        return .object { json in
            json.field("collection", records.name)
            json.key("items")
            json.beginArray()
            for item in page.items { json.raw(item) }
            json.endArray()
            json.field("total", page.total)
            json.field("totalIsCut", page.isTotalCut)
            json.field("next", page.next.map { Base64URL.encode($0) })
            json.field("previous", page.previous.map { Base64URL.encode($0) })
        }
    }

    static func show(_ request: Request, _ call: Control.Call) throws -> Response {
        let query = try ControlQuery(request, parameters: ["world"])
        let records = try collection(request, call, query).records
        return try answer(records, request.parameter("id"))
    }

    static func add(_ request: Request, _ call: Control.Call) throws -> Reply {
        let query = try ControlQuery(request, parameters: ["world"])
        let world = try call.world(query)
        let records = try collection(request, call, query).records
        guard let add = records.add else { throw cannot("added", records) }
        let values = try records.values(in: request, isNew: true)
        let added = try call.worlds.change(recordsOf: world) { try add(values) }
        return try added.map { id in
            var response = try answer(records, id, status: 201)
            let location =
                "\(Control.prefix)/data/\(records.name)/\(segment(id))?world=\(world)"
            response.fields.append(.init("Location", location))
            return response
        }
    }

    static func edit(_ request: Request, _ call: Control.Call) throws -> Reply {
        let query = try ControlQuery(request, parameters: ["world"])
        let world = try call.world(query)
        let records = try collection(request, call, query).records
        guard let edit = records.edit else { throw cannot("changed", records) }
        let id = try existing(request, records)
        let values = try records.values(in: request, isNew: false)
        let edited = try call.worlds.change(recordsOf: world) { try edit(id, values) }
        return try edited.map { try answer(records, $0) }
    }

    static func delete(_ request: Request, _ call: Control.Call) throws -> Response {
        let query = try ControlQuery(request, parameters: ["world"])
        let world = try call.world(query)
        let records = try collection(request, call, query).records
        guard let delete = records.delete else { throw cannot("deleted", records) }
        let id = try existing(request, records)
        _ = try call.worlds.change(recordsOf: world) {
            try delete(id)
            return .now(id)
        }
        return Response(status: 204)
    }

    // MARK: Parts

    /// The id in the path, which a record has.
    private static func existing(
        _ request: Request,
        _ records: RecordCollection
    ) throws -> String {
        let id = request.parameter("id")
        guard try records.source.item(id) != nil else { throw records.noRecord }
        return id
    }

    private static func collection(
        _ request: Request,
        _ call: Control.Call,
        _ query: ControlQuery
    ) throws -> WorldCollection {
        let name = request.parameter("collection")
        let all = try call.worlds.collections(of: try call.world(query))
        guard let found = all.first(where: { $0.records.name.isIdentical(to: name) }) else {
            throw Problem(
                404,
                "Unknown collection",
                detail: "There is no collection '\(shortened(name))'.",
                hint: "The collections are: "
                    + all.map { "'\($0.records.name)'" }.joined(separator: ", ") + "."
            )
        }
        return found
    }

    /// The member that `order` names, with or without a `-` in front.
    private static func field(_ order: String, of records: RecordCollection) throws -> RecordField {
        let name = order.utf8.first == UInt8(ascii: "-") ? String(order.dropFirst()) : order
        let sortable = records.fields.filter { $0.traits.contains(.sortable) }
        if let field = sortable.first(where: { $0.name.isIdentical(to: name) }) { return field }
        throw Problem(
            400,
            "Bad value",
            detail: "The parameter 'sort' is '\(shortened(order))'.",
            hint: "It can be, with a '-' in front for the reverse: "
                + enumerated(sortable.map(\.name)) + ".",
            member: "sort"
        )
    }

    /// The place in a list that an earlier answer has given.
    private static func mark(_ text: String) throws -> JSONValue {
        guard let bytes = Base64URL.decodeStrictly(text.utf8),
            let mark = try? JSON(parsing: bytes).root, mark.kind == .array
        else { throw RecordQuery.badMark }
        return mark
    }

    private static func answer(
        _ records: RecordCollection,
        _ id: String,
        status: Int = 200
    ) throws -> Response {
        guard let item = try records.source.item(id) else { throw records.noRecord }
        return .json(status: status) { $0.raw(item) }
    }

    /// `id` as a segment of a path, which must not be `.` or `..` (RFC 3986).
    private static func segment(_ id: String) -> String {
        percentEncoded(id.utf8) { isUnreserved($0) && !".~".utf8.contains($0) }
    }

    private static func cannot(_ verb: String, _ records: RecordCollection) -> Problem {
        Problem(
            409,
            "Not possible",
            detail: "Records of '\(records.name)' cannot be \(verb) here.",
            hint: "Use the API of the system itself."
        )
    }
}

extension Problem {
    init(_ refusal: RecordRefusal) {
        let title =
            switch refusal.status {
            case 404: "Unknown record"
            case 409: "Conflict"
            default: "Bad value"
            }
        self.init(
            refusal.status,
            title,
            detail: refusal.words,
            hint: refusal.hint,
            member: refusal.member
        )
    }
}
