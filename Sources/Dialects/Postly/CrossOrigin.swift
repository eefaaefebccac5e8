internal import MockPostlyHTTP

/// Cross-origin headers on every answer, as flask-cors sends them by default.
enum CrossOrigin {
    private static let anyone = Response.Field("Access-Control-Allow-Origin", "*")
    /// The fields of most responses, formatted once.
    private static let jsonForAnyone = FieldBlock(Response.jsonFields.fields + [anyone])

    private static let methods = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"]

    /// Adds the CORS fields that flask-cors sends for `request`.
    static func allow(_ request: Request, _ response: inout Response) {
        if request.hasOrigin, let origin = request.header("origin"), !origin.isEmpty {
            response.fields.append(.init("Access-Control-Allow-Origin", origin))
            response.fields.append(.init("Vary", "Origin"))
        } else if response.fields.isEmpty,
            response.sharedFields?.isSame(as: Response.jsonFields) == true
        {
            response.sharedFields = jsonForAnyone
        } else {
            response.fields.append(anyone)
        }
        if request.method == .options { allowPreflight(request, &response) }
    }

    private static func allowPreflight(_ request: Request, _ response: inout Response) {
        guard let method = request.header("access-control-request-method"),
            methods.contains(method.uppercased())
        else { return }
        response.fields.append(
            .init("Access-Control-Allow-Methods", methods.joined(separator: ", "))
        )
        guard let names = request.header("access-control-request-headers"), !names.isEmpty else {
            return
        }
        let sorted = names.split(separator: ",", omittingEmptySubsequences: false)
            .map { trimmed($0) }
            .sorted { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) }
        response.fields.append(
            .init("Access-Control-Allow-Headers", sorted.joined(separator: ", "))
        )
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return String(text)
    }
}
