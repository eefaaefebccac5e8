internal import MockPostlyHTTP
internal import PexelsContent

/// The HTML page of a photographer, to which `photographer_url` links: only by the names of the
/// original, because other systems have paths of this kind too.
enum PhotographerPage {
    /// The page at `/@<handle>`; nil for other requests, and throws when nobody has the handle.
    static func page(for request: Request, _ call: Call) throws(Failure) -> Response? {
        let path = request.path
        guard path.starts(with: "/@".utf8), request.method == .get || request.method == .head,
            request.isFor("www.pexels.com") || request.isFor("pexels.com")
        else { return nil }
        let handle = String(
            decoding: path.dropFirst(2).prefix { $0 != UInt8(ascii: "/") },
            as: UTF8.self
        )
        let photos = call.api.catalogue.photos.filter { $0.photographer.handle == handle }
        guard let first = photos.first else { throw .notFound }
        return Response(
            contentType: "text/html; charset=utf-8",
            text: html(first.photographer.name, photos, request.pathPrefix)
        )
    }

    private static func html(_ name: String, _ photos: [Photo], _ prefix: String) -> String {
        let title = escapedForHTML(name)
        let list = photos.map { photo in
            "<li><a href=\"\(escapedForHTML("\(prefix)/photo/\(photo.slug)/"))\">"
                + "\(escapedForHTML(photo.title))</a></li>"
        }
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(title)</title>
            </head>
            <body>
            <h1>\(title)</h1>
            <ul>
            \(list.joined(separator: "\n"))
            </ul>
            </body>
            </html>

            """
    }
}
