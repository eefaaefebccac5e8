internal import MockPostlyDialect
internal import MockPostlyHTTP

/// The pictures that the dashboard shows in place of those on other hosts: the same as dialects
/// draw, but what it shows is no request of an app, so they stand in no journal.
enum DashboardPictures {
    private static let folder = "/__mockpostly/pictures/"
    static let path = folder + "{file}"

    /// The picture of a name as ``PictureDrawing/name`` writes it; 404 for any other.
    static func show(_ request: Request, _: Control.Call) throws -> Reply {
        let file = String(decoding: request.path.dropFirst(folder.utf8.count), as: UTF8.self)
        guard let drawing = PictureDrawing(file: file) else {
            return .now(Response(status: 404))
        }
        return try drawing.reply(from: nil)
    }
}
