internal import MockPostlyHTTP
internal import MockPostlyJavaScript
internal import MockPostlyOpenAPI
internal import MockPostlySchemas

/// What the description says of an answer besides its body: headers, types, refusals.
extension DescribedCall {
    /// A refusal as the operation declares it.
    func response(to failure: DescribedFailure) -> Response {
        if let own = described.source.response(to: failure) { return own }
        let failure = described.source.renumbered(failure)
        let declared = operation.response(for: failure.status)
        var response = refusal(failure, declared?.contents ?? [])
        if let declared { addFields(of: declared, to: &response) }
        if failure.status == 401 {
            response.fields.append(.init("WWW-Authenticate", DescribedGuard(self).challenge))
        }
        return response
    }

    private func refusal(
        _ failure: DescribedFailure,
        _ contents: [Operation.Content]
    ) -> Response {
        let errors = DescribedErrors(described)
        if let json = contents.first(where: \.isJSON) {
            return errors.body(failure, json.schema, type: json.jsonType)
        }
        if let text = contents.first(where: { $0.type.hasPrefix("text/") }) {
            return Response(
                status: failure.status,
                contentType: text.type == "text/*" ? "text/plain" : text.declaredType,
                text: failure.message
            )
        }
        // An object in another notation, such as YAML, is written as JSON too.
        let schema = contents.lazy.compactMap(\.schema).first { $0.isObject }
        return errors.body(failure, schema, type: operation.answerType)
    }

    /// An answer in the type that a Swagger operation has for all its answers, also empty ones: it is
    /// that of the resource where there is no body (RFC 9110, section 15.3.5).
    func withType(_ response: Response) -> Response {
        guard let type = operation.answerType, response["content-type"] == nil else {
            return response
        }
        var response = response
        response.fields.append(.init("Content-Type", type))
        return response
    }

    func addDeclaredFields(_ response: inout Response) {
        guard let declared = operation.success(plan.purpose).response else { return }
        addFields(of: declared, to: &response)
    }

    /// Adds headers that the description declares, with their examples.
    private func addFields(of declared: Operation.Response, to response: inout Response) {
        for header in declared.headers {
            let name = header.name
            let isThere = response.allFields.contains { $0.name.lowercased() == name.lowercased() }
            let leadsElsewhere =
                (300..<400).contains(response.status) && name.lowercased() == "location"
            guard !isThere, leadsElsewhere || !Self.isOwn(name.lowercased()) else { continue }
            let drawn = header.example ?? header.schema?.draw(shaper().drawing)
            let text: String
            switch drawn {
            case nil, .null, .undefined, .object: continue
            case .array(let elements): text = elements.map(\.text).joined(separator: ",")
            case .some(let value): text = value.text
            }
            let field = Response.Field(name, text)
            if field.hasValidName, field.hasValidValue { response.fields.append(field) }
        }
    }

    /// Whether a header, in lower case, says how the answer is sent or what it is about, so that a drawn
    /// value would break it.
    private static func isOwn(_ name: String) -> Bool {
        name.hasPrefix("access-control-") || own.contains(name)
    }

    private static let own: Set<String> = [
        "content-type", "content-length", "content-encoding", "content-range", "transfer-encoding",
        "connection", "keep-alive", "trailer", "upgrade", "date", "vary", "link", "location",
        "etag", "set-cookie", "www-authenticate",
    ]

    /// Whether a parameter of the query is an API key that `requirement` names.
    func isSecret(_ name: String, _ requirement: SecurityRequirement) -> Bool {
        described.source.description.securitySchemes.contains { scheme in
            scheme.kind == .apiKey(name: name, place: .query)
                && requirement.schemes.contains { $0.name == scheme.name }
        }
    }
}
