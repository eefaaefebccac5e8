internal import MockPostlyCrypto
internal import MockPostlyDialect
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
        let contentType = Response.Field("Content-Type", format.contentType)
        return try reply(.placeholder(drawing, format), call, [contentType, forAYear])
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
        let contentType = Response.Field("Content-Type", "image/" + type)
        return try reply(.icon(digest, size), call, [contentType] + fields)
    }

    /// A generated picture in place of a file of the original: a product, a dish or a QR code.
    static func file(_ request: Request, _ call: Call) throws -> Reply {
        guard let picture = CataloguePicture(path: call.parameter("path")) else {
            return .now(Pages.notFound(call))
        }
        let type = Response.Field("Content-Type", picture.format.contentType)
        return try reply(.file(picture), call, [type, forAYear])
    }

    /// The picture with these fields and its ETag.
    private static func reply(
        _ drawing: Drawing,
        _ call: Call,
        _ fields: [Response.Field]
    ) throws -> Reply {
        try drawing.reply(from: call.api.context.pictures) { file in
            guard let file else { throw Failure(500, "There is no memory left") }
            let tag = file.tag.map { Response.Field("ETag", $0) }
            return Response(fields: fields + [tag].compactMap(\.self), body: file.bytes)
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

/// Everything that a picture depends on.
enum Drawing: PictureOrder {
    case placeholder(Placeholder, ImageFormat)
    case icon([UInt8], Int)
    case file(CataloguePicture)

    var width: Int {
        switch self {
        case .placeholder(let placeholder, _): placeholder.width
        case .icon(_, let side): side
        case .file(let picture): picture.side
        }
    }

    var height: Int {
        if case .placeholder(let placeholder, _) = self { placeholder.height } else { width }
    }

    var textBytes: Int {
        switch self {
        case .placeholder(let placeholder, _): placeholder.text.utf8.count
        case .icon: 32
        case .file(let picture): picture.textBytes
        }
    }

    /// With an ETag of its bytes.
    func drawn() throws -> PictureFile {
        let bytes = try bytes()
        return PictureFile(bytes, tag: entityTag(of: bytes))
    }

    private func bytes() throws -> [UInt8] {
        switch self {
        case .placeholder(let placeholder, let format): return try placeholder.file(as: format)
        case .icon(let digest, let size):
            return try encode(Identicon(digest: digest).picture(size: size), as: .png)
        case .file(let picture): return try picture.file()
        }
    }
}
