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
            if api.usesCaches { api.pictures.insert(file, size: file.heldBytes, for: key) }
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

/// What decides the bytes of a picture: `cover-0123456789abcdef.jpg`.
struct PictureDrawing: Sendable, Equatable {
    enum Kind: String, CaseIterable {
        /// A landscape, in place of the photograph above a post.
        case cover
        /// An abstract picture, in place of a face.
        case portrait
    }

    let kind: Kind
    let seed: UInt64

    private static let ending = ".jpg"
    private static let digits = 16

    /// The picture that stands for the one at an address of another host.
    init(_ kind: Kind, inPlaceOf address: some Collection<UInt8>) {
        self.kind = kind
        // FNV-1a: spread evenly, and the same on every machine.
        seed = address.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    /// Reads the name of a file; nil when it is not one that ``file`` writes.
    init?(file: String) {
        guard file.hasSuffix(Self.ending),
            let kind = Kind.allCases.first(where: { file.hasPrefix($0.rawValue + "-") })
        else { return nil }
        let text = file.dropFirst(kind.rawValue.count + 1).dropLast(Self.ending.count)
        guard text.utf8.count == Self.digits, text.allSatisfy({ "0123456789abcdef".contains($0) }),
            let seed = UInt64(text, radix: 16)
        else { return nil }
        (self.kind, self.seed) = (kind, seed)
    }

    /// The name of the file.
    var name: String {
        let text = String(seed, radix: 16)
        let zeros = String(repeating: "0", count: Self.digits - text.count)
        return "\(kind.rawValue)-\(zeros)\(text)\(Self.ending)"
    }

    /// In pixels.
    var width: Int { kind == .cover ? 940 : 256 }
    /// In pixels.
    var height: Int { kind == .cover ? 627 : 256 }

    /// Draws the picture as a JPEG file; slow.
    func file() throws -> [UInt8] {
        try encode(drawScene(seed: seed, width: width, height: height), as: .jpeg)
    }
}
