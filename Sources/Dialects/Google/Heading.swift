internal import MockPostlyHTTP

/// The CORS fields that let web pages of any origin read the responses, but not the pages.
enum Heading {
    private static let open = Response.Field("Access-Control-Allow-Origin", "*")
    private static let block = FieldBlock([open])

    static func finished(_ response: Response) -> Response {
        guard response.sharedFields == nil else { return response }
        var response = response
        response.sharedFields = block
        return response
    }

    /// The methods of a path, as fields list them.
    static func methods(_ methods: [Method]) -> String {
        var text = ""
        for method in methods {
            switch method {
            case .get: text += "GET, HEAD, "
            case .head, .options: break
            default: text += method.name + ", "
            }
        }
        return text + "OPTIONS"
    }

    /// The response to an `OPTIONS` request for a path with these methods.
    static func preflight(_ request: Request, _ methods: String) -> Response {
        var fields = [
            open,
            Response.Field("Access-Control-Allow-Methods", methods),
            Response.Field("Access-Control-Max-Age", "86400"),
        ]
        if let names = request.header("access-control-request-headers"), !names.isEmpty {
            fields.append(Response.Field("Access-Control-Allow-Headers", names))
            fields.append(Response.Field("Vary", "Access-Control-Request-Headers"))
        }
        return Response(status: 204, fields: fields)
    }
}
