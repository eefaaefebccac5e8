internal import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyWorlds

/// The pictures that the dashboard shows in place of those on other hosts: the same as dialects
/// draw, but what it shows is no request of an app, so they stand in no journal.
enum DashboardPictures {
    private static let folder = "/__mockpostly/pictures/"
    static let path = folder + "{file}"

    /// The picture of a name as ``PictureDrawing/name`` writes it, or that of a system for `own`; 404
    /// for any other.
    static func show(_ request: Request, _ call: Control.Call) throws -> Reply {
        let file = String(decoding: request.path.dropFirst(folder.utf8.count), as: UTF8.self)
        if file == "own" { return try showOwn(request, call) }
        guard let drawing = PictureDrawing(file: file) else {
            return .now(Response(status: 404))
        }
        return try drawing.reply(from: nil)
    }

    /// The picture that a system of a world has at a path of its own; 404 for anything else there.
    private static func showOwn(_ request: Request, _ call: Control.Call) throws -> Reply {
        let query = try ControlQuery(request, parameters: ["world", "path"])
        let world = try call.world(query)
        guard let path = query.text("path"), let wanted = Request(getting: path),
            let reply = try call.worlds.peek(wanted, in: world)
        else { return .now(Response(status: 404)) }
        return reply.mapping { response in
            let isPicture = response["Content-Type"]?.hasPrefix("image/") ?? false
            return response.status == 200 && isPicture ? response : Response(status: 404)
        }
    }
}
