internal import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJavaScript

/// `/http/<status>`: a response with any status.
enum StatusCodes {
    /// A response with the status of the path, and the message of the path if there is one.
    ///
    /// A status that is not in the list is a 500. From 400 on, the body is a problem document (RFC
    /// 9457); in the legacy era there were none, and the status was a text.
    static func show(_ request: Request, _ call: Call) throws -> Response {
        let text = call.parameter("status")
        if call.api.isLegacy { return try showAsBefore(text, call) }
        guard !JSValue.string(text).number.isNaN else {
            throw Failure(500, "Status code '\(text)' is invalid")
        }
        guard let status = Int(text), let title = titles[status], "\(status)" == text else {
            throw Failure(500, "Status code '\(text)' is not supported")
        }
        let message = message(call) ?? title
        guard status < 400 else { return problem(status, message) }
        var response = plain(status, message) { $0.field("status", status) }
        if status == 204 { response.fields = [] }
        return response
    }

    /// The message of the path; nil when it has none.
    private static func message(_ call: Call) -> String? {
        let sent = call.parameter("message")
        return sent.isEmpty ? nil : sent
    }

    /// The response of the legacy era, which did not know the status of the teapot.
    private static func showAsBefore(_ text: String, _ call: Call) throws -> Response {
        guard let status = Int(text), status != 418, let title = titles[status],
            "\(status)" == text
        else { throw Failure(500, "Status code \"\(text)\" is not supported") }
        return plain(status, message(call) ?? title) { $0.field("status", text) }
    }

    private static func plain(
        _ status: Int,
        _ message: String,
        writeStatus: (inout JSONWriter) -> Void
    ) -> Response {
        var response = Response.json(status) { json in
            json.beginObject()
            writeStatus(&json)
            json.field("message", message)
            json.endObject()
        }
        guard [204, 205, 304].contains(status) else { return response }
        // These responses have no body, but the ETag of the body that they would have.
        if status != 205 { response.fields = [] }
        response.fields.append(.init("ETag", entityTag(of: response.body)))
        response.body = []
        return response
    }

    private static func problem(_ status: Int, _ message: String) -> Response {
        var response = Response.json(status) { json in
            json.beginObject()
            json.field("status", status)
            json.field("title", message)
            json.field("type", "about:blank")
            json.field("detail", message)
            json.field("message", message)
            json.endObject()
        }
        response.fields = [.init("Content-Type", "application/problem+json; charset=utf-8")]
        return response
    }

    /// The known status codes, with the original's names.
    private static let titles: [Int: String] = [
        200: "OK", 201: "Created", 202: "Accepted", 203: "Non-Authoritative Information",
        204: "No Content", 205: "Reset Content", 206: "Partial Content", 207: "Multi-Status",
        208: "Already Reported", 226: "IM Used", 300: "Multiple Choices",
        301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified",
        305: "Use Proxy", 307: "Temporary Redirect", 308: "Permanent Redirect",
        400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden",
        404: "Not Found", 405: "Method Not Allowed", 406: "Not Acceptable",
        407: "Proxy Authentication Required", 408: "Request Timeout", 409: "Conflict",
        410: "Gone", 411: "Length Required", 412: "Precondition Failed",
        413: "Request Entity Too Large", 414: "Request-URI Too Long",
        415: "Unsupported Media Type", 416: "Requested Range Not Satisfiable",
        417: "Expectation Failed", 418: "I'm a teapot", 420: "Enhance Your Calm",
        422: "Unprocessable Entity", 423: "Locked", 424: "Failed Dependency",
        426: "Upgrade Required", 428: "Precondition Required", 429: "Too Many Requests",
        431: "Request Header Fields Too Large", 444: "No Response", 449: "Retry With",
        450: "Blocked by Windows Parental Controls", 451: "Unavailable For Legal Reasons",
        499: "Client Closed Request", 500: "Internal Server Error", 501: "Not Implemented",
        502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
        505: "HTTP Version Not Supported", 506: "Variant Also Negotiates",
        507: "Insufficient Storage", 508: "Loop Detected", 510: "Not Extended",
        511: "Network Authentication Required", 598: "Network Read Timeout Error",
        599: "Network Connect Timeout Error",
    ]
}
