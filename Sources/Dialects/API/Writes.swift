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
        // An array, which the original takes as a row, does not show its id.
        let (row, id) = try insert(call, name, body, given)
        var response = Response.json(call.hiding(row, of: name), 201)
        response.fields.append(.init("Access-Control-Expose-Headers", "Location"))
        let location =
            call.api.isOriginal
            ? encodedURL("\(call.fullURL)/\(id.text)") : "\(call.url(of: name))/\(encoded(id.text))"
        response.fields.append(.init("Location", location))
        return response
    }

    /// Adds a row, and returns it with its id.
    ///
    /// Where writes are echoed, the id is always the next one, as with JSONPlaceholder.
    static func insert(
        _ call: Call,
        _ name: String,
        _ body: JSValue,
        _ given: JSValue
    ) throws -> (row: JSValue, id: JSValue) {
        let rows = try call.rows(name)
        let takesGiven = given.isTrue && call.store.keepsWrites
        return try insert(call.api, name, rows, body, id: takesGiven ? given : .undefined)
    }

    /// Adds a row for a person, who may give it an id, and returns the id.
    static func add(_ row: JSValue, to name: String, _ api: API) throws -> String {
        guard let rows = try api.store.rows(name) else { throw Failure.notFound }
        var id = row[api.settings.id]
        if api.settings.language == .v1 {
            id = .string(id.isTrue ? id.text : CollectionRows.newID(&api.world.random))
        }
        return try insert(api, name, rows, row, id: id).id.text
    }

    private static func insert(
        _ api: API,
        _ name: String,
        _ rows: CollectionRows,
        _ body: JSValue,
        id given: JSValue
    ) throws -> (row: JSValue, id: JSValue) {
        let id = given.isTrue ? given : try newID(api, rows)
        let length = id.text.utf8.count
        guard length <= CollectionRows.longestID else {
            throw Failure(
                400,
                "the \(api.settings.id) has \(length) bytes; no path has more than"
                    + " \(CollectionRows.longestID)"
            )
        }
        if let text = IDText(id), rows.has(text) {
            throw api.isOriginal
                ? Failure(500, "Insert failed, duplicate id")
                : Failure(409, "another row of \(name) has the \(api.settings.id) \(text.text)")
        }
        var row = body
        if case .object(var object) = body {
            object[api.settings.id] = id
            row = .object(object)
        }
        try api.check(row, of: name)
        try api.store.add(name, row, id: id)
        return (row, id)
    }

    /// 1 in an empty collection; one more than the greatest id, or a text where that is a text.
    private static func newID(_ api: API, _ rows: CollectionRows) throws -> JSValue {
        guard !rows.rows.isEmpty else { return .number(1) }
        var greatest = JSValue.undefined
        for row in rows.rows where !row.id.isNullish {
            if greatest == .undefined || isGreater(row.id, greatest) { greatest = row.id }
        }
        switch greatest {
        case .number(let number) where number.isFinite: return greatest.next
        case .long: return greatest.next
        case .undefined:
            guard api.isOriginal else { return .number(1) }
            throw Failure(500, "no row of the collection has an id")
        default:
            var text: String
            repeat {
                text = CollectionRows.newID(of: 7, &api.world.random)
            } while rows.has(IDText(text))
            return .string(text)
        }
    }

    static func replace(_ call: Call) throws -> Response {
        let (name, row) = try row(call)
        var body = try members(call)
        body[call.settings.id] = row.id
        try call.api.check(.object(body), of: name)
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
        try call.api.check(.object(object), of: name)
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
                try Sweep(call.api).removeOrphans()
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
        try call.api.check(value, of: name)
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
