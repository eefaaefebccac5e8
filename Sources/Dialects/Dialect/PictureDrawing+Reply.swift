package import MockPostlyHTTP
internal import MockPostlyImages

extension PictureDrawing {
    /// The reply to a request for a picture by the name of its own host: a JPEG file drawn on
    /// another thread, the same as in links to this server.
    package static func reply(_ kind: Kind, to request: Request, on host: String) -> Reply {
        let address = Array("https://\(host)".utf8) + request.target
        return PictureDrawing(kind, inPlaceOf: address).reply().mapping { picture in
            var response = picture
            response.fields.append(.init("Access-Control-Allow-Origin", "*"))
            return response
        }
    }

    /// The picture as a JPEG file, drawn on another thread; 503 when memory is missing.
    ///
    /// Which pages may read it is said by the dialect, as for all of its answers.
    package func reply() -> Reply {
        .later(on: .picture(width: width, height: height)) {
            Drawn(file: try? file())
        } finish: { (drawn: Drawn) in
            guard let file = drawn.file else { return Response(status: 503) }
            var response = Response(contentType: ImageFormat.jpeg.contentType, body: file)
            response.fields.append(.init("Cache-Control", "public, max-age=31536000, immutable"))
            return response
        }
    }

    private struct Drawn: Sendable {
        var file: [UInt8]?
    }

    /// The reply to a request by the name of ``portraitHost``; nil for requests by other names.
    package static func portrait(for request: Request) -> Reply? {
        guard request.isFor("randomuser.me") else { return nil }
        let path = request.path
        guard request.method == .get || request.method == .head,
            path.starts(with: "/api/portraits/".utf8), path.suffix(4).elementsEqual(".jpg".utf8)
        else { return .now(Response(status: 404, contentType: "text/plain", text: "Not Found")) }
        return reply(.portrait, to: request, on: portraitHost)
    }

    /// The host of the portraits of people in the standard seed.
    package static let portraitHost = "randomuser.me"
}
