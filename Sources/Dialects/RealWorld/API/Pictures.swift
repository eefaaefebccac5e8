internal import MockPostlyDialect
internal import MockPostlyHTTP

/// Pictures of this server, drawn on another thread; the same name gives the same picture.
enum Pictures {
    private static let names = ["smiley-cyrus.jpeg", "smiley-cyrus.jpg", "demo-avatar.png"]

    /// A picture to which answers and apps of the originals lead.
    static func image(_ request: Request, _ call: Call) throws -> Reply {
        let name = call.text("file")
        guard names.contains(name) else { throw Failure.noPath }
        return try draw(PictureDrawing(.portrait, inPlaceOf: name.utf8), call)
    }

    /// A portrait, by a name as ``PictureLinks`` writes it.
    static func portrait(_ request: Request, _ call: Call) throws -> Reply {
        guard let drawing = PictureDrawing(file: call.text("file")) else { throw Failure.noPath }
        return try draw(drawing, call)
    }

    private static func draw(_ drawing: PictureDrawing, _ call: Call) throws -> Reply {
        try drawing.reply(from: call.api.context.pictures) { file in
            guard let file else { throw Overload() }
            var response = file.response
            response.sharedFields = Response.openFields
            return response
        }
    }
}
