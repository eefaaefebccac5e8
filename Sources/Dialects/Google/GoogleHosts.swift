internal import MockPostlyHTTP

/// The paths of Google's own servers, which clients have compiled in, and those of this server for
/// the same.
enum GoogleHosts {
    /// All names, those first that apps ask first.
    static let all =
        [
            "accounts.google.com", "oauth2.googleapis.com", "openidconnect.googleapis.com",
            "www.googleapis.com",
        ] + [pictures]

    /// The host of the pictures of Google's accounts.
    static let pictures = "lh3.googleusercontent.com"

    private static let paths: [(host: StaticString, paths: [(there: [UInt8], here: String)])] = [
        (
            "accounts.google.com",
            [
                (Array("/o/oauth2/v2/auth".utf8), Authorization.path),
                (Array("/o/oauth2/auth".utf8), Authorization.path),
                (Array("/o/oauth2/token".utf8), "/oauth2/v4/token"),
                (Array("/o/oauth2/revoke".utf8), "/oauth2/revoke"),
            ]
        ),
        (
            "oauth2.googleapis.com",
            [
                (Array("/token".utf8), "/oauth2/v4/token"),
                (Array("/tokeninfo".utf8), "/oauth2/v3/tokeninfo"),
                (Array("/revoke".utf8), "/oauth2/revoke"),
            ]
        ),
        (
            "openidconnect.googleapis.com", [(Array("/v1/userinfo".utf8), "/oauth2/v3/userinfo")]
        ),
    ]

    /// The path in the table of routes for what `request` asks for: another one than its own for a
    /// path that only a host of Google's has.
    static func path(of request: Request) -> ArraySlice<UInt8> {
        let path = request.path
        for (host, paths) in paths where request.isFor(host) {
            for known in paths where path.elementsEqual(known.there) {
                return Array(known.here.utf8)[...]
            }
        }
        return path
    }
}
