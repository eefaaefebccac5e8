internal import MockPostlyHTTP
internal import MockPostlyImages
internal import MockPostlyJavaScript
internal import MockPostlyOpenAPI
internal import MockPostlySchemas

/// Answers of operations without state: the example of the description, or what its schema allows.
struct DescribedExample {
    private let call: DescribedCall

    init(_ call: DescribedCall) { self.call = call }

    func response(_ success: Operation.Success) -> Response {
        guard let response = success.response,
            let content = response.json ?? response.contents.first
        else { return Response(status: success.status) }
        if content.isJSON { return call.json(value(success), success) }
        guard !content.type.hasSuffix("xml") || content.schema == nil else {
            var response = DescribedErrors.json(
                value(of: content),
                success.status,
                type: "application/json"
            )
            response.fields.append(.init("X-Mockpostly-Hint", "XML is not written; this is JSON"))
            return response
        }
        return other(content, success.status)
    }

    /// The example of the answer in JSON, else what its schema allows.
    func value(_ success: Operation.Success) -> JSValue {
        success.response?.json.map { value(of: $0) } ?? .object(JSObject())
    }

    /// The example of the description, or what its schema allows, with all that it may have.
    private func value(of content: Operation.Content) -> JSValue {
        guard let schema = content.schema else {
            return content.examples.first ?? .object(JSObject())
        }
        var shaper = call.shaper()
        shaper.drawing.isFull = true
        guard let example = content.examples.first else { return schema.draw(shaper.drawing) }
        shaper.isDescription = true
        return schema.accepts(example, .drawn) ? example : shaper.value(example, as: schema)
    }

    private func other(_ content: Operation.Content, _ status: Int) -> Response {
        let type = content.type == "*/*" ? "application/octet-stream" : content.declaredType
        if let text = content.examples.first ?? content.schema?.rules.examples.first {
            return Response(status: status, contentType: type, text: text.text)
        }
        // JSON is YAML.
        if content.type.hasSuffix("yaml"), let schema = content.schema, schema.isObject {
            return DescribedErrors.json(value(of: content), status, type: type)
        }
        if content.type.hasPrefix("image/"), let picture = Self.picture(content.type) {
            return Response(status: status, contentType: picture.type, body: picture.bytes)
        }
        if content.type.hasPrefix("text/"), let schema = content.schema,
            case .string(let text) = schema.draw(call.shaper().drawing)
        {
            return Response(status: status, contentType: type, text: text)
        }
        return Response(status: status, contentType: type, body: [])
    }

    private static func picture(_ type: String) -> (type: String, bytes: [UInt8])? {
        if type == "image/svg+xml" {
            let square =
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"128\" height=\"128\">"
                + "<rect width=\"128\" height=\"128\" fill=\"#336699\"/></svg>"
            return (type, Array(square.utf8))
        }
        let form: ImageFormat = type == "image/png" ? .png : .jpeg
        guard
            let drawn = try? drawScene(
                seed: 1,
                width: 128,
                height: 128,
                base: Color(rgb: 0x336699)
            ), let bytes = try? encode(drawn, as: form)
        else { return nil }
        let isNamed = ["image/png", "image/jpeg", "image/jpg"].contains(type)
        return (isNamed ? type : "image/jpeg", bytes)
    }
}
