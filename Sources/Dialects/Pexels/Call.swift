internal import MockPostlyHTTP

/// What a handler gets beside the request.
package struct Call {
    let api: Pexels
    let query: Query
    /// Scheme, host and world prefix of the URL that the client used; links begin with it.
    let origin: String
    /// What links to photos begin with, and links to pictures.
    let photoOrigin, pictureOrigin: String

    init(_ api: Pexels, _ request: Request) {
        self.api = api
        query = Query(request.rawQuery)
        let host = request.host.flatMap { $0.isEmpty ? nil : $0 } ?? "localhost"
        let forwarded = request.header("x-forwarded-proto")?.lowercased()
        let scheme = forwarded == "https" ? "https" : "http"
        origin = "\(scheme)://\(host)\(request.pathPrefix)"
        let isLocal = api.settings.links == .local
        photoOrigin = isLocal ? origin : "https://www.pexels.com"
        pictureOrigin = isLocal ? origin : "https://images.pexels.com"
    }
}
