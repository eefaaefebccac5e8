internal import MockPostlyDialect
internal import MockPostlyHTTP

/// The beginning of links in responses: scheme, host and world prefix of the client's request.
struct Site: Equatable {
    private static let pictures = "/wreely/pictures/"

    let text: String

    init(_ request: Request) {
        text = request.site
    }

    /// A stored picture as a URL: a path of this server gets the site, others stay as they are.
    ///
    /// A picture on one of the hosts of the standard seed's pictures is replaced by one of `kind`
    /// that this server draws, so that the app needs no internet.
    func link(_ stored: String, _ kind: PictureDrawing.Kind = .cover) -> String {
        if stored.utf8.starts(with: "/".utf8) && !stored.utf8.starts(with: "//".utf8) {
            return text + stored
        }
        guard let drawing = PictureDrawing(kind, replacing: stored) else { return stored }
        return text + Self.pictures + drawing.name
    }

    /// A URL as it is stored: a picture of this server as its path, so that it leads to this server
    /// under any name.
    func stored(_ link: String) -> String {
        link.hasPrefix(text + Self.pictures) ? String(link.dropFirst(text.count)) : link
    }
}
