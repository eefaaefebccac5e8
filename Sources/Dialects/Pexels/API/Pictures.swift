internal import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyImages
internal import PexelsContent

/// The pictures that responses link to, drawn by the worker.
enum Pictures {
    static func show(_ request: Request, _ call: Call) throws -> Reply {
        let known = try? call.photo(request.parameter("id"))
        let file = request.parameter("file")
        guard let photo = known, file.utf8.elementsEqual(photo.pictureName.utf8) else {
            // There, the covers of other systems' posts are too.
            guard request.isFor("images.pexels.com") else { throw Failure.notFound }
            return try PictureDrawing.reply(
                .cover,
                to: request,
                on: "images.pexels.com",
                from: call.api.pictures
            )
        }
        let drawing = Drawing(photo: photo, size: PictureSize(of: photo, call.query))
        var response = Response()
        response.fields = [
            Response.Field("ETag", drawing.tag),
            Response.Field("Cache-Control", "public, max-age=31536000, immutable"),
        ]
        if let known = request.ifNoneMatch, isMatch(drawing.tag, known) {
            response.status = 304
            return .now(response)
        }
        response.fields.insert(.init("Content-Type", ImageFormat.jpeg.contentType), at: 0)
        return try drawing.reply(from: call.api.pictures) { [response] file in
            guard let file else { throw Failure.busy }
            var response = response
            response.body = file.bytes
            return response
        }
    }

    /// Whether an If-None-Match field names `tag` (RFC 9110 §13.1.2).
    private static func isMatch(_ tag: String, _ field: String) -> Bool {
        field.split(separator: ",").contains { part in
            let part = part.drop { $0 == " " || $0 == "\t" }
                .prefix { $0 != " " && $0 != "\t" }
            return part == "*" || part == tag || part == "W/" + tag
        }
    }
}

/// Everything that determines the bytes of a picture.
struct Drawing: PictureOrder {
    let photo: Photo
    let size: PictureSize

    var width: Int { size.width }
    var height: Int { size.height }

    /// The entity tag: the same photo in the same size is the same file.
    var tag: String { "\"\(photo.id)-\(size.width)x\(size.height)\"" }

    func hash(into hasher: inout Hasher) {
        hasher.combine(photo.id)
        hasher.combine(size)
    }

    /// A JPEG file.
    func drawn() throws -> PictureFile { PictureFile(try encode(picture(), as: .jpeg)) }

    func picture() throws -> Picture {
        try drawScene(
            seed: photo.seed,
            width: size.width,
            height: size.height,
            subject: SceneSubject(tags: photo.tags),
            base: Color(red: photo.color.red, green: photo.color.green, blue: photo.color.blue)
        )
    }
}

extension SceneSubject {
    /// The kind of scene to draw for these tags: the first known tag decides.
    init(tags: [String]) {
        for tag in tags {
            switch tag {
            case "mountains", "forest": self = .mountains
            case "fields", "animals", "garden": self = .hills
            case "sea", "beach", "lake": self = .sea
            case "city", "street": self = .city
            case "food": self = .dish
            default: continue
            }
            return
        }
        self = .product
    }
}
