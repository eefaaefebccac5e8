internal import MockPostlyHTTP
internal import MockPostlyJavaScript

/// A refusal of the API: a status, and for most a sentence.
///
/// A route or row that is not there is answered with `{}`, as clients of json-server expect it; all
/// other refusals are `{"error": …}`.
struct Failure: Error, Equatable {
    var status: Int
    /// Nil for an empty object.
    var message: String?
    /// Whether the sentence is the whole body, as a JSON string, as json-server-auth has it.
    var isText = false

    init(_ status: Int, _ message: String?) {
        (self.status, self.message) = (status, message)
    }

    static func text(_ status: Int, _ message: String) -> Failure {
        var failure = Failure(status, message)
        failure.isText = true
        return failure
    }

    static let notFound = Failure(404, nil)
    static let noObject = Failure(400, "Body must be a JSON object")
    static let badEscape = Failure(400, "the path has an escape that is not UTF-8")

    var response: Response {
        if isText { return .json(.string(message ?? ""), status) }
        var body = JSObject()
        if let message { body["error"] = .string(message) }
        return .json(.object(body), status)
    }

    /// The same in a shape of the user's own; where there is no sentence, the usual words of the
    /// status are one.
    func response(in shape: ErrorShape) -> Response {
        let body = shape.body(status, message ?? usualWords(for: status))
        return Response(status: status, fields: [Response.jsonType], body: body)
    }

    /// The same in the words of json-server 1.0.
    var responseOfV1: Response {
        switch self {
        case .notFound: Failure(404, "Not Found").response
        case .badEscape:
            Response(status: 400, contentType: "text/plain; charset=utf-8", text: "Bad Request")
        default: response
        }
    }
}

extension Response {
    static let jsonType = Response.Field("Content-Type", "application/json; charset=utf-8")

    /// A value as the original prints it, with two spaces for each level.
    static func json(_ value: JSValue, _ status: Int = 200) -> Response {
        var text = PrettyJSON()
        text.write(value)
        return Response(status: status, fields: [jsonType], body: text.bytes)
    }
}
