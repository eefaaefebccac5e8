internal import MockPostlyHTTP
internal import MockPostlyJSON

/// A refusal of the API: `{"errors":{"title":["can't be blank"]}}`.
struct Failure: Error, Equatable {
    struct Fault: Equatable {
        var name: String
        var words: String
    }

    var status: Int
    /// In the order in which they are sent; a name stands once.
    var faults: [Fault]

    init(_ status: Int, _ faults: [Fault]) {
        (self.status, self.faults) = (status, faults)
    }

    init(_ status: Int, _ name: String, _ words: String) {
        self.init(status, [Fault(name: name, words: words)])
    }

    static let missingToken = Failure(401, "token", "is missing")
    static let invalidToken = Failure(401, "token", "is invalid")
    static let expiredToken = Failure(401, "token", "has expired")
    static let noProfile = Failure(404, "profile", "not found")
    static let noArticle = Failure(404, "article", "not found")
    static let noComment = Failure(404, "comment", "not found")
    static let notJSON = Failure(422, "body", "is not valid JSON")
    static let noPath = Failure(404, "path", "not found")

    /// What faults, proxies and the server itself have.
    static func server(_ status: Int) -> Failure {
        Failure(status, "server", usualWords(for: status))
    }

    var response: Response {
        .json(status) { json in
            json.beginObject()
            json.key("errors")
            json.beginObject()
            for fault in faults {
                json.key(fault.name)
                json.beginArray()
                json.string(fault.words)
                json.endArray()
            }
            json.endObject()
            json.endObject()
        }
    }
}

extension Response {
    /// The fields of nearly all answers, formatted once.
    private static let jsonFields = FieldBlock([
        Field("Content-Type", "application/json; charset=utf-8"),
        Field("Access-Control-Allow-Origin", "*"),
    ])
    static let openFields = FieldBlock([Field("Access-Control-Allow-Origin", "*")])
    static let noContent = Response(status: 204, sharedFields: openFields, body: [])

    /// An answer with the JSON that `write` writes; pages of all origins may read it.
    static func json(
        _ status: Int = 200,
        reserving: Int = 1_024,
        _ write: (inout JSONWriter) throws -> Void
    ) rethrows -> Response {
        var json = JSONWriter(escaping: .utf8, reserving: reserving)
        try write(&json)
        return Response(status: status, sharedFields: jsonFields, body: json.finish())
    }
}
