internal import MockPostlyHTTP
internal import MockPostlyJSON

/// An error response of the API: a status and `{"message": …}`.
struct Failure: Error, Equatable {
    var status: Int
    var message: String
    /// Whether the response also deletes the session's cookies.
    var endsSession = false
    /// In the legacy era: the name of the error in the token library; ``expiredAt`` is the time
    /// when the token expired.
    var name: String?
    var expiredAt: String?

    init(_ status: Int, _ message: String) {
        self.status = status
        self.message = message
    }

    static func notFound(_ title: StaticString, _ id: String) -> Failure {
        Failure(404, "\(title) with id '\(id)' not found")
    }

    static func isRequired(_ title: StaticString) -> Failure {
        Failure(400, "\(title) id is required")
    }

    /// Express' error for a parameter of the path with escapes that are not UTF-8.
    static func undecodable(_ parameter: ArraySlice<UInt8>) -> Failure {
        Failure(400, "Failed to decode param '\(String(decoding: parameter, as: UTF8.self))'")
    }

    /// JavaScript's error for reading a property of `undefined` or `null`.
    static func cannotRead(_ property: String, of nothing: String) -> Failure {
        Failure(500, "Cannot read properties of \(nothing) (reading '\(property)')")
    }

    var response: Response {
        .json(status) { json in
            json.beginObject()
            if let name { json.field("name", name) }
            json.field("message", message)
            if let expiredAt { json.field("expiredAt", expiredAt) }
            json.endObject()
        }
    }
}

extension Response {
    static let jsonType = Response.Field("Content-Type", "application/json; charset=utf-8")

    /// A response whose body `write` writes: compact JSON in UTF-8.
    static func json(
        _ status: Int = 200,
        reserving: Int = 1024,
        _ write: (inout JSONWriter) throws -> Void
    ) rethrows -> Response {
        var body = try JSONWriter.array(escaping: .utf8, expecting: reserving, write)
        // Caches and the journal would keep much free room.
        if body.capacity - body.count > body.count / 4 {
            body = body.withUnsafeBufferPointer { Array($0) }
        }
        // Room for the ETag and two more, which saves their moving.
        var fields: [Field] = []
        fields.reserveCapacity(4)
        fields.append(jsonType)
        return Response(status: status, fields: fields, body: body)
    }
}
