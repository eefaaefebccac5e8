internal import MockPostlyHTTP
internal import MockPostlyJavaScript
internal import MockPostlyNouns

/// `/parent/id/name`: the rows of a collection that belong to a row of another.
enum Nested {
    static func list(_ call: Call) throws -> Response {
        guard !call.isV1 else { throw Failure.notFound }
        let name = try call.resource(call.segments[2])
        return try Lists.list(call, name, key: (try key(call), call.segments[1]))
    }

    static func create(_ call: Call) throws -> Response {
        guard !call.isV1 else { throw Failure.notFound }
        let name = try call.resource(call.segments[2])
        let key = try key(call)
        var body = try Writes.members(call)
        body[key] = try parentID(call)
        return try Writes.create(call, name, body)
    }

    /// The member by which the rows name their parent.
    ///
    /// The original makes it of the path's spelling, whether there is such a collection or not.
    private static func key(_ call: Call) throws(Failure) -> String {
        let parent =
            call.api.isOriginal ? call.segments[0] : try call.resource(call.segments[0])
        return English.singular(parent) + call.settings.keySuffix
    }

    /// The id of the parent as its row has it; the text of the path where there is no such row, as
    /// a number if it is one.
    private static func parentID(_ call: Call) throws -> JSValue {
        let text = call.segments[1]
        guard !call.api.isOriginal else { return .string(text) }
        let parent = try call.store.rows(call.resource(call.segments[0]))
        if let row = parent?.row(IDText(text)) { return row.id }
        let number = JSValue(spelling: text)
        return number.number.isFinite && number.text == text ? number : .string(text)
    }
}
