internal import MockPostlyHTTP
internal import MockPostlyJSON

/// A refusal of the API: `{"status": …, "code": …}`.
enum Failure: Error, Equatable {
    case badRequest
    case unauthorized
    case notFound
    case tooManyRequests
    case failed
    case busy

    private var words: (status: Int, code: String) {
        switch self {
        case .badRequest: (400, "Bad Request")
        case .unauthorized: (401, "Unauthorized")
        case .notFound: (404, "Not Found")
        case .tooManyRequests: (429, "Too Many Requests")
        case .failed: (500, "Internal Server Error")
        case .busy: (503, "Service Unavailable")
        }
    }

    var response: Response { Self.response(words.status, words.code) }

    static func response(_ status: Int, _ code: String) -> Response {
        .json(status) { json in
            json.beginObject()
            json.field("status", status)
            json.field("code", code)
            json.endObject()
        }
    }
}

extension Response {
    /// A response whose JSON `write` writes, compact and in UTF-8.
    static func json(
        _ status: Int = 200,
        _ write: (inout JSONWriter) -> Void
    ) -> Response {
        var json = JSONWriter(escaping: .utf8, reserving: 1024)
        write(&json)
        let type = Field("Content-Type", "application/json; charset=utf-8")
        return Response(status: status, fields: [type], body: json.finish())
    }
}
