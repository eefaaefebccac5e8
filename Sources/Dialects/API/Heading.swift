internal import MockPostlyCompression
internal import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyJavaScript

/// What all answers get: CORS and cache fields, an ETag, JSONP and compression.
struct Heading {
    /// A body is compressed from this size on, in bytes.
    private static let compressionThreshold = 1024

    private static let common = [
        Response.Field("X-Powered-By", "Express"),
        Response.Field("Access-Control-Allow-Credentials", "true"),
        Response.Field("Cache-Control", "no-cache"), Response.Field("Pragma", "no-cache"),
        Response.Field("Expires", "-1"), Response.Field("X-Content-Type-Options", "nosniff"),
    ]
    private static let usual = FieldBlock([.init("Vary", "Origin, Accept-Encoding")] + common)
    private static let posted = FieldBlock(
        [.init("Vary", "Origin, X-HTTP-Method-Override, Accept-Encoding")] + common
    )

    /// What answers of json-server 1.0 have.
    private static let ofV1 = FieldBlock([
        .init("Access-Control-Allow-Origin", "*"),
        .init("Access-Control-Allow-Methods", "GET, HEAD, PUT, PATCH, POST, DELETE"),
    ])

    private let request: Request
    private let isV1: Bool
    private let errorShape: ErrorShape?
    /// The function that a page wants to be called with the answer; nil for plain JSON.
    private let callback: String?

    init(_ request: Request, _ query: JSObject, _ settings: API.Settings) {
        self.request = request
        isV1 = settings.language == .v1
        errorShape = settings.errorShape
        var name = query["callback"]
        if case .array(let names) = name { name = names.first ?? .undefined }
        let isGet = !isV1 && (request.method == .get || request.method == .head)
        callback = isGet ? name.string.flatMap { $0.isEmpty ? nil : Self.function($0) } : nil
    }

    /// The characters of a name that a callback may have.
    private static func function(_ name: String) -> String {
        String(
            String.UnicodeScalarView(
                name.unicodeScalars.filter {
                    $0 == "[" || $0 == "]" || $0 == "_" || $0 == "$" || $0 == "."
                        || ("0"..."9").contains($0) || ("a"..."z").contains($0)
                        || ("A"..."Z").contains($0)
                }
            )
        )
    }

    /// The answer to OPTIONS, on any path.
    static func preflight(_ request: Request, _ language: API.Language) -> Response {
        guard language == .v0 else { return preflightOfV1(request) }
        var fields = [
            Response.Field("X-Powered-By", "Express"),
            Response.Field("Vary", "Origin, Access-Control-Request-Headers"),
            Response.Field("Access-Control-Allow-Credentials", "true"),
            Response.Field("Access-Control-Allow-Methods", "GET,HEAD,PUT,PATCH,POST,DELETE"),
            Response.Field("Content-Length", "0"),
        ]
        if let origin = request.origin, !origin.isEmpty {
            fields.append(.init("Access-Control-Allow-Origin", origin))
        }
        if let names = request.header("access-control-request-headers"), !names.isEmpty {
            fields.append(.init("Access-Control-Allow-Headers", names))
        }
        return Response(status: 204, fields: fields)
    }

    private static func preflightOfV1(_ request: Request) -> Response {
        var response = Response(status: 204)
        response.sharedFields = ofV1
        if let names = request.header("access-control-request-headers"), !names.isEmpty {
            response.fields = [.init("Access-Control-Allow-Headers", names)]
        }
        return response
    }

    /// The response to a refusal, with everything that it needs for the request.
    func finished(_ failure: Failure) -> Response { finished(response(to: failure)) }

    /// The response to a refusal.
    func response(to failure: Failure) -> Response {
        if let errorShape { return failure.response(in: errorShape) }
        return isV1 ? failure.responseOfV1 : failure.response
    }

    /// The response with everything that it needs for the request.
    func finished(_ response: Response) -> Response {
        var response = response
        guard !isV1 else {
            response.sharedFields = Self.ofV1
            response.fields = response.fields.map {
                $0 == Response.jsonType ? .init("Content-Type", "application/json") : $0
            }
            response.fields.append(.init("Access-Control-Allow-Headers", "content-type"))
            compress(&response)
            return response
        }
        if let callback, response["Content-Type"] == Response.jsonType.value {
            wrap(&response, callback)
        }
        response.sharedFields = request.method == .post ? Self.posted : Self.usual
        response.keepAliveTimeout = 5
        if let origin = request.origin, !origin.isEmpty {
            response.fields.append(.init("Access-Control-Allow-Origin", origin))
        }
        guard !response.body.isEmpty else { return response }
        let tag = entityTag(of: response.body)
        response.fields.append(.init("ETag", tag))
        if response.status == 200, isFresh(tag) {
            response.status = 304
            response.body = []
            response.fields.removeAll { $0.name == "Content-Type" }
            return response
        }
        compress(&response)
        return response
    }

    private func wrap(_ response: inout Response, _ callback: String) {
        response.fields = response.fields.filter { $0.name != "Content-Type" }
        response.fields.insert(.init("Content-Type", "text/javascript; charset=utf-8"), at: 0)
        var body = Array("/**/ typeof \(callback) === 'function' && \(callback)(".utf8)
        // JSON may have these line ends in texts, older JavaScript not.
        var text = response.body[...]
        while let next = text.firstIndex(of: 0xE2) {
            body += text[..<next]
            let isLineEnd =
                text[next...].starts(with: [0xE2, 0x80, 0xA8])
                || text[next...].starts(with: [0xE2, 0x80, 0xA9])
            if isLineEnd {
                body += text[next + 2] == 0xA8 ? "\\u2028".utf8 : "\\u2029".utf8
                text = text[(next + 3)...]
            } else {
                body.append(0xE2)
                text = text[(next + 1)...]
            }
        }
        body += text
        body += ");".utf8
        response.body = body
    }

    /// Whether the client has this answer already, as the library `fresh` decides.
    private func isFresh(_ tag: String) -> Bool {
        guard request.method == .get || request.method == .head, let known = request.ifNoneMatch
        else { return false }
        if let control = request.cacheControl,
            control.split(separator: ",").contains(where: { trimmed($0) == "no-cache" })
        {
            return false
        }
        return known == "*"
            || known.split(separator: ",").contains {
                let one = trimmed($0)
                return one == tag || "W/" + one == tag
            }
    }

    private func compress(_ response: inout Response) {
        guard request.hasAcceptEncoding, request.method != .head,
            response.body.count >= Self.compressionThreshold, request.head.minorVersion > 0,
            let coding = preferredCoding(acceptEncoding: request.acceptEncoding ?? "")
        else { return }
        response.body = MockPostlyCompression.compress(response.body, coding)
        response.fields.append(.init("Content-Encoding", coding.name))
        response.isChunked = true
    }

    private func trimmed(_ text: Substring) -> Substring {
        let end = text.lastIndex { $0 != " " }.map { text.index(after: $0) } ?? text.startIndex
        return text[..<end].drop { $0 == " " }
    }
}
