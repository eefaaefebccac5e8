package import MockPostlyHTTP

extension PictureDrawing: PictureOrder {
    /// The same as ``file()``.
    package func drawn() throws -> PictureFile { PictureFile(try file()) }

    /// The picture as a JPEG file; 503 when memory is missing.
    ///
    /// Which pages may read it is said by the dialect, as for all of its answers.
    ///
    /// - Parameter pictures: where it is kept; nil draws it anew.
    /// - Returns: as ``reply(from:_:)``.
    /// - Throws: nothing that is expected.
    package func reply(from pictures: PictureCache?) throws -> Reply {
        try reply(from: pictures) { $0?.response ?? Response(status: 503) }
    }

    /// The reply to a request for a picture by the name of its own host: the same as in links to
    /// this server.
    package static func reply(
        _ kind: Kind,
        to request: Request,
        on host: String,
        from pictures: PictureCache
    ) throws -> Reply {
        let address = Array("https://\(host)".utf8) + request.target
        return try PictureDrawing(kind, inPlaceOf: address).reply(from: pictures).mapping {
            var response = $0
            response.fields.append(.init("Access-Control-Allow-Origin", "*"))
            return response
        }
    }

    /// The reply to a request by the name of ``portraitHost``; nil for requests by other names.
    package static func portrait(
        for request: Request,
        from pictures: PictureCache
    ) throws -> Reply? {
        guard request.isFor("randomuser.me") else { return nil }
        let path = request.path
        guard request.method == .get || request.method == .head,
            path.starts(with: "/api/portraits/".utf8), path.suffix(4).elementsEqual(".jpg".utf8)
        else { return .now(Response(status: 404, contentType: "text/plain", text: "Not Found")) }
        return try reply(.portrait, to: request, on: portraitHost, from: pictures)
    }

    /// The host of the portraits of people in the standard seed.
    package static let portraitHost = "randomuser.me"
}
