internal import MockPostlyDialect
internal import MockPostlyHTTP

/// What a handler gets beside the request.
///
/// Made for each request; a value without copies of the catalogue.
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
        origin = request.site
        let isLocal = api.settings.linkTarget == .local
        photoOrigin = isLocal ? origin : "https://www.pexels.com"
        pictureOrigin = isLocal ? origin : "https://images.pexels.com"
    }
}
