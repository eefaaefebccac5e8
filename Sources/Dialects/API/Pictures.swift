internal import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyImages

/// `/pictures/SIDE/COLOUR`: drawn pictures, to which rows lead by a `CollectionLink`.
enum Pictures {
    /// The first word of their paths.
    static let word = "pictures"
    /// In pixels.
    private static let sides = 16...2048

    static func show(_ call: Call) throws -> Reply {
        guard let side = Int(call.segments[1]), sides.contains(side),
            call.segments[2].utf8.count == 6, let color = UInt32(call.segments[2], radix: 16)
        else { throw Failure.notFound }
        return try SquarePicture(side: side, color: color).reply(from: call.api.context.pictures) {
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
