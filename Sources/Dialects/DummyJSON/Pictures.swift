internal import MockPostlyCrypto
internal import MockPostlyHTTP
internal import MockPostlyImages
internal import MockPostlyJavaScript

/// `/image`, `/icon`, and generated pictures in place of the original's files.
///
/// They are drawn on other threads, so that a large one does not stop the loop.
enum Pictures {
    static func placeholder(_ request: Request, _ call: Call) throws -> Reply {
        let sent = call.query["size"].string ?? call.parameter("size")
        guard let size = try size(sent) else {
            return .now(Pages.notFound(call))
        }
        let type = call.option("type") ?? "png"
        guard let format = formats[type] else {
            throw Failure(
                500,
                "Unknown image type '\(type)', expected one of 'png', 'jpg', 'webp'"
            )
        }
        let color = { (name: String) in call.option(name).flatMap { Color(css: $0) } }
        let drawing = Placeholder(
            width: size.width,
            height: size.height,
            background: color("background") ?? Color(rgb: 0xCCCCCC),
            foreground: color("color"),
            text: call.query["text"].string ?? "\(size.width) x \(size.height)",
            fontSize: Int(exactly: parseInteger(call.query["fontSize"].text).rounded())
        )
        return reply(.placeholder(drawing, format), call) {
            [.init("Content-Type", format.contentType), forAYear]
        }
    }

    private static let formats: [String: ImageFormat] = [
        "png": .png, "jpg": .jpeg, "webp": .webp,
    ]

    private static let forAYear = Response.Field("Cache-Control", "public, max-age=31536000")

    /// Reads `W`, `Wx` or `WxH`, with a small `x`; nil when the text is not a size.
    private static func size(_ text: String) throws -> (width: Int, height: Int)? {
        let parts = text.split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count <= 2, !parts[0].isEmpty else { return nil }
        let sides = parts.map { JSValue.string(String($0)).number.rounded(.down) }
        guard sides.allSatisfy({ $0 >= 0 }) else { return nil }
        let width = sides[0] > 0 ? sides[0] : 150
        let height = sides.count > 1 && sides[1] > 0 ? sides[1] : width
        guard max(width, height) <= Double(Picture.longestSide) else {
            throw Failure(500, "Too big to be an image, why not try a smaller size?")
        }
        return (Int(width), Int(height))
    }

    static func icon(_ request: Request, _ call: Call) throws -> Reply {
        let text = call.parameter("hash")
        let wanted = parseInteger(call.parameter("size"))
        let size = (1...1000).contains(wanted) ? Int(wanted) : 100
        let digest = sha256(Array((text.isEmpty ? "DummyJSON" : text).utf8))
        let fields = [
            Response.Field("Content-Disposition", "inline"),
            Response.Field("Cache-Control", "public, max-age=31557600"),
        ]
        let sent = call.query["type"].string ?? ""
        // A text that no header field can contain is not a format.
        let isType = !sent.isEmpty && sent.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        let type = isType ? sent : "png"
        guard type != "svg" else {
            let text = try Identicon(digest: digest).svg(size: size)
            var response = Response(contentType: "image/svg; charset=utf-8", text: text)
            response.fields += fields
            return .now(response)
        }
        return reply(.icon(digest, size), call) {
            [.init("Content-Type", "image/" + type)] + fields
        }
    }

    /// A generated picture in place of a file of the original: a product, a dish or a QR code.
    static func file(_ request: Request, _ call: Call) throws -> Reply {
        guard let picture = CataloguePicture(path: call.parameter("path")) else {
            return .now(Pages.notFound(call))
        }
        return reply(.file(picture), call) {
            [.init("Content-Type", picture.format.contentType), forAYear]
        }
    }

    /// The picture from the cache, or a reply that draws it.
    private static func reply(
        _ drawing: Drawing,
        _ call: Call,
        _ fields: () -> [Response.Field]
    ) -> Reply {
        let fields = fields()
        let cache = call.api.pictures
        let response = { (file: PictureFile) in
            Response(fields: fields + [.init("ETag", file.tag)], body: file.bytes)
        }
        if let known = cache.find(drawing) { return .now(response(known)) }
        return .later(on: drawing.lane) {
            (try? drawing.file()).map { PictureFile($0) }
        } finish: { (drawn: PictureFile?) in
            guard let drawn else { throw Failure(500, "There is no memory left") }
            cache.cache(drawn, for: drawing)
            return response(drawn)
        }
    }
}

extension Call {
    /// An option of a picture, from the query or from the path.
    fileprivate func option(_ name: String) -> String? {
        if let text = query[name].string, !text.isEmpty { return text }
        // The original merges the query over the parameters of the path, which have these names.
        if let text = query[name + "Param"].string { return text.isEmpty ? nil : text }
        return parameters.first { $0.name == name }?.value
    }
}

/// Everything that a picture depends on; the key of the cache.
enum Drawing: Hashable, Sendable {
    case placeholder(Placeholder, ImageFormat)
    case icon([UInt8], Int)
    case file(CataloguePicture)

    /// The group of threads that draws it.
    var lane: Lane {
        switch self {
        case .placeholder(let placeholder, _):
            .picture(width: placeholder.width, height: placeholder.height)
        case .icon(_, let side): .picture(width: side, height: side)
        case .file(let picture): picture.lane
        }
    }

    /// Draws the picture; that can take a second.
    func file() throws -> [UInt8] {
        switch self {
        case .placeholder(let placeholder, let format): return try placeholder.file(as: format)
        case .icon(let digest, let size):
            return try encode(Identicon(digest: digest).picture(size: size), as: .png)
        case .file(let picture): return try picture.file()
        }
    }
}

/// A drawn picture with its ETag.
///
/// Hashing it for the tag takes as long as drawing a small picture, so both are done on the drawing
/// thread.
struct PictureFile: Sendable {
    let bytes: [UInt8]
    let tag: String

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        tag = entityTag(of: bytes)
    }
}

/// A cache of drawn pictures, within the shared budget.
///
/// Belongs to the loop's thread.
final class PictureCache: CacheOwner {
    /// A larger picture is not cached.
    private static let largestFile = 4 * 1024 * 1024

    private struct Kept {
        var file: PictureFile
        var number: UInt64
        var place: CacheBudget.Place
    }

    private let budget: CacheBudget
    private let isOn: Bool
    private var owner: Int32 = 0
    private var files: [Drawing: Kept] = [:]
    /// The drawings by the numbers under which the budget knows them.
    private var drawings: [UInt64: Drawing] = [:]
    private var lastNumber: UInt64 = 0

    init(_ budget: CacheBudget, isOn: Bool) {
        self.budget = budget
        self.isOn = isOn
        owner = budget.join(self)
    }

    deinit {
        forgetAll()
        budget.leave(owner)
    }

    func find(_ drawing: Drawing) -> PictureFile? {
        guard let kept = files[drawing] else { return nil }
        budget.touch(kept.place)
        return kept.file
    }

    /// Caches a picture, if there is room for it.
    func cache(_ file: PictureFile, for drawing: Drawing) {
        guard isOn, file.bytes.count <= Self.largestFile, files[drawing] == nil else { return }
        lastNumber += 1
        // The key may contain a long text.
        let size = file.bytes.bufferedBytes + 2 * drawing.bufferedBytes + 512
        guard let place = budget.insert(size, lastNumber, of: owner) else { return }
        files[drawing] = Kept(file: file, number: lastNumber, place: place)
        drawings[lastNumber] = drawing
    }

    func forgetAll() {
        for kept in files.values { budget.remove(kept.place) }
        (files, drawings) = ([:], [:])
    }

    func evict(_ key: UInt64) {
        guard let drawing = drawings.removeValue(forKey: key) else { return }
        files[drawing] = nil
    }
}

extension Drawing {
    /// The size of the parts whose length is not fixed, in bytes.
    fileprivate var bufferedBytes: Int {
        switch self {
        case .placeholder(let placeholder, _): placeholder.text.utf8.count
        case .icon: 32
        case .file(let picture): picture.bufferedBytes
        }
    }
}
