internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyNouns
internal import MockPostlyWorld

/// What changes collections and objects.
enum Writes {
    /// The members of the body; an array is none, except where the original's answers are wanted:
    /// there it is an object with the indices as names.
    static func members(_ call: Call) throws(Failure) -> JSObject {
        switch call.body {
        case .object(let object): return object
        case .array(let elements) where call.api.isOriginal:
            var object = JSObject()
            for (place, element) in elements.enumerated() { object["\(place)"] = element }
            return object
        default: throw .noObject
        }
    }

    // MARK: Rows

    static func create(_ call: Call) throws -> Response {
        let name = try call.resource()
        if case .array(let elements) = call.body, call.api.isOriginal,
            try call.store.object(name) == nil
        {
            return try add(call, name, .array(elements), id: .undefined)
        }
        return try create(call, name, try members(call))
    }

    /// Adds a row, or replaces an object.
    static func create(_ call: Call, _ name: String, _ body: JSObject) throws -> Response {
        guard try call.store.object(name) == nil else {
            return try setObject(call, name, try objectBody(call, body), status: 201)
        }
        return try add(call, name, .object(body), id: body[call.settings.id])
    }

    private static func add(
        _ call: Call,
        _ name: String,
        _ body: JSValue,
        id given: JSValue
    ) throws -> Response {
        let row = try insert(call, name, body, given)
        // An array, which the original takes as a row, does not show its id.
        let id = try call.rows(name).rows.last?.id.text ?? ""
        var response = Response.json(call.hiding(row, of: name), 201)
        response.fields.append(.init("Access-Control-Expose-Headers", "Location"))
        let location =
            call.api.isOriginal
            ? encodedURL("\(call.fullURL)/\(id)") : "\(call.url(of: name))/\(encoded(id))"
        response.fields.append(.init("Location", location))
        return response
    }

    /// Adds a row, and returns it with its id.
    static func insert(
        _ call: Call,
        _ name: String,
        _ body: JSValue,
        _ given: JSValue
    ) throws -> JSValue {
        let rows = try call.rows(name)
        let id = given.isTrue ? given : try newID(call, rows)
        if let text = IDText(id), rows.has(text) {
            throw call.api.isOriginal
                ? Failure(500, "Insert failed, duplicate id")
                : Failure(409, "another row of \(name) has the \(call.settings.id) \(text.text)")
        }
        var row = body
        if case .object(var object) = body {
            object[call.settings.id] = id
            row = .object(object)
        }
        try call.store.add(name, row, id: id)
        return row
    }

    /// 1 in an empty collection; one more than the greatest id, or a text where that is a text.
    private static func newID(_ call: Call, _ rows: CollectionRows) throws -> JSValue {
        guard !rows.rows.isEmpty else { return .number(1) }
        var greatest = JSValue.undefined
        for row in rows.rows where !row.id.isNullish {
            if greatest == .undefined || isGreater(row.id, greatest) { greatest = row.id }
        }
        switch greatest {
        case .number(let number) where number.isFinite: return .number(number + 1)
        case .undefined:
            guard call.api.isOriginal else { return .number(1) }
            throw Failure(500, "no row of the collection has an id")
        default:
            var text: String
            repeat {
                text = CollectionRows.newID(of: 7, &call.api.world.random)
            } while rows.has(IDText(text))
            return .string(text)
        }
    }

    static func replace(_ call: Call) throws -> Response {
        let (name, row) = try row(call)
        var body = try members(call)
        body[call.settings.id] = row.id
        try call.store.replace(name, row, by: .object(body))
        return .json(call.hiding(.object(body), of: name))
    }

    static func change(_ call: Call) throws -> Response {
        let (name, row) = try row(call)
        guard case .object(var object) = JSValue(row.value) else {
            throw Failure(400, "the row is no object")
        }
        for (member, value) in try members(call).members where member != call.settings.id {
            object[member] = value
        }
        try call.store.replace(name, row, by: .object(object))
        return .json(call.hiding(.object(object), of: name))
    }

    /// The collection and the row that the path names.
    private static func row(_ call: Call) throws -> (name: String, row: CollectionRow) {
        let name = try call.resource()
        guard let row = try call.rows(name).row(IDText(call.segments[1])) else {
            throw Failure.notFound
        }
        return (name, row)
    }

    static func delete(_ call: Call) throws -> Response {
        let name = try call.resource()
        let row = try call.rows(name).row(IDText(call.segments[1]))
        // The original removes the row even when it then fails.
        var failure: Failure?
        try call.store.together {
            if let row { try call.store.remove(name, [row]) }
            do {
                try Sweep(call).removeOrphans()
            } catch let refusal as Failure {
                failure = refusal
            }
        }
        if let failure { throw failure }
        guard row != nil else { throw Failure.notFound }
        return .json(.object(JSObject()))
    }

    // MARK: Objects

    static func replaceObject(_ call: Call) throws -> Response {
        let name = try objectName(call)
        return try setObject(call, name, try objectBody(call, try members(call)), status: 200)
    }

    static func changeObject(_ call: Call) throws -> Response {
        let name = try objectName(call)
        guard let old = try call.store.object(name), case .object(var object) = JSValue(old) else {
            throw Failure(400, "\(name) is no object")
        }
        for (member, value) in try members(call).members { object[member] = value }
        return try setObject(call, name, .object(object), status: 200)
    }

    private static func objectName(_ call: Call) throws -> String {
        let name = try call.resource()
        guard try call.store.object(name) != nil else { throw Failure.notFound }
        return name
    }

    /// The body as an object of the file gets it; the original takes an array too.
    private static func objectBody(_ call: Call, _ members: JSObject) throws(Failure) -> JSValue {
        if case .array = call.body, call.api.isOriginal { return call.body }
        return .object(members)
    }

    private static func setObject(
        _ call: Call,
        _ name: String,
        _ value: JSValue,
        status: Int
    ) throws -> Response {
        try call.store.set(name, value)
        var response = Response.json(value, status)
        if status == 201 {
            response.fields.append(.init("Access-Control-Expose-Headers", "Location"))
            let location =
                call.api.isOriginal
                ? encodedURL(call.fullURL) : call.url(of: name)
            response.fields.append(.init("Location", location))
        }
        return response
    }
}
