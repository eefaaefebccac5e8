internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyMatching
internal import MockPostlyStubs

extension StubResponse {
    /// The field of an answer in which there are templates that are not filled in.
    static let templateField = "X-Mockpostly-Template"

    /// Reads the templates of a mapping that names their transformer; of others it is noted that
    /// they are sent as they are.
    mutating func readTemplate(_ response: MappingNode) throws(MappingFault) {
        let parameters = response["transformerParameters"]
        var isFilled = false
        if let transformers = response["transformers"] {
            guard transformers.value.kind == .array else {
                throw transformers.fault("must be a list")
            }
            for node in transformers.elements {
                guard try node.text() == "response-template" else {
                    throw node.fault("can be 'response-template' alone")
                }
                isFilled = true
            }
        }
        guard isFilled else {
            if let parameters, !parameters.isEmpty {
                throw parameters.fault("needs 'response-template' in 'transformers'")
            }
            let names = ["body", "jsonBody", "bodyFileName"]
            let hasText = names.contains { response[$0] != nil }
            let isMarked =
                hasText && body.hasPart("{{".utf8)
                || fields.contains { $0.value.utf8.hasPart("{{".utf8) }
            if isMarked {
                fields.append(
                    .init(
                        Self.templateField,
                        "sent as it is; name response-template in transformers to fill it in"
                    )
                )
            }
            return
        }
        var template = ResponseTemplate()
        for (name, node) in try parameters?.allMembers() ?? [] {
            template.parameters[name] = node.value.asText
        }
        if response["base64Body"] == nil, body.hasPart("{{".utf8),
            let node = ["body", "jsonBody", "bodyFileName"].lazy.compactMap({ response[$0] }).first
        {
            template.body = try node.template(String(decoding: body, as: UTF8.self))
        }
        for (index, field) in fields.enumerated() where field.value.utf8.hasPart("{{".utf8) {
            guard let headers = response["headers"] else { continue }
            template.fields[index] = try headers.template(field.value)
        }
        if template.body != nil || !template.fields.isEmpty { self.template = template }
    }
}

extension MappingNode {
    fileprivate func template(_ text: String) throws(MappingFault) -> TextTemplate {
        do throws(TextTemplate.Fault) {
            return try TextTemplate(text)
        } catch {
            throw fault(error.words)
        }
    }
}
