internal import MockPostlyDialect
internal import MockPostlyHTTP

/// The covers and portraits of this server, drawn on another thread.
enum Pictures {
    /// The picture of a name as ``PictureLinks`` writes it; the same name gives the same picture.
    static func show(_ request: Request, _ api: Postly) throws -> Reply {
        guard let drawing = PictureDrawing(file: request.parameter("file")) else {
            return .now(Pages.notFound)
        }
        return try drawing.reply(from: api.pictures) { file in
            guard let file else { throw Failure(503, "The server is busy, try again") }
            return file.response
        }
    }
}
