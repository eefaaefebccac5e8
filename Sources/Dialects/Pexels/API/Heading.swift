internal import MockPostlyHTTP

/// The CORS fields that let web pages of any origin read the responses.
enum Heading {
    private static let open = Response.Field("Access-Control-Allow-Origin", "*")

    private static let block = FieldBlock([
        open,
        Response.Field(
            "Access-Control-Expose-Headers",
            "X-Ratelimit-Limit, X-Ratelimit-Remaining, X-Ratelimit-Reset"
        ),
    ])

    static func finished(_ response: Response) -> Response {
        var response = response
        response.sharedFields = block
        return response
    }

    /// The response to an `OPTIONS` request on any path.
    static func preflight(_ request: Request) -> Response {
        let names = request.header("access-control-request-headers")
        let allowed = names.flatMap { $0.isEmpty ? nil : $0 } ?? "Authorization"
        return Response(
            status: 204,
            fields: [
                open,
                Response.Field("Access-Control-Allow-Methods", "GET, HEAD, OPTIONS"),
                Response.Field("Access-Control-Allow-Headers", allowed),
                Response.Field("Access-Control-Max-Age", "86400"),
                Response.Field("Vary", "Access-Control-Request-Headers"),
            ]
        )
    }
}
