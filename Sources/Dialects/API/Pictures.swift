internal import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyImages
internal import MockPostlyNouns

/// `/pictures/SIDE/COLOUR`: drawn pictures, to which rows lead by a `CollectionLink`.
enum Pictures {
    /// The first word of their paths.
    static let word = "pictures"
    /// Where rows say that they are.
    static let address = CollectionLink.scheme + word
    /// In pixels.
    private static let sides = 16...2048

    static func show(_ call: Call) throws -> Reply {
        guard let reply = try reply(call.segments[1], call.segments[2], call.api) else {
            throw Failure.notFound
        }
        return reply
    }

    /// The picture of a side and a colour; nil where it is none that is drawn.
    static func reply(_ side: String, _ color: String, _ api: API) throws -> Reply? {
        guard let side = Int(side), sides.contains(side), color.utf8.count == 6,
            let color = UInt32(color, radix: 16)
        else { return nil }
        return try SquarePicture(side: side, color: color).reply(from: api.context.pictures) {
            var response = $0?.response ?? Response(status: 503)
            response.fields.append(.init("Access-Control-Allow-Origin", "*"))
            return response
        }
    }
}

/// A drawn scene; the colour, `0xRRGGBB`, decides its motif too.
private struct SquarePicture: PictureOrder {
    let side: Int
    let color: UInt32

    var width: Int { side }
    var height: Int { side }

    func drawn() throws -> PictureFile {
        let picture = try drawScene(
            seed: UInt64(color),
            width: side,
            height: side,
            base: Color(rgb: color)
        )
        return PictureFile(try encode(picture, as: .jpeg))
    }
}
