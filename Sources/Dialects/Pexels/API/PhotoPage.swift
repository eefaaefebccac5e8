internal import MockPostlyHTTP
internal import PexelsContent

/// The HTML page of a photo, to which its `url` links.
enum PhotoPage {
    /// The page of the photo whose id ends the path; the text before the id is ignored.
    static func show(_ request: Request, _ call: Call) throws -> Response {
        let slug = request.parameter("slug")
        let photo = try call.photo(slug.split(separator: "-").last ?? "")
        let html = html(photo, escapedForHTML(request.pathPrefix + photo.picturePath))
        return Response(contentType: "text/html; charset=utf-8", text: html)
    }

    private static func html(_ photo: Photo, _ picture: String) -> String {
        let ratio = "width=\"\(photo.width)\" height=\"\(photo.height)\""
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(escapedForHTML(photo.title))</title>
            <style>
            body { max-width: 60rem; margin: 0 auto; padding: 1rem 1rem 3rem;
              font: 1rem/1.5 system-ui, sans-serif; color: #1c1c1e; background: #fff; }
            h1 { font-size: 1.6rem; line-height: 1.2; }
            img { max-width: 100%; max-height: 70vh; width: auto; height: auto;
              background: \(photo.color.hexadecimal); }
            a { color: #0a58ca; }
            @media (prefers-color-scheme: dark) {
              body { color: #e5e5ea; background: #1c1c1e; }
              a { color: #6ea8fe; }
            }
            </style>
            </head>
            <body>
            <h1>\(escapedForHTML(photo.title))</h1>
            <p><img src="\(picture)?h=650&amp;w=940" \(ratio) alt="\(escapedForHTML(photo.alt))"></p>
            <p>\(escapedForHTML(photo.alt)). By \(escapedForHTML(photo.photographer.name)),
            \(photo.width) × \(photo.height) pixels. <a href="\(picture)">The picture</a></p>
            </body>
            </html>

            """
    }

}
