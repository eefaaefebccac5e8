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
        guard content.isJSON else { return other(content, success.status) }
        return call.json(value(success), success)
    }

    /// The example of the answer in JSON, else what its schema allows.
    func value(_ success: Operation.Success) -> JSValue {
        guard let content = success.response?.json else { return .object(JSObject()) }
        guard let schema = content.schema else {
            return content.examples.first ?? .object(JSObject())
        }
        let shaper = call.shaper()
        guard let example = content.examples.first else { return schema.draw(shaper.drawing) }
        return schema.accepts(example) ? example : shaper.value(example, as: schema)
    }

    private func other(_ content: Operation.Content, _ status: Int) -> Response {
        let type = content.type == "*/*" ? "application/octet-stream" : content.declaredType
        if let text = content.examples.first ?? content.schema?.rules.examples.first {
            return Response(status: status, contentType: type, text: text.text)
        }
        if content.type.hasPrefix("image/"), let picture = Self.picture(content.type) {
            return Response(status: status, contentType: picture.type, body: picture.bytes)
        }
        var response = Response(status: status, contentType: type, body: [])
        if content.type.hasSuffix("xml") {
            response.fields.append(.init("X-Mockpostly-Hint", "XML is not written; ask for JSON"))
        }
        return response
    }

    private static func picture(_ type: String) -> (type: String, bytes: [UInt8])? {
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
