internal import MockPostlyHTTP

/// What all answers get.
enum DescribedHeading {
    /// The answer to OPTIONS, on any path.
    static func preflight(_ request: Request) -> Response {
        var fields = [
            Response.Field("Access-Control-Allow-Methods", "GET, HEAD, PUT, PATCH, POST, DELETE")
        ]
        if let names = request.header("access-control-request-headers"), !names.isEmpty {
            fields.append(.init("Access-Control-Allow-Headers", names))
        }
        fields += origin(request)
        return Response(status: 204, fields: fields)
    }

    static func finished(_ response: Response, _ request: Request) -> Response {
        var response = response
        response.fields.removeAll { $0.name == "Access-Control-Allow-Origin" }
        response.fields += origin(request)
        let shown = response.fields.map(\.name).filter { !isAlwaysReadable($0.lowercased()) }
        if !shown.isEmpty {
            let names = shown.joined(separator: ", ")
            response.fields.append(.init("Access-Control-Expose-Headers", names))
        }
        return response
    }

    /// Whether pages of other sites may read a field without being told so (Fetch, "CORS-safelisted
    /// response-header name").
    private static func isAlwaysReadable(_ name: String) -> Bool {
        name.hasPrefix("access-control-") || readable.contains(name)
    }

    private static let readable: Set<String> = [
        "cache-control", "content-language", "content-length", "content-type", "expires",
        "last-modified", "pragma", "set-cookie", "vary",
    ]

    private static func origin(_ request: Request) -> [Response.Field] {
        guard let origin = request.origin, !origin.isEmpty else {
            return [.init("Access-Control-Allow-Origin", "*")]
        }
        return [
            .init("Access-Control-Allow-Origin", origin),
            .init("Access-Control-Allow-Credentials", "true"), .init("Vary", "Origin"),
        ]
    }
}
