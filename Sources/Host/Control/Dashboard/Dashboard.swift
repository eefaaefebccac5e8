internal import MockPostlyAssets
internal import MockPostlyCrypto
internal import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyText
internal import MockPostlyWorlds

/// The page at `/__mockpostly/` and its files, which are the same for everybody.
///
/// They need no admin token; the calls that the page makes do.
enum Dashboard {
    /// What browsers ask every server for.
    private static let icon = "/favicon.ico"
    private static let page = "/__mockpostly/"
    private static let prefix = "/__mockpostly/dashboard/"

    /// What a path of the control plane leads to.
    enum Destination {
        case file(DashboardFile)
        /// The page, at its address with a slash.
        case page
    }

    /// What is at `path`; nil when it is not the dashboard's.
    ///
    /// One of its modules is made from `registry`.
    static func file(at path: ArraySlice<UInt8>, _ registry: DialectRegistry) -> Destination? {
        if path.elementsEqual(page.utf8) { return files["index.html"].map { .file($0) } }
        if path.count == page.utf8.count - 1, page.utf8.starts(with: path) { return .page }
        guard path.starts(with: prefix.utf8) else { return nil }
        let name = String(decoding: path.dropFirst(prefix.utf8.count), as: UTF8.self)
        if name == "dialects.js" { return .file(DashboardFile(name) { dialects(registry) }) }
        return files[name].map { .file($0) }
    }

    /// The icon, for a request for what browsers ask every server for; nil for another request.
    static func icon(for request: Request) -> Response? {
        guard request.path.count == icon.utf8.count, request.path.elementsEqual(icon.utf8),
            request.method == .get || request.method == .head
        else { return nil }
        return files["icon.svg"]?.response(to: request)
    }

    /// The answer to a request that was sent to `world`.
    ///
    /// There is one page for all worlds: what the path names before it is chosen on the page.
    static func response(
        to request: Request,
        _ destination: Destination,
        world: String
    ) -> Response {
        guard request.method == .get || request.method == .head else {
            var response =
                Problem(
                    405,
                    "Method not allowed",
                    detail: "\(request.method.name) is not known here.",
                    hint: "Use GET, HEAD."
                ).response
            response.fields.append(.init("Allow", "GET, HEAD"))
            return response
        }
        let isPage = request.path.elementsEqual(page.utf8)
        if case .file(let file) = destination, !isPage || request.pathPrefix.isEmpty {
            return file.response(to: request)
        }
        var response = Response(status: 308)
        let namesWorld = !request.pathPrefix.isEmpty && NameRule.allows(world)
        let choice = namesWorld ? "#?world=\(world)" : ""
        response.fields.append(.init("Location", page + choice))
        return response
    }

    private static let files = Dictionary(
        uniqueKeysWithValues: Assets.dashboard.map { file in
            (file.path, DashboardFile(file.path, { file.bytes }, gzip: { file.gzip }))
        }
    )
}

/// A file of the dashboard.
struct DashboardFile {
    private let bytes: @Sendable () -> [UInt8]
    /// The same packed by gzip; nil when it is not.
    private let gzip: @Sendable () -> [UInt8]?
    private let type: String
    /// What the tags of its forms begin with.
    private let tag: String

    /// Nothing but the page's own files and calls: no inline scripts or styles, no other origin, no
    /// frames.
    private static let policy = """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
        connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'
        """

    /// The file called `path` below the page's folder.
    init(
        _ path: String,
        _ bytes: @escaping @Sendable () -> [UInt8],
        gzip: @escaping @Sendable () -> [UInt8]? = { nil }
    ) {
        (self.bytes, self.gzip) = (bytes, gzip)
        let ending = path.utf8.split(separator: UInt8(ascii: ".")).last.flatMap { String($0) }
        type =
            switch ending {
            case "html": "text/html; charset=utf-8"
            case "css": "text/css; charset=utf-8"
            case "svg": "image/svg+xml"
            default: "text/javascript; charset=utf-8"
            }
        tag = hexadecimal(sha256(gzip() ?? bytes()).prefix(12))
    }

    /// The file, or 304 for a client that has it.
    ///
    /// Packed by gzip for a client that takes it so (RFC 9110 section 12.5.3).
    func response(to request: Request) -> Response {
        let packed = request.header("accept-encoding")?.takesGzip == true ? gzip() : nil
        let tag = packed == nil ? "\"\(tag)\"" : "\"\(tag)-gz\""
        let isKnown = request.header("if-none-match")?.names(tag) == true
        var response =
            isKnown
            ? Response(status: 304) : Response(contentType: type, body: packed ?? bytes())
        response.fields += [
            .init("Content-Security-Policy", Self.policy),
            .init("X-Content-Type-Options", "nosniff"),
            .init("Referrer-Policy", "no-referrer"),
            .init("Cross-Origin-Opener-Policy", "same-origin"),
            .init("Cross-Origin-Resource-Policy", "same-origin"),
            // A new version of the program has other files.
            .init("Cache-Control", "no-cache"),
            .init("ETag", tag),
            .init("Vary", "Accept-Encoding"),
        ]
        if packed != nil, !isKnown { response.fields.append(.init("Content-Encoding", "gzip")) }
        return response
    }
}

extension String {
    /// Whether a field `If-None-Match` of this value names `tag` (RFC 9110 section 13.1.2).
    fileprivate func names(_ tag: String) -> Bool {
        utf8.split(separator: UInt8(ascii: ",")).contains { part in
            let other = part.drop { $0 == 0x20 }
            return other.elementsEqual("*".utf8) || other.elementsEqual(tag.utf8)
                || other.elementsEqual("W/\(tag)".utf8)
        }
    }

    /// Whether a field `Accept-Encoding` of this value allows gzip.
    fileprivate var takesGzip: Bool {
        utf8.split(separator: UInt8(ascii: ",")).contains { part in
            let words = part.split(separator: UInt8(ascii: ";")).map { $0.filter { $0 != 0x20 } }
            guard let name = words.first else { return false }
            return (name.elementsEqual("gzip".utf8) || name.elementsEqual("*".utf8))
                && !words.dropFirst().contains { $0.elementsEqual("q=0".utf8) }
        }
    }
}
