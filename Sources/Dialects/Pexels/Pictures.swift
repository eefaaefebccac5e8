internal import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyImages
internal import MockPostlyNouns

/// The pictures that responses link to, drawn by the worker.
enum Pictures {
    static func show(_ request: Request, _ call: Call) throws -> Reply {
        let known = try? call.photo(request.parameter("id"))
        let file = request.parameter("file")
        guard let photo = known, file.utf8.elementsEqual(photo.pictureName.utf8) else {
            // There, the covers of other systems' posts are too.
            guard request.isFor("images.pexels.com") else { throw Failure.notFound }
            return PictureDrawing.reply(.cover, to: request, on: "images.pexels.com")
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
        return reply(drawing, response, cache: call.api.pictures)
    }

    /// `response` with the picture from the cache, or deferred until the picture is drawn.
    private static func reply(
        _ drawing: Drawing,
        _ response: Response,
        cache: PictureCache
    ) -> Reply {
        if let known = cache.find(drawing) { return .now(response.with(known)) }
        return .later(on: .picture(width: drawing.size.width, height: drawing.size.height)) {
            Drawn(file: try? drawing.file())
        } finish: { (drawn: Drawn) in
            guard let file = drawn.file else { throw Failure.busy }
            cache.cache(file, for: drawing)
            return response.with(file)
        }
    }

    private struct Drawn: Sendable {
        var file: [UInt8]?
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

extension Response {
    fileprivate func with(_ body: [UInt8]) -> Response {
        var response = self
        response.body = body
        return response
    }
}

/// Everything that determines the bytes of a picture.
struct Drawing: Sendable {
    let photo: Photo
    let size: PictureSize

    /// The entity tag: the same photo in the same size is the same file.
    var tag: String { "\"\(photo.id)-\(size.width)x\(size.height)\"" }

    /// Draws the picture as a JPEG file; slow, up to a second.
    func file() throws -> [UInt8] {
        try encode(picture(), as: .jpeg)
    }

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

/// A cache of drawn pictures within a memory limit.
///
/// Belongs to the loop's thread.
final class PictureCache {
    /// A file with more bytes is not cached.
    private static let largestFile = 4 * 1024 * 1024

    private let isOn: Bool
    private let files: TargetTable<[UInt8]>

    init(_ budget: CacheBudget, isOn: Bool) {
        self.isOn = isOn
        files = TargetTable(budget)
    }

    func forgetAll() { files.removeAll() }

    func find(_ drawing: Drawing) -> [UInt8]? {
        isOn ? files.find(Array(drawing.tag.utf8)[...]) : nil
    }

    func cache(_ file: [UInt8], for drawing: Drawing) {
        guard isOn, file.count <= Self.largestFile else { return }
        files.insert(file, size: file.bufferedBytes, for: Array(drawing.tag.utf8)[...])
    }
}
