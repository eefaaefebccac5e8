internal import MockPostlyCompression
internal import MockPostlyCrypto
internal import MockPostlyHTTP

/// What every answer gets besides its own: security headers, cross-origin headers, ETag,
/// compression.
struct Heading: Sendable {
    /// The headers that helmet adds in its old versions.
    private static let security = [
        Response.Field("X-DNS-Prefetch-Control", "off"),
        Response.Field("X-Frame-Options", "SAMEORIGIN"),
        Response.Field("Strict-Transport-Security", "max-age=15552000; includeSubDomains"),
        Response.Field("X-Download-Options", "noopen"),
        Response.Field("X-Content-Type-Options", "nosniff"),
        Response.Field("X-XSS-Protection", "1; mode=block"),
    ]

    /// Bytes from which on a body is compressed.
    static let compressionThreshold = 1024

    /// Whether a page of any origin may read answers, as in the legacy era; later, the origin that
    /// asks is named.
    private let isForAnyOrigin: Bool
    /// For answers that a client may get compressed, for the others, and for preflights.
    private let compressible, plain, preflight: FieldBlock
    /// For answers that have a Vary of their own.
    private let bare: FieldBlock

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
            return FieldBlock(Self.security + vary + [origin])
        }
        compressible = block("Accept-Encoding")
        plain = block("")
        preflight = block("Access-Control-Request-Headers")
        bare = FieldBlock(Self.security + [origin])
    }

    /// An answer as `request` gets it.
    func finished(_ response: Response, _ request: Request) -> Response {
        var entity = Entity(response, self)
        return entity.response(to: request)
    }

    /// The answer to OPTIONS on any path.
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
        return dressed(response, preflight, request)
    }

    /// Adds a block, and what depends on the request alone.
    private func dressed(
        _ response: Response,
        _ block: FieldBlock,
        _ request: Request
    ) -> Response {
        var response = response
        response.sharedFields = block
        response.keepAliveTimeout = 5
        if !isForAnyOrigin, request.hasOrigin, let origin = request.origin, !origin.isEmpty {
            response.fields.append(.init("Access-Control-Allow-Origin", origin))
        }
        return response
    }

    /// An answer with all that does not depend on who asks for it, ready to be sent many times.
    struct Entity {
        /// The answer as it is.
        let whole: Response
        let tag: String?
        private let heading: Heading
        private let block: FieldBlock
        /// What a client that has the answer already is told as well.
        private let kept: [Response.Field]
        private let isCompressible: Bool
        private var compressed: [ContentCoding: [UInt8]] = [:]
        /// Bytes that the bodies take.
        private(set) var size: Int

        init(_ response: Response, _ heading: Heading, isForMany: Bool = false) {
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
            let shared =
                hasVary ? heading.bare : isCompressible ? heading.compressible : heading.plain
            if isForMany {
                block = FieldBlock(shared.fields + response.fields)
                response.fields = []
            } else {
                block = shared
            }
            whole = response
            size = response.body.heldBytes
        }

        /// The answer that `request` gets: unchanged, compressed, or told that it has it already.
        ///
        /// Compressed bodies are remembered.
        mutating func response(to request: Request) -> Response {
            if request.hasIfNoneMatch, isFresh(for: request) {
                return heading.dressed(notModified, heading.plain, request)
            }
            var response = heading.dressed(whole, block, request)
            guard request.hasAcceptEncoding, isCompressible,
                response.body.count >= Heading.compressionThreshold, request.method != .head,
                request.head.minorVersion > 0,
                let coding = preferredCoding(acceptEncoding: request.acceptEncoding ?? "")
            else { return response }
            if let known = compressed[coding] {
                response.body = known
            } else {
                response.body = compress(response.body, coding)
                compressed[coding] = response.body
                size += response.body.heldBytes
            }
            response.fields.append(.init("Content-Encoding", coding.name))
            response.isChunked = true
            return response
        }

        private var notModified: Response {
            Response(status: 304, fields: kept)
        }

        /// Whether the client has this answer: RFC 9110 §13.1.2, as the `fresh` library has it.
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

        private static func isCompressible(_ type: String?) -> Bool {
            guard let type else { return false }
            return type.hasPrefix("text/") || type.hasPrefix("application/json")
                || type.hasPrefix("application/problem+json")
        }

        /// Redirects and the pages of the framework itself have none.
        private static func hasTag(_ response: Response) -> Bool {
            response.status != 204 && response.status != 304 && !response.body.isEmpty
                && !response.fields.contains {
                    $0.name == "Location" || $0.name == "Content-Security-Policy"
                }
        }
    }
}

/// A weak ETag as Express makes it: the length, and 27 letters of the digest.
func entityTag(of body: [UInt8]) -> String {
    let digest = Base64.encode(sha1(body))
    return "W/\"\(String(body.count, radix: 16))-\(digest.prefix(27))\""
}
