internal import MockPostlyHTTP

/// One request on its way through the API, with what was read of it.
package struct Call {
    let api: Pexels
    let query: Query
    /// Scheme, host and world prefix of the address that the client used.
    let origin: String

    init(_ api: Pexels, _ request: Request) {
        self.api = api
        query = Query(request.rawQuery)
        let host = request.host.flatMap { $0.isEmpty ? nil : $0 } ?? "localhost"
        let forwarded = request.header("x-forwarded-proto")?.lowercased()
        let scheme = forwarded == "https" ? "https" : "http"
        origin = "\(scheme)://\(host)\(request.pathPrefix)"
    }
}
