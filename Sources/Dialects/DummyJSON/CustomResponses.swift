internal import MockPostlyCrypto
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyNouns
internal import MockPostlyText
internal import MockPostlyWorld

/// `/c`: responses that clients define themselves.
enum CustomResponses {
    private static let methods = ["GET", "POST", "PUT", "PATCH", "DELETE"]

    /// Stores the JSON of the request, and answers with the URL at which it is served.
    ///
    /// A method that is missing or unknown is a 500 with the error of the original's database. Over
    /// the limits of ``CustomResponseLimits`` it is a 507.
    static func generate(_ request: Request, _ call: Call) throws -> Response {
        let json = call.body["json"]
        guard json.isTrue else {
            return Response(
                status: 400,
                contentType: "text/html; charset=utf-8",
                text: "Missing JSON"
            )
        }
        let sent = call.body["method"]
        guard let method = sent.string, methods.contains(method) else {
            return refusal(of: sent)
        }
        var writer = JSONWriter(escaping: .utf8)
        json.write(&writer)
        let body = writer.finish()
        let identifier = identifier(method, body)
        let limits = call.api.settings.customResponses
        do {
            try call.api.customResponses.add(
                identifier,
                CustomResponse(method: method, body: body, createdAt: call.now),
                within: limits
            )
        } catch is TooManyCustomResponses {
            throw Failure(
                507,
                "No room for another custom response: at most \(limits.count) are kept,"
                    + " of \(limits.bytes) bytes together"
            )
        }
        return .json { json in
            json.beginObject()
            json.field("url", call.links.link(to: "/c/" + identifier))
            json.endObject()
        }
    }

    /// Sixteen hexadecimal digits of the SHA-256 of method and JSON: the same input gives the same
    /// identifier.
    private static func identifier(_ method: String, _ body: [UInt8]) -> String {
        let digest = sha256(Array(method.utf8) + [0] + body)
        return stride(from: 0, to: 8, by: 2).map { hexadecimal(digest[$0..<$0 + 2]) }
            .joined(separator: "-")
    }

    /// The message of the original's database for an unknown method.
    private static func refusal(of method: JSValue) -> Response {
        let isAbsent = !method.isTrue
        let words =
            isAbsent
            ? "Path `method` is required."
            : "`\(method.text)` is not a valid enum value for path `method`."
        let kind = isAbsent ? "required" : "enum"
        return .json(500) { json in
            json.beginObject()
            json.field("message", "CustomResponse validation failed: method: \(words)")
            json.key("details")
            json.beginObject()
            json.key("method")
            json.beginObject()
            json.field("name", "ValidatorError")
            json.field("message", words)
            json.field("kind", kind)
            json.field("path", "method")
            json.endObject()
            json.endObject()
            json.endObject()
        }
    }

    /// A stored response, for the method that it was stored with; HEAD is none of them.
    ///
    /// The two `x-expires` fields name the day 90 days after it was stored; nothing is deleted
    /// then.
    static func show(_ request: Request, _ call: Call) throws -> Response {
        let kept = try call.api.customResponses.find(call.parameter("identifier"))
        guard let kept, kept.method == request.method.name else {
            return Response(status: 404)
        }
        var response = Response(fields: [Response.jsonType], body: kept.body)
        let lastDay = day(of: kept.createdAt) + 90
        let midnight = Instant(seconds: lastDay * secondsOfDay)
        response.fields.append(.init("Cache-Control", "public, max-age=86400"))
        response.fields.append(.init("x-expires-on", midnight.rfc3339Millis))
        let days = max(0, lastDay - day(of: call.now))
        response.fields.append(.init("x-expires-in-days", "\(days)"))
        return response
    }

    /// The length of a day, in seconds.
    private static let secondsOfDay: Int64 = 86_400

    /// Days since 1970-01-01, negative before.
    private static func day(of instant: Instant) -> Int64 {
        instant.seconds.dividedRoundingDown(by: secondsOfDay).quotient
    }
}
