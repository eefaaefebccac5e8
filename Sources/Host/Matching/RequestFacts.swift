internal import MockPostlyBodies
package import MockPostlyHTTP
package import MockPostlyWorld

/// What patterns ask of one request; what costs time is found when it is first asked for.
///
/// Belongs to the loop's thread.
package final class RequestFacts {
    package let request: Request
    /// The name of the dialect that owns its path.
    ///
    /// Empty when no dialect owns it.
    package let dialect: String
    private let findRoute: () -> String?
    private let findUsers: () -> [String]
    /// The time of the world; nil where there is no clock, and no date is before or after now.
    package let now: () -> Instant?
    /// The pattern of its route in the dialect's table, such as `/api/posts/{slug}`; nil for none.
    package private(set) lazy var route = findRoute()
    /// The names of the user whose token it carries: id, e-mail address, username; empty without.
    package private(set) lazy var users = findUsers()
    private let bodyBytes: Int?
    private let bodyLimit: Int
    /// The form with files that the body is, as far as it can be read; nil for another media type.
    private(set) lazy var multipart: Multipart? = request.header("content-type")
        .flatMap(Multipart.boundary)
        .map { Multipart(readable: body.decoded.bytes, boundary: $0) }
    package private(set) lazy var body = MatchedBody(
        DecodedBody(of: request, sent: bodyBytes ?? request.body.count, limit: bodyLimit)
    )

    /// Facts about `request`; `route` and `users` are asked once at most.
    ///
    /// `bodyBytes` is the length of the body that was sent, of which `request` may have the
    /// beginning; nil when it has all. Of a compressed body at most `bodyLimit` bytes are read.
    ///
    /// Nothing is looked up yet.
    package init(
        _ request: Request,
        bodyBytes: Int? = nil,
        bodyLimit: Int = DecodedBody.longest,
        dialect: String,
        route: @escaping () -> String?,
        users: @escaping () -> [String],
        now: @escaping () -> Instant? = { nil }
    ) {
        self.request = request
        self.dialect = dialect
        self.bodyBytes = bodyBytes
        self.bodyLimit = max(bodyLimit, request.body.count)
        findRoute = route
        findUsers = users
        self.now = now
    }
}
