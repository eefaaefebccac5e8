internal import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyImages

/// The covers and portraits of this server, drawn on another thread.
enum Pictures {
    /// The picture of a name as ``PictureLinks`` writes it; the same name gives the same picture.
    static func show(_ request: Request, _ api: Postly) throws -> Reply {
        let file = request.parameter("file")
        guard let drawing = PictureDrawing(file: file) else { return .now(Pages.notFound) }
        let key = Array(file.utf8)[...]
        if let known = api.pictures.find(key) { return .now(response(known)) }
        return .later(on: .picture(width: drawing.width, height: drawing.height)) {
            Drawn(file: try? drawing.file())
        } finish: { (drawn: Drawn) in
            guard let file = drawn.file else { throw Failure(503, "The server is busy, try again") }
            if api.usesCaches { api.pictures.insert(file, size: file.bufferedBytes, for: key) }
            return response(file)
        }
    }

    private struct Drawn: Sendable {
        var file: [UInt8]?
    }

    private static func response(_ file: [UInt8]) -> Response {
        var response = Response(contentType: ImageFormat.jpeg.contentType, body: file)
        response.fields.append(.init("Cache-Control", "public, max-age=31536000, immutable"))
        return response
    }
}
