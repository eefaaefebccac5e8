internal import MockPostlyHTTP
package import MockPostlyMatching
package import MockPostlyWorld

/// The parts of a stub's answer that are filled in from the request.
package struct ResponseTemplate: Sendable {
    /// Nil for a body that is sent as it is.
    package var body: TextTemplate?
    /// The templates of fields, by their place in the answer.
    package var fields: [Int: TextTemplate] = [:]
    /// `{{parameters.name}}`.
    package var parameters: [String: String] = [:]
    /// The places of named parts of the path, from 0 between its slashes.
    package var segments: [String: Int] = [:]

    /// Nothing to fill in.
    package init() {}
}

extension StubResponse {
    /// The answer to one request, with its template filled in.
    ///
    /// Random values take numbers of `world`, in the order of the places: fields, then the body. A
    /// field whose value would have a control character is left out.
    package func filled(for facts: RequestFacts, _ world: TimeAndChance) -> StubResponse {
        guard let template else { return self }
        var values = TemplateValues(facts, world)
        (values.parameters, values.segments) = (template.parameters, template.segments)
        var response = self
        for index in template.fields.keys.sorted() {
            response.fields[index].value = template.fields[index]?.text(values) ?? ""
        }
        response.fields.removeAll { !$0.hasValidValue }
        if let body = template.body { response.body = Array(body.text(values).utf8) }
        return response
    }
}
