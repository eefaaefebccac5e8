internal import MockPostlyCompression
internal import MockPostlyDialect
internal import MockPostlyHTTP

/// What all responses get: security headers, CORS headers, an ETag and compression.
struct Heading: Sendable {
    /// The headers of old versions of the library helmet.
    private static let security = [
        Response.Field("X-DNS-Prefetch-Control", "off"),
        Response.Field("X-Frame-Options", "SAMEORIGIN"),
        Response.Field("Strict-Transport-Security", "max-age=15552000; includeSubDomains"),
        Response.Field("X-Download-Options", "noopen"),
        Response.Field("X-Content-Type-Options", "nosniff"),
        Response.Field("X-XSS-Protection", "1; mode=block"),
    ]

    /// A body is compressed from this size on, in bytes.
    static let compressionThreshold = 1024

    /// Whether pages of any origin may read responses (`*`), as in the legacy era; otherwise the
    /// request's origin is named.
    private let isForAnyOrigin: Bool
    /// Fields for responses that may be compressed, for others, and for preflight requests.
    private let compressible, plain, preflight: Fields
    /// Fields for responses with a `Vary` of their own.
    private let bare: Fields

    /// The same fields for a request to a local host and for others.
    ///
    /// A local host gets no `Strict-Transport-Security`: a browser that honours it, behind a proxy
    /// with https, would call all servers on this machine by https for half a year.
    struct Fields: Sendable {
        private let local, other: FieldBlock

        init(_ fields: [Response.Field]) {
            other = FieldBlock(fields)
            local = FieldBlock(fields.filter { $0.name != "Strict-Transport-Security" })
        }

        func block(for request: Request) -> FieldBlock {
            request.isForLocalHost ? local : other
        }
    }

    init(_ era: DummyJSON.Era) {
        isForAnyOrigin = era == .legacy
        let origin =
            isForAnyOrigin
            ? Response.Field("Access-Control-Allow-Origin", "*")
            : Response.Field("Access-Control-Allow-Credentials", "true")
        let base = isForAnyOrigin ? "" : "Origin"
        let block = { (more: String) in
            let names = [base, more].filter { !$0.isEmpty }.joined(separator: ", ")
            let vary = names.isEmpty ? [] : [Response.Field("Vary", names)]
            return Fields(Self.security + vary + [origin])
        }
        compressible = block("Accept-Encoding")
        plain = block("")
        // In the legacy era CORS came before the security headers, and answered OPTIONS by itself.
        preflight =
            isForAnyOrigin
            ? Fields([
                .init("X-Powered-By", "Express"), .init("Vary", "Access-Control-Request-Headers"),
                origin,
            ]) : block("Access-Control-Request-Headers")
        bare = Fields(Self.security + [origin])
    }

    /// The response with everything that it needs for `request`.
    func finished(_ response: consuming Response, _ request: Request) -> Response {
        // Most requests leave no choice; an entity, which keeps much, costs 3,000 instructions more.
        guard request.hasIfNoneMatch || request.hasAcceptEncoding else {
            return tagged(response, for: request)
        }
        return Entity(response, self).response(to: request)
    }

    /// The response as it is, with an ETag and the fields that all have.
    private func tagged(_ response: consuming Response, for request: Request) -> Response {
        var (isCompressible, hasVary) = (false, false)
        var needsTag = Entity.mayHaveTag(response.status, response.body)
        for field in response.fields {
            // By the length first: most fields of long answers, such as cookies, are none of these.
            switch field.name.utf8.count {
            case 12 where field.name == "Content-Type":
                // The same text nearly always, which is compared at once.
                isCompressible =
                    field == Response.jsonType || Entity.isCompressible(field.value)
            case 4 where field.name == "Vary": hasVary = true
            case 4 where field.name == "ETag": needsTag = false
            default: if Entity.forbidsTag(field) { needsTag = false }
            }
        }
        if needsTag {
            let tag = entityTag(of: response.body)
            response.fields.append(.init("ETag", tag))
        }
        let shared = hasVary ? bare : isCompressible ? compressible : plain
        dress(&response, with: shared, for: request)
        return response
    }

    /// The response to OPTIONS, on any path.
    func preflight(_ request: Request) -> Response {
        var response = Response(status: 204)
        response.fields.append(.init("Content-Length", "0"))
        response.fields.append(
            .init("Access-Control-Allow-Methods", "GET,HEAD,PUT,PATCH,POST,DELETE")
        )
        let names = request.header("access-control-request-headers")
        if let names, !names.isEmpty {
            response.fields.append(.init("Access-Control-Allow-Headers", names))
        }
        return dressed(response, with: preflight, for: request)
    }

    /// Adds a block of fields, and the fields that depend on the request.
    private func dressed(
        _ response: Response,
        with fields: Fields,
        for request: Request
    ) -> Response {
        var response = response
        dress(&response, with: fields, for: request)
        return response
    }

    private func dress(_ response: inout Response, with fields: Fields, for request: Request) {
        response.sharedFields = fields.block(for: request)
        response.keepAliveTimeout = 5
        if !isForAnyOrigin, request.hasOrigin, let origin = request.origin, !origin.isEmpty {
            response.fields.append(.init("Access-Control-Allow-Origin", origin))
        }
    }

    /// A response with what decides in which form a client gets it.
    struct Entity {
        /// The response without compression.
        let whole: Response
        let tag: String?
        private let heading: Heading
        private let block: Fields
        /// Fields that a 304 has too.
        private let kept: [Response.Field]
        private let isCompressible: Bool

        init(_ response: Response, _ heading: Heading) {
            var response = response
            self.heading = heading
            isCompressible = Self.isCompressible(response["Content-Type"])
            if let known = response.fields.first(where: { $0.name == "ETag" }) {
                tag = known.value
            } else {
                tag = Self.hasTag(response) ? entityTag(of: response.body) : nil
                if let tag { response.fields.append(.init("ETag", tag)) }
            }
            kept = response.fields.filter { $0.name != "Content-Type" }
            let hasVary = response.fields.contains { $0.name == "Vary" }
            block = hasVary ? heading.bare : isCompressible ? heading.compressible : heading.plain
            whole = response
        }

        /// The response for `request`: as it is, compressed, or 304.
        func response(to request: Request) -> Response {
            if request.hasIfNoneMatch, isFresh(for: request) {
                return heading.dressed(notModified, with: heading.plain, for: request)
            }
            var response = heading.dressed(whole, with: block, for: request)
            guard request.hasAcceptEncoding, isCompressible,
                response.body.count >= Heading.compressionThreshold, request.method != .head,
                request.head.minorVersion > 0,
                let coding = preferredCoding(acceptEncoding: request.acceptEncoding ?? "")
            else { return response }
            response.body = compress(response.body, coding)
            response.fields.append(.init("Content-Encoding", coding.name))
            response.isChunked = true
            return response
        }

        private var notModified: Response {
            var response = Response(status: 304, fields: kept)
            response.isRepeatable = whole.isRepeatable
            return response
        }

        /// Whether the client has this response already (RFC 9110, section 13.1.2), as the library
        /// `fresh` decides.
        private func isFresh(for request: Request) -> Bool {
            guard let tag, request.method == .get || request.method == .head,
                (200...299).contains(whole.status),
                let known = request.ifNoneMatch, request.header("if-modified-since") == nil
            else { return false }
            if request.hasCacheControl, let control = request.cacheControl,
                control.split(separator: ",").contains(where: { trimmed(String($0)) == "no-cache" })
            {
                return false
            }
            if known == "*" { return true }
            return known.split(separator: ",").contains { part in
                let part = trimmed(String(part))
                return part == tag || "W/" + part == tag
            }
        }

        fileprivate static func isCompressible(_ type: String?) -> Bool {
            guard let type else { return false }
            return type.hasPrefix("text/") || type.hasPrefix("application/json")
                || type.hasPrefix("application/problem+json")
        }

        /// Whether the response has an ETag; redirects and pages of the framework have none.
        private static func hasTag(_ response: Response) -> Bool {
            mayHaveTag(response.status, response.body)
                && !response.fields.contains(where: forbidsTag)
        }

        fileprivate static func mayHaveTag(_ status: Int, _ body: [UInt8]) -> Bool {
            status != 204 && status != 304 && !body.isEmpty
        }

        fileprivate static func forbidsTag(_ field: Response.Field) -> Bool {
            let length = field.name.utf8.count
            return length == 8 && field.name == "Location"
                || length == 23 && field.name == "Content-Security-Policy"
        }
    }
}
