internal import MockPostlyCrypto
internal import MockPostlyImages

/// What is drawn in place of a file on the original's picture host; the path decides all of it.
struct CataloguePicture: Hashable, Sendable {
    private enum Content: Hashable, Sendable {
        case scene(SceneSubject, seed: String, SceneObject?, zoom: Double)
        case code(String)
    }

    private let content: Content
    /// The side of a scene in pixels.
    let side: Int
    let format: ImageFormat

    /// The picture for a path such as `product-images/beauty/velvet-lash-mascara/1.webp`.
    ///
    /// Nil when the name is not that of a picture, or a code has no room for its text.
    init?(path: String) {
        guard let point = path.lastIndex(of: "."),
            let format = ImageFormat(fileExtension: path[path.index(after: point)...])
        else { return nil }
        self.format = format
        let folders = path[..<point].split(separator: "/", omittingEmptySubsequences: false)
        guard let name = folders.last, !name.isEmpty else { return nil }
        side = name == "thumbnail" ? 300 : 600
        if let text = Self.text(path[..<point]) {
            guard text.utf8.count <= QRCode.longestText else { return nil }
            content = .code(text)
        } else {
            content = Self.scene(folders.dropLast(), name)
        }
    }

    /// The text of a code: `public/qr-code/TEXT.png`; the original has one file for all products.
    private static func text(_ path: Substring) -> String? {
        if path == "public/qr-code" { return "https://dummyjson.com" }
        let folder = "public/qr-code/"
        return path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : nil
    }

    private static func scene(_ folders: ArraySlice<Substring>, _ name: Substring) -> Content {
        let folder = folders.joined(separator: "/")
        let subject: SceneSubject = folder.hasPrefix("recipe") ? .dish : .product
        // `product-images/CATEGORY/PRODUCT/` has several pictures of one thing.
        guard folders.count == 3, folders.first == "product-images" else {
            return .scene(subject, seed: "\(folder)/\(name)", nil, zoom: 1)
        }
        let objects = objects["\(folders[folders.startIndex + 1])"] ?? [.box]
        let object = objects[Int(seed(of: folder) % UInt64(objects.count))]
        let zoom: Double =
            switch name {
            case "1", "thumbnail": 1
            case "2": 1.5
            default: 1.2
            }
        return .scene(subject, seed: folder, object, zoom: zoom)
    }

    /// What suits a category; everything else comes in its box.
    private static let objects: [String: [SceneObject]] = [
        "beauty": [.bottle, .jar], "fragrances": [.bottle], "skin-care": [.bottle, .jar],
        "groceries": [.jar, .bottle, .box], "kitchen-accessories": [.mug, .jar, .box],
        "home-decoration": [.vase, .lamp], "furniture": [.lamp, .vase, .box],
    ]

    private static func seed(of text: String) -> UInt64 {
        sha256(Array(text.utf8)).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    }

    /// The length of the part that has no fixed size, in bytes.
    var textBytes: Int {
        switch content {
        case .scene(_, let seed, _, _): seed.utf8.count
        case .code(let text): text.utf8.count
        }
    }

    /// Draws the picture.
    func file() throws -> [UInt8] {
        switch content {
        case .scene(let subject, let seed, let object, let zoom):
            let picture = try drawScene(
                seed: Self.seed(of: seed),
                width: side,
                height: side,
                subject: subject,
                object: object,
                zoom: zoom
            )
            return try encode(picture, as: format)
        case .code(let text):
            guard let code = QRCode(text) else { throw ImageError.encoding(format) }
            return try encode(code.picture(moduleSize: 8), as: format)
        }
    }
}
