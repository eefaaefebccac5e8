internal import MockPostlyHTTP

/// The CORS fields that let web pages of any origin read the responses.
enum Heading {
    private static let open = Response.Field("Access-Control-Allow-Origin", "*")
    private static let block = FieldBlock([open])

    static func finished(_ response: Response) -> Response {
        var response = response
        response.sharedFields = block
        return response
    }

    /// The response to an `OPTIONS` request.
    static func preflight(_ request: Request) -> Response {
        var fields = [
            open,
            Response.Field("Access-Control-Allow-Methods", "GET, HEAD, OPTIONS"),
            Response.Field("Access-Control-Max-Age", "86400"),
        ]
        if let names = request.header("access-control-request-headers"), !names.isEmpty {
            fields.append(Response.Field("Access-Control-Allow-Headers", names))
            fields.append(Response.Field("Vary", "Access-Control-Request-Headers"))
        }
        return Response(status: 204, fields: fields)
    }
}
