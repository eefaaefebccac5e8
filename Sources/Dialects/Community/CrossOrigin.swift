internal import MockPostlyHTTP

/// Cross-origin headers as the plug `CORSPlug` sends them for any origin.
///
/// Every answer may be read by every page, and every `OPTIONS` is answered here, whatever its path,
/// without a token. No credentials: a token stands in a field, not in a cookie.
enum CrossOrigin {
    private static let shared = [
        Response.Field("access-control-allow-origin", "*"),
        // Pages may read where a new post is.
        Response.Field("access-control-expose-headers", "location"),
    ]
    /// What Plug says unless told otherwise.
    private static let usual = Response.Field(
        "cache-control",
        "max-age=0, private, must-revalidate"
    )
    private static let block = FieldBlock(shared + [usual])
    private static let bareBlock = FieldBlock(shared)

    /// `response` with what every answer has.
    static func allow(_ response: Response) -> Response {
        var response = response
        let isUsual = !response.fields.contains { $0.name == usual.name }
        response.sharedFields = isUsual ? block : bareBlock
        return response
    }

    /// The answer to `OPTIONS`.
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
