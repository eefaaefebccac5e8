internal import MockPostlyHTTP
internal import MockPostlyText

/// Responses that are not JSON: redirects, pages of the Express framework, and this server's pages.
enum Pages {
    private static let html = "text/html; charset=utf-8"

    /// The page with the list of routes, and examples for the host that was asked.
    static func docs(_ request: Request) -> Response {
        let site = LinkBase(request).site.map { String(decoding: $0, as: UTF8.self) }
        let body = DocsPage.standard(at: site ?? "http://localhost:8080")
        return Response(contentType: html, body: body)
    }

    static func showDocs(_ request: Request, _: Call) throws -> Response {
        docs(request)
    }

    /// A page or redirect that is not in the route table; nil when `path` has none.
    static func page(_ call: Call, _ path: [UInt8]) -> Response? {
        guard call.request.method == .get || call.request.method == .head else { return nil }
        let path = String(decoding: path, as: UTF8.self).lowercased()
        switch path {
        case "/", "/tools", "/custom-response": return docs(call.request)
        case "/image": return found(call.request, "/docs/image")
        case "/c": return found(call.request, "/custom-response")
        case "/docs/2fa":
            return moved(call.request, to: Array("/docs/tools#tools-2fa-get".utf8), status: 301)
        case "/robots.txt": return Response(contentType: "text/plain; charset=utf-8", text: robots)
        default: break
        }
        let topic = path.split(separator: "/", omittingEmptySubsequences: false)
        return topic.count == 3 && topic[1] == "docs" && topics.contains(String(topic[2]))
            ? docs(call.request) : nil
    }

    private static let robots = "User-agent: *\nDisallow: /\n"

    private static let topics: Set<String> = [
        "products", "carts", "users", "posts", "comments", "image", "todos", "quotes", "recipes",
        "auth", "http", "tools",
    ]

    // MARK: Redirects

    /// A 301 to a path without a slash at its end; the query stays as it is.
    static func moved(_ request: Request, to path: [UInt8]) -> Response {
        let query = request.rawQuery
        // A question mark without a query is kept too.
        let hasMark = !query.isEmpty || request.target.last == UInt8(ascii: "?")
        return moved(request, to: path + (hasMark ? [UInt8(ascii: "?")] + query : []), status: 301)
    }

    private static func found(_ request: Request, _ path: String) -> Response {
        moved(request, to: Array(path.utf8), status: 302)
    }

    private static func moved(_ request: Request, to path: [UInt8], status: Int) -> Response {
        let location = request.pathPrefix + encodedForURL(path)
        let words = status == 301 ? "Moved Permanently" : "Found"
        var response = Response(status: status)
        switch preferredText(request.header("accept")) {
        case .plain:
            let type = "text/plain; charset=utf-8"
            let text = "\(words). Redirecting to \(location)"
            response = Response(status: status, contentType: type, text: text)
        case .html:
            let text = "<p>\(words). Redirecting to \(escapedForHTML(location))</p>"
            response = Response(status: status, contentType: html, text: text)
        case .none: break
        }
        response.fields.append(.init("Location", location))
        // The text depends on the client's `Accept`, and so does the response.
        let vary = response.body.isEmpty ? "Origin, Accept" : "Origin, Accept, Accept-Encoding"
        response.fields.append(.init("Vary", vary))
        return response
    }

    private enum TextForm {
        case plain, html, none
    }

    /// The form of text that the client prefers; plain text when it does not say.
    ///
    /// The higher quality wins, then the more specific media range, then the first one named. A
    /// range with parameters of its own (`text/html;level=1`) is neither.
    private static func preferredText(_ accept: String?) -> TextForm {
        guard let accept, !accept.isEmpty else { return .plain }
        var ranges: [(name: String, quality: Double, place: Int)] = []
        for (place, range) in accept.lowercased().split(separator: ",").enumerated() {
            let parts = range.split(separator: ";").map { trimmed(String($0)) }
            let quality = parts.dropFirst().first
            guard quality?.hasPrefix("q=") ?? true else { continue }
            ranges.append(
                (parts.first ?? "", quality.map { Double($0.dropFirst(2)) ?? 0 } ?? 1, -place)
            )
        }
        let rank = { (name: String) -> (Double, Int, Int) in
            for (exactness, name) in [(2, name), (1, "text/*"), (0, "*/*")] {
                let named = ranges.filter { $0.name == name }.max { $0.quality < $1.quality }
                if let named { return (named.quality, exactness, named.place) }
            }
            return (0, 0, 0)
        }
        let (plain, html) = (rank("text/plain"), rank("text/html"))
        guard max(plain.0, html.0) > 0 else { return .none }
        return plain >= html ? .plain : .html
    }

    // MARK: Nothing there

    /// The response to a path that no route matches.
    static func notFound(_ call: Call) -> Response {
        let request = call.request
        guard request.method != .get, request.method != .head else {
            guard !call.api.isLegacy else {
                return Response(status: 404, contentType: html, text: "not found!")
            }
            return Response(status: 404, contentType: html, body: NotFoundPage.html)
        }
        let path = escapedForHTML(encodedForURL(Array(request.rawPathWithoutPrefix)))
        var response = Response(
            status: 404,
            contentType: html,
            text: """
                <!DOCTYPE html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <title>Error</title>
                </head>
                <body>
                <pre>Cannot \(escapedForHTML(request.method.name)) \(path)</pre>
                </body>
                </html>

                """
        )
        response.fields.append(.init("Content-Security-Policy", "default-src 'none'"))
        return response
    }

    /// Whether the text after a `%` makes it an escape; at the end of the text one digit is enough.
    private static func beginsEscape(_ rest: ArraySlice<UInt8>) -> Bool {
        let digits = rest.prefix(2)
        return !digits.isEmpty && digits.allSatisfy(\.isHexadecimalDigit)
    }

    /// A path with the bytes percent-encoded that the library encodeurl 2 encodes; escapes stay as
    /// they are.
    private static func encodedForURL(_ path: [UInt8]) -> String {
        var encoded: [UInt8] = []
        for (place, byte) in path.enumerated() {
            switch byte {
            case UInt8(ascii: "%") where beginsEscape(path[(place + 1)...]):
                encoded.append(byte)
            case 0x21, 0x23, 0x24, 0x26...0x3B, 0x3D, 0x3F...0x5F, 0x61...0x7A, 0x7C, 0x7E:
                encoded.append(byte)
            default:
                encoded.append(UInt8(ascii: "%"))
                let digits = Array("0123456789ABCDEF".utf8)
                encoded += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }
}
