internal import MockPostlyHTTP

/// Cross-origin headers as the plug `CORSPlug` sends them for any origin.
///
/// Every page may read every response, and every `OPTIONS` request is answered here, whatever its
/// path and without a token. Credentials are not allowed: the token is in a header field, not in a
/// cookie.
enum CrossOrigin {
    private static let shared = [
        Response.Field("access-control-allow-origin", "*"),
        // Lets pages read the URL of a new post.
        Response.Field("access-control-expose-headers", "location"),
    ]
    /// Plug's default value of the field.
    private static let usual = Response.Field(
        "cache-control",
        "max-age=0, private, must-revalidate"
    )
    private static let block = FieldBlock(shared + [usual])
    private static let bareBlock = FieldBlock(shared)

    /// `response` with the fields that every response has.
    static func allow(_ response: Response) -> Response {
        var response = response
        let isUsual = !response.fields.contains { $0.name.lowercased() == usual.name }
        response.sharedFields = isUsual ? block : bareBlock
        return response
    }

    /// The response to an `OPTIONS` request.
    static func preflight(_ request: Request) -> Response {
        var response = allow(.noContent)
        let asked = request.header("access-control-request-headers") ?? ""
        response.fields = [
            .init("access-control-allow-methods", "GET,POST,PUT,PATCH,DELETE,OPTIONS"),
            .init(
                "access-control-allow-headers",
                asked.isEmpty ? "Authorization,Content-Type,Accept" : asked
            ),
            .init("access-control-max-age", "1728000"),
        ]
        return response
    }
}
