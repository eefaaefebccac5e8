internal import MockPostlyDialect
internal import MockPostlyHTTP

/// Portraits and pictures of posts on this server, where links lead to it.
enum Pictures {
    static let folder = "/community/pictures/"

    /// The members of posts, comments and users that have addresses of pictures.
    static let members = PictureLinks.Members(
        [("avatar_url", .portrait), ("image_url", .cover)],
        folder: folder
    )

    /// The picture of a name that a link has; the same name gives the same picture.
    static func show(_ request: Request, _ api: Community) throws -> Reply {
        guard let drawing = PictureDrawing(file: request.parameter("file")) else {
            throw Failure.notFound
        }
        return try drawing.reply(from: api.context.pictures)
    }
}

extension Response {
    /// The response with addresses of this server, as `request` has reached it.
    func leadingHere(_ request: Request) -> Response {
        guard self["content-type"]?.hasPrefix("application/json") == true else { return self }
        var response = self
        response.body = PictureLinks(request).localized(body, Pictures.members)
        return response
    }
}
