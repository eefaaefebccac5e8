internal import MockPostlyHTTP
internal import MockPostlyText

/// Redirects from paths with doubled slashes, as Werkzeug's `merge_slashes` does them.
enum Redirects {
    /// `path` with each pair of slashes merged into one, from the left; nil when it has no pair.
    ///
    /// Three slashes become two, which match no route.
    static func merged(_ path: ArraySlice<UInt8>) -> [UInt8]? {
        let slash = UInt8(ascii: "/")
        var merged: [UInt8] = []
        var rest = path
        while let byte = rest.popFirst() {
            merged.append(byte)
            if byte == slash, rest.first == slash { rest.removeFirst() }
        }
        return merged.count == path.count ? nil : merged
    }

    /// A 308 redirect to `path` on the same server, with the same query.
    static func permanent(_ request: Request, to path: [UInt8]) -> Response {
        var host = (request.host ?? "localhost").lowercased()
        let port = request.isSecure ? ":443" : ":80"
        if host.hasSuffix(port) { host.removeLast(port.count) }
        let prefix = request.pathPrefix.trimmingTrailingSlashes
        let address = "\(request.scheme)://" + host + quotedForHeader(prefix) + quoted(path)
        let query =
            request.rawQuery.isEmpty ? "" : "?" + String(decoding: request.rawQuery, as: UTF8.self)
        let shown = escapedForHTML(address + query, quote: "&#34;")
        var response = Response(
            status: 308,
            contentType: Pages.html,
            text: """
                <!doctype html>
                <html lang=en>
                <title>Redirecting...</title>
                <h1>Redirecting...</h1>
                <p>You should be redirected automatically to the target URL: \
                <a href="\(shown)">\(shown)</a>. If not, click the link.

                """
        )
        response.fields.append(.init("Location", address + quotedForHeader(query)))
        return response
    }

    /// Percent-encodes all bytes that are not allowed in a path.
    private static func quoted(_ path: [UInt8]) -> String {
        percentEncoded(path) { isUnreserved($0) || "!$&'()*+,/:;=@".utf8.contains($0) }
    }

    /// Percent-encodes bytes that are not allowed in a URL; existing escapes stay.
    private static func quotedForHeader(_ part: String) -> String {
        percentEncoded(part.utf8) {
            isUnreserved($0) || "!#$%&'()*+,/:;=?@".utf8.contains($0)
        }
    }
}

extension String {
    /// The text without trailing slashes.
    fileprivate var trimmingTrailingSlashes: String {
        var text = self
        while text.last == "/" { text.removeLast() }
        return text
    }
}
